//! Every measure against all orders of equal scores.

use std::sync::Arc;

use super::{Bounds, next_order, num_orders};
use crate::evaluate::Evaluator;
use crate::evaluation::{Evaluation, Value};
use crate::measures::{MEASURES, Needs};
use crate::options::{Compat, Options};
use crate::policies::Ties;
use crate::qrels::{Qrels, QrelsBuilder};
use crate::request::{Column, Plan};
use crate::run::{Run, RunBuilder};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % n
    }
}

/// A topic: the score of each document, and its grade if the qrels name it.
#[derive(Debug)]
struct Case {
    scores: Vec<usize>,
    grades: Vec<Option<i32>>,
    /// Grades of documents that are not retrieved.
    others: Vec<i32>,
}

impl Case {
    fn new(random: &mut Random) -> Self {
        let length = 2 + random.below(5);
        let scores = (0..length).map(|_| random.below(3)).collect();
        let grade = |random: &mut Random| [-1, 0, 0, 1, 1, 2, 3][random.below(7)];
        let grades = (0..length).map(|_| (random.below(4) > 0).then(|| grade(random))).collect();
        let others = (0..=random.below(3)).map(|_| grade(random).max(0)).collect();
        Self { scores, grades, others }
    }

    fn qrels(&self) -> Qrels {
        let mut builder = QrelsBuilder::default();
        let mut push = |docno: String, grade: i32| {
            builder.push(b"q", docno.as_bytes(), f64::from(grade)).expect("a whole number");
        };
        for (at, grade) in self.grades.iter().enumerate() {
            if let Some(grade) = grade {
                push(format!("d{at}"), *grade);
            }
        }
        for (at, &grade) in self.others.iter().enumerate() {
            push(format!("other{at}"), grade);
        }
        builder.finish().expect("no document twice")
    }

    /// The run with these scores.
    fn run(scores: impl Iterator<Item = (usize, usize)>) -> Run {
        let mut builder = RunBuilder::default();
        for (document, score) in scores {
            builder.push(b"q", format!("d{document}").as_bytes(), score as f64).expect("a number");
        }
        builder.finish()
    }

    /// All orders in which no document stands below one with a lower score.
    fn orders(&self) -> Vec<Vec<usize>> {
        let mut orders = vec![Vec::new()];
        for _ in &self.scores {
            orders = orders
                .into_iter()
                .flat_map(|order: Vec<usize>| {
                    let left = (0..self.scores.len()).filter(|at| !order.contains(at));
                    let left: Vec<usize> = left.collect();
                    let highest = left.iter().map(|&at| self.scores[at]).max();
                    let next = left.into_iter().filter(move |&at| Some(self.scores[at]) == highest);
                    next.map(move |at| [&order[..], &[at]].concat()).collect::<Vec<_>>()
                })
                .collect();
        }
        orders
    }
}

/// The numbers of the topic, by name.
fn numbers(result: &Evaluation) -> Vec<(String, f64)> {
    let columns = result.plan().columns.iter().enumerate();
    let number = |(index, column): (usize, &Column)| match result.value(0, index) {
        Value::Number(number) => Some((column.name.clone(), number)),
        Value::Text(_) => None,
    };
    columns.filter_map(number).collect()
}

fn values(result: &Evaluation) -> Vec<f64> {
    numbers(result).into_iter().map(|(_, number)| number).collect()
}

fn check(case: &Case, requests: &[&str], options: &Options) {
    let plan = Plan::parse(requests, options.compat).expect("requests");
    let evaluator = Evaluator::new(Arc::new(case.qrels()), plan, options.clone());
    let run = Case::run(case.scores.iter().copied().enumerate());
    let range = evaluator.tie_range(&run, Ties::Docno).expect("a range");
    assert!(range.unknown.is_empty());
    let by_order = case.orders().into_iter().map(|order| {
        let falling = (0..order.len()).rev();
        values(&evaluator.evaluate(&Case::run(order.into_iter().zip(falling)), 1).expect("values"))
    });
    let by_order: Vec<_> = by_order.collect();
    let mut expected = Bounds::of(&by_order[0]);
    for values in &by_order {
        expected.include(values);
    }
    let is_same = |a: f64, b: f64| (a - b).abs() < 1e-12 || a == b || (a.is_nan() && b.is_nan());
    let highest = values(&range.highest);
    for (at, (name, low)) in numbers(&range.lowest).into_iter().enumerate() {
        let (found, expected) = ((low, highest[at]), (expected.low[at], expected.high[at]));
        assert!(
            is_same(found.0, expected.0) && is_same(found.1, expected.1),
            "{name}: {found:?}, by all orders {expected:?}, {case:?}, {options:?}"
        );
    }
}

#[test]
fn every_measure_has_the_bounds_of_all_orders() {
    let names: Vec<_> = MEASURES
        .iter()
        .filter(|measure| matches!(measure.needs, Needs::Grades | Needs::Nothing))
        // Some have a parameter without a default.
        .filter(|measure| Plan::parse(&[measure.name], Compat::V9).is_ok())
        .map(|measure| measure.name)
        .collect();
    let small = ["P.1,2,3", "recall.1,2,4", "ndcg_cut.1,2,3", "map_cut.1,2,3", "unj.1,2,3"];
    let shaped = ["success.1,2", "relative_P.1,2", "ndcg_exp_cut.1,2,3", "rbp.p=0.5,1=0.2,2=1"];
    let below_0 = ["ndcg.1=-1,2=4", "ndcg_rel.1=-2,2=4", "Rndcg.1=-1", "G.1=-1", "dcg.0=-1,1=3"];
    let more =
        ["rbp.1=-1", "ndcg_rel.1=0.5,2=0.7", "ndcg_rel.0=2", "utility.-1,2,0.5,0", "set_F.0.5"];
    let close = ["ndcg.1=0.5,2=0.7", "Rndcg.1=0.5,2=0.7", "G.1=0.3,3=0.6", "11pt_avg.0.8,0.2,0.5"];
    let mut random = Random(7);
    for at in 0..1000 {
        let case = Case::new(&mut random);
        let compat = if at % 2 == 0 { Compat::V9 } else { Compat::V10 };
        let max_depth = [usize::MAX, usize::MAX, 1, 2, 3, 4][random.below(6)];
        let judged_only = random.below(3) == 0;
        let relevance_level = [0.0, 1.0, 1.0, 2.0][random.below(4)];
        let options =
            Options { compat, relevance_level, judged_only, max_depth, ..Options::default() };
        for requests in [&names[..], &small, &shaped, &below_0, &more, &close] {
            check(&case, requests, &options);
        }
    }
}

#[test]
fn a_group_with_too_many_orders_has_no_bounds() {
    let grades = (0..40).map(|at| [None, Some(0), Some(1)][at % 3]).collect();
    let case = Case { scores: vec![1; 40], grades, others: vec![1] };
    let plan = Plan::parse(&["infAP", "map", "G"], Compat::V9).expect("requests");
    let evaluator = Evaluator::new(Arc::new(case.qrels()), plan, Options::default());
    let run = Case::run(case.scores.iter().copied().enumerate());
    let range = evaluator.tie_range(&run, Ties::Docno).expect("a range");
    let (low, high) = (values(&range.lowest), values(&range.highest));
    assert!(low[0] < high[0] && low[1..].iter().chain(&high[1..]).all(|value| value.is_nan()));
    assert_eq!(range.unknown.iter().map(|u| u.0).collect::<Vec<_>>(), ["infAP", "G"]);
}

#[test]
fn orders_are_counted_and_walked() {
    let mut grades = [None, None, Some(0.0), Some(1.0), Some(1.0)];
    let first = grades;
    let mut walked = 1;
    while next_order(&mut grades) {
        walked += 1;
    }
    assert_eq!((f64::from(walked), grades), (num_orders(&first), first));
    assert_eq!(walked, 30);
}
