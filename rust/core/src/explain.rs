//! How the values of one topic come about.

use std::collections::HashSet;

use crate::error::{Error, ErrorKind, Result};
use crate::join::{Joiner, Row};
use crate::joined::Joined;
use crate::measures::{Measure, Working};
use crate::options::Options;
use crate::order::Order;
use crate::policies::Ties;
use crate::qrels::Qrels;
use crate::ranking::{Level, Ranking};
use crate::request::{Instance, Plan};
use crate::run::Run;
use crate::view::Scratch;

/// A topic, by its place in both inputs.
#[derive(Debug, Clone, Copy)]
pub struct Topic {
    /// In the qrels.
    pub in_qrels: usize,
    /// In the run.
    pub in_run: usize,
}

/// All that the values of one topic are made of.
#[derive(Debug)]
pub struct Explanation {
    /// The topic's name.
    pub topic: String,
    /// The ranking that the measures see, by rank.
    pub listed: Vec<Listed>,
    /// Number of documents in the run, before `-M` and `-J`.
    pub num_in_run: usize,
    /// Number of documents that share their score with another.
    pub num_tied: usize,
    /// How equal scores were ordered.
    pub ties: Ties,
    /// Lowest grade that counts as relevant.
    pub relevance_level: f64,
    /// Number of relevant documents.
    pub num_rel: usize,
    /// Number of relevant documents retrieved.
    pub num_rel_ret: usize,
    /// How many documents were judged with each grade, ascending.
    pub levels: Vec<Level>,
    /// Documents that are not listed, with a grade that is relevant or above 0, best first.
    pub absent: Vec<(String, f64)>,
    /// The measures.
    pub measures: Vec<Explained>,
}

/// A document of the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// Its id.
    pub docno: String,
    /// Its score.
    pub score: f64,
    /// Its grade; `None` if the qrels do not name it.
    pub grade: Option<f64>,
}

/// A measure and how it comes about.
#[derive(Debug)]
pub struct Explained {
    /// The measure.
    pub measure: &'static Measure,
    /// The names that its values print under.
    pub names: Vec<String>,
    /// Its values, if they are numbers.
    pub numbers: Vec<f64>,
    /// Its values, if they are text.
    pub texts: Vec<String>,
    /// The steps to them.
    pub working: Working,
}

impl Explanation {
    /// Explains a topic. The run is left with other scores.
    ///
    /// # Errors
    ///
    /// The judgments are not by document, a measure needs other ones, the topic lists a document
    /// twice, or as of [`Order::new`].
    pub fn new(
        qrels: &Qrels,
        run: &mut Run,
        topic: Topic,
        plan: &Plan,
        options: &Options,
        ties: Ties,
    ) -> Result<Self> {
        let Topic { in_qrels, in_run } = topic;
        plan.check_needs(qrels.kind().gives())?;
        let documents = qrels.documents().ok_or_else(|| {
            Error::new(ErrorKind::Usage("these qrels have no documents".to_owned()))
        })?;
        let judged = documents.topic(in_qrels);
        let order = Order::new(run, in_run, options.compat, ties, qrels.kind().by_docno())?;
        let by_line: Vec<_> = run.docs(in_run).collect();
        let in_order = order.indexes.iter().map(|&index| {
            let (docno, score) = by_line[index];
            (docno, score, judged.grade(docno))
        });
        let is_seen = |grade: Option<f64>| !options.judged_only || grade.is_some_and(|g| g >= 0.0);
        let seen: Vec<_> =
            in_order.take(options.max_depth).filter(|&(.., grade)| is_seen(grade)).collect();
        let docnos: HashSet<&[u8]> = seen.iter().map(|&(docno, ..)| docno).collect();
        let mut absent: Vec<_> = judged
            .judgments()
            .filter(|(docno, grade)| {
                (*grade > 0.0 || *grade >= options.relevance_level) && !docnos.contains(docno)
            })
            .map(|(docno, grade)| (text(docno), grade))
            .collect();
        absent.sort_by(|a, b| b.1.total_cmp(&a.1));
        let listed = seen.into_iter().map(|(docno, score, grade)| Listed {
            docno: text(docno),
            score,
            grade,
        });
        let listed = listed.collect();
        let name = text(&run.topics()[in_run]);

        // The ranking comes from the same join as everywhere.
        run.set_order(in_run, &order.indexes);
        let rows: Vec<_> = run.docs(in_run).map(|(docno, score)| Row { docno, score }).collect();
        let mut joiner = Joiner::default();
        let ranking = joiner
            .join(judged, qrels.levels(in_qrels), &rows, options)
            .map_err(|twice| run.duplicate(in_run, twice.first, twice.second))?;
        Ok(Self {
            topic: name,
            num_in_run: rows.len(),
            num_tied: order.ties.iter().map(ExactSizeIterator::len).sum(),
            ties,
            relevance_level: ranking.relevance_level,
            num_rel: ranking.num_rel,
            num_rel_ret: ranking.num_rel_ret,
            levels: ranking.levels.to_vec(),
            measures: plan.instances.iter().map(|i| explained(plan, i, &ranking)).collect(),
            listed,
            absent,
        })
    }
}

fn explained(plan: &Plan, instance: &Instance, ranking: &Ranking) -> Explained {
    let mut numbers = vec![0.0; instance.num_numbers()];
    let mut texts = Vec::new();
    let mut scratch = Scratch::default();
    instance.compute(&Joined::Grades(ranking), &mut scratch, &mut numbers, &mut texts);
    let mut working =
        (instance.measure.explain)(&instance.seen(ranking, &mut scratch), &instance.args);
    if instance.view.judged_only {
        // Of the documents with a judgment, back to their ranks in the ranking.
        let ranks: Vec<_> = ranking.judged().map(|document| document.rank).collect();
        for step in &mut working.steps {
            step.rank = ranks[step.rank - 1];
        }
    }
    let columns = plan.columns[instance.columns.clone()].iter();
    Explained {
        measure: instance.measure,
        names: columns.map(|column| column.name.clone()).collect(),
        numbers,
        texts,
        working,
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{Explanation, Topic};
    use crate::formats::{qrels, trec_results};
    use crate::measures::{MEASURES, Needs, Step};
    use crate::options::{Compat, Options};
    use crate::policies::Ties;
    use crate::request::Plan;

    fn explain(requests: &[&str], options: &Options) -> Explanation {
        let judged = b"q 0 a 3\nq 0 b 0\nq 0 c 1\nq 0 d -1\nq 0 e 2\nq 0 f 1\nq 0 g 0\n";
        let ranked = b"q Q0 b 1 9 t\nq Q0 a 2 8 t\nq Q0 x 3 8 t\nq Q0 c 4 7 t\nq Q0 d 5 6 t\n\
            q Q0 g 6 5 t\nq Q0 e 7 4 t\nq Q0 y 8 3 t\n";
        let qrels = qrels::parse(judged.to_vec(), "qrels", 1).expect("judgments");
        let mut run = trec_results::parse(ranked.to_vec(), "run", 1).expect("a run");
        let plan = Plan::parse(requests, Compat::V9).expect("measures");
        let topic = Topic { in_qrels: 0, in_run: 0 };
        Explanation::new(&qrels, &mut run, topic, &plan, options, Ties::Docno)
            .expect("no tie by rank")
    }

    fn many_options() -> Vec<Options> {
        let plain = Options::default;
        let cut = Options { max_depth: 3, ..plain() };
        let thin = Options { judged_only: true, ..plain() };
        let both = Options { max_depth: 4, relevance_level: 2.0, ..thin.clone() };
        let none = Options { relevance_level: 9.0, ..plain() };
        vec![plain(), cut, thin, both, none]
    }

    #[test]
    fn a_division_gives_the_value() {
        let names: Vec<_> = MEASURES
            .iter()
            .filter(|measure| matches!(measure.needs, Needs::Grades | Needs::Nothing))
            // Some have a parameter without a default.
            .filter(|measure| Plan::parse(&[measure.name], Compat::V9).is_ok())
            .map(|measure| measure.name)
            .collect();
        let mut divisions = 0;
        for options in many_options() {
            let all = explain(&names, &options);
            let shaped = explain(&["ndcg.0=1,2=-1", "rbp.p=0.5", "G.1=4", "P.1,3,50"], &options);
            for explained in all.measures.iter().chain(&shaped.measures) {
                let of = &explained.working.divisions;
                assert!(of.is_empty() || of.len() == explained.numbers.len());
                for (value, (over, under)) in explained.numbers.iter().zip(of) {
                    let quotient = if *under == 0.0 { 0.0 } else { over / under };
                    assert_eq!(*value, quotient, "{} {options:?}", explained.measure.name);
                    divisions += 1;
                }
            }
        }
        assert!(divisions > 200);
    }

    #[test]
    fn sums_and_steps_are_those_of_the_measure() {
        for options in many_options() {
            let all = explain(&["dcg", "ideal_dcg", "num_rel_ret"], &options);
            let [found, dcg, ideal] = &all.measures[..] else { unreachable!() };
            let last = |steps: &[Step]| steps.last().map_or(0.0, |s| s.cells[3]);
            assert_eq!(dcg.numbers, [last(&dcg.working.steps)]);
            assert_eq!(ideal.numbers, [last(&ideal.working.ideal)]);
            assert_eq!(found.numbers, [found.working.steps.len() as f64]);
            assert_eq!(all.num_rel_ret, found.working.steps.len());
            // What is listed is what the join has ranked.
            let is_relevant =
                |grade: Option<f64>| grade.is_some_and(|g| g >= options.relevance_level);
            for step in &found.working.steps {
                assert!(is_relevant(all.listed[step.rank - 1].grade), "{options:?}");
            }
        }
    }

    #[test]
    fn what_is_not_retrieved_is_named() {
        let all = explain(&["map"], &Options { max_depth: 2, ..Options::default() });
        let docnos: Vec<_> = all.listed.iter().map(|document| &document.docno[..]).collect();
        assert_eq!((docnos, all.num_in_run, all.num_tied), (vec!["b", "x"], 8, 2));
        let absent: Vec<_> = all.absent.iter().map(|(docno, _)| &docno[..]).collect();
        assert_eq!(absent, ["a", "e", "c", "f"]);
    }
}
