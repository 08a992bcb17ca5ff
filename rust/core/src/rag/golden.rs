//! Golden sets: questions with the documents and the content terms that their results should have.

use foldhash::{HashMap, HashMapExt};

use super::cases::{Case, DEPTH, Outcome};
use super::evidence::Fields;
use super::json::{Json, Wrong};
use super::jsonl::{Lines, check_ids};
use super::malformed;
use super::matching::{Terms, normalize};
use super::report::{Column, Kind, Named, Report, shown};
use crate::error::{Result, counted};

/// What a line of cases holds.
pub const CASE_LINE: &str = "lines of {\"id\": ..., \"topK\": ..., \
     \"expectedDocumentSubstrings\": [...], \"expectedContentTerms\": [...]}";
/// What a line of results holds.
pub const RESULT_LINE: &str = "lines of {\"id\": ..., \"results\": [...]}";

/// The report of a golden set.
pub static GOLDEN: Kind = Kind {
    row: "case",
    rows: "cases",
    id: "id",
    nested: None,
    count: "case_count",
    column_counts: &[("document_case_count", 0), ("content_mrr_case_count", 4)],
    columns: [
        Column { of_item: "hit@K", of_mean: "hit_at_k", label: "hit@K" },
        Column { of_item: "rr@10", of_mean: "mrr_at_10", label: "mrr@10" },
        Column {
            of_item: "contentRecall@5",
            of_mean: "content_recall_at_5",
            label: "content_recall@5",
        },
        Column {
            of_item: "contentRecallAll@5",
            of_mean: "content_recall_all_at_5",
            label: "content_recall_all@5",
        },
        Column { of_item: "contentRR@10", of_mean: "content_mrr_at_10", label: "content_mrr@10" },
    ],
    headline: &[1, 4],
};

/// How to evaluate a golden set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The fields of cases by whose values to roll up.
    pub facets: Vec<String>,
    /// Find a term only where no letter or digit stands beside it.
    pub whole_words: bool,
    /// The fields of a result that an answer could be read from.
    pub evidence: Fields,
    /// The fields of a result that tell its document.
    pub documents: Fields,
}

/// A line of results, scored; its id, and its case if there is one.
#[derive(Debug)]
pub struct Scored {
    id: String,
    case: Option<(usize, Outcome)>,
}

/// Cases, to be compared with results.
#[derive(Debug)]
pub struct Golden {
    settings: Settings,
    cases: Vec<Case>,
    by_id: HashMap<String, usize>,
}

impl Golden {
    /// Reads the cases of a file, one JSON object on each line.
    ///
    /// # Errors
    ///
    /// A line is no case, an id comes twice, or no case expects anything.
    pub fn read(lines: &Lines, settings: Settings, threads: usize) -> Result<Self> {
        let cases = lines.map(threads, |json| Case::from_json(json, &settings.facets))?;
        lines.check_ids("id", cases.iter().map(|case| &*case.id))?;
        Self::new(cases, settings)
    }

    /// Cases that do not come from a file.
    ///
    /// # Errors
    ///
    /// An id comes twice, or no case expects anything.
    pub fn new(cases: Vec<Case>, settings: Settings) -> Result<Self> {
        check_ids("cases", cases.iter().map(|case| &*case.id))?;
        if !cases.iter().any(Case::expects_something) {
            return Err(malformed(
                format!("{} without an expectation", counted(cases.len(), "case")),
                "expectedDocumentSubstrings or expectedContentTerms in at least one",
            ));
        }
        for (at, facet) in settings.facets.iter().enumerate() {
            if !cases.iter().any(|case| case.has_facet[at]) {
                return Err(malformed(format!("facet '{facet}' in no case"), "a field of cases"));
            }
        }
        let mut by_id = HashMap::with_capacity(cases.len());
        by_id.extend(cases.iter().enumerate().map(|(at, case)| (case.id.clone(), at)));
        Ok(Self { settings, cases, by_id })
    }

    /// The cases.
    pub fn cases(&self) -> &[Case] {
        &self.cases
    }

    /// Scores one object of results: `id` and `results` have to be there. `requestedDepth` tells
    /// how many results were asked for; without it, it is taken to be the `topK` of the case.
    ///
    /// # Errors
    ///
    /// A field is missing, or not of its type.
    pub fn score(&self, json: &Json) -> std::result::Result<Scored, Wrong> {
        const ID: &str = "a string that names the case";
        const RESULTS: &str = "a list of results, best first";
        const ASKED: &str = "a whole number of at least 1";
        json.check_names(&["id", "results", "requestedDepth"])?;
        let id = json.field("id", ID)?.id(ID).map_err(|w| w.in_field("id"))?;
        let results = json.field("results", RESULTS)?;
        let results = results.list(RESULTS).map_err(|w| w.in_field("results"))?;
        for (at, result) in results.iter().enumerate() {
            if !matches!(result, Json::Object(_) | Json::Text(_)) {
                let wrong = Wrong::value(result, "a result, which is an object or its content");
                return Err(wrong.in_element(at).in_field("results"));
            }
        }
        let asked = match json.get("requestedDepth") {
            None | Some(Json::Null) => None,
            Some(value) => Some(value.count(ASKED).map_err(|w| w.in_field("requestedDepth"))?),
        };
        let case =
            self.by_id.get(&*id).map(|&at| (at, self.outcome(&self.cases[at], results, asked)));
        let case = case.map(|(at, outcome)| Ok((at, outcome?))).transpose()?;
        Ok(Scored { id: id.into_owned(), case })
    }

    fn outcome(
        &self,
        case: &Case,
        results: &[Json],
        asked: Option<usize>,
    ) -> std::result::Result<Outcome, Wrong> {
        let too_large = || Wrong::new("more terms than can be looked for at once", "fewer");
        let documents = std::slice::from_ref(&case.documents);
        let documents = Terms::new(documents, false).ok_or_else(too_large)?;
        let terms = Terms::new(&case.terms, self.settings.whole_words).ok_or_else(too_large)?;
        let mut outcome = Outcome::of_nothing(case);
        let mut missing = case.terms.len();
        let mut form = Vec::new();
        for (rank, result) in (1..).zip(results).take(case.top_k.max(DEPTH)) {
            if missing > 0 && rank <= DEPTH {
                self.settings.evidence.each(result, |text| {
                    form.clear();
                    normalize(text, &mut form);
                    terms.find(&form, |term| {
                        let slot = &mut outcome.terms[term];
                        if slot.is_none() {
                            *slot = Some(rank);
                            missing -= 1;
                        }
                        missing > 0
                    });
                    missing > 0
                });
            }
            if outcome.document.is_none() && !case.documents.is_empty() {
                self.settings.documents.each(result, |text| {
                    form.clear();
                    normalize(text, &mut form);
                    documents.find(&form, |_| {
                        outcome.document = Some(rank);
                        false
                    });
                    outcome.document.is_none()
                });
            }
        }
        let was_asked = asked.unwrap_or(case.top_k);
        outcome.is_shallow =
            !case.terms.is_empty() && results.len() < DEPTH && results.len() >= was_asked;
        Ok(outcome)
    }

    /// Scores the results of a file, one JSON object on each line.
    ///
    /// # Errors
    ///
    /// A line is no object of results, an id comes twice, or none is that of a case.
    pub fn evaluate(&self, lines: &Lines, threads: usize) -> Result<Report> {
        let scored = lines.map(threads, |json| self.score(json))?;
        lines.check_ids("id", scored.iter().map(|scored| &*scored.id))?;
        self.report(scored)
    }

    /// Rolls up results that do not come from a file.
    ///
    /// # Errors
    ///
    /// An id comes twice, or none is that of a case.
    pub fn finish(&self, scored: Vec<Scored>) -> Result<Report> {
        check_ids("results", scored.iter().map(|scored| &*scored.id))?;
        self.report(scored)
    }

    fn report(&self, scored: Vec<Scored>) -> Result<Report> {
        let mut outcomes: Vec<Option<Outcome>> = vec![None; self.cases.len()];
        let mut unknown = Vec::new();
        for Scored { id, case } in scored {
            match case {
                Some((at, outcome)) => outcomes[at] = Some(outcome),
                None => unknown.push(id),
            }
        }
        if outcomes.iter().all(Option::is_none) {
            let one = unknown.first().map_or_else(String::new, |id| format!(", such as '{id}'"));
            let first = &self.cases[0].id;
            return Err(malformed(
                format!("results of no case{one}"),
                &format!("an id of a case, such as '{first}'"),
            ));
        }
        let (mut shallow, mut missing, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = Vec::with_capacity(self.cases.len());
        for (case, outcome) in self.cases.iter().zip(outcomes) {
            if !case.expects_something() {
                left_out.push(case.id.clone());
            } else if outcome.is_none() {
                missing.push(case.id.clone());
            }
            let outcome = outcome.unwrap_or_else(|| Outcome::of_nothing(case));
            if outcome.is_shallow {
                shallow.push(case.id.clone());
            }
            rows.push(case.row(&outcome));
        }
        let mut report = Report::new(&GOLDEN, self.settings.facets.clone(), rows);
        report.settings = self.settings.describe();
        report.warnings = warnings(self.cases.len(), [&left_out, &missing, &unknown, &shallow]);
        report.named = vec![
            Named { list: "left_out", count: "left_out_count", names: left_out },
            Named { list: "missing_results", count: "missing_result_count", names: missing },
            Named { list: "unknown_results", count: "unknown_result_count", names: unknown },
            Named { list: "shallow_cases", count: "shallow_case_count", names: shallow },
        ];
        Ok(report)
    }
}

impl Settings {
    fn describe(&self) -> Vec<(&'static str, Json<'static>)> {
        let list = |fields: &Fields| {
            let names = fields.names().iter().map(|name| Json::Text(name.clone().into()));
            Json::List(names.collect())
        };
        vec![
            ("match", Json::from(if self.whole_words { "words" } else { "substring" })),
            ("evidenceFields", list(&self.evidence)),
            ("documentFields", list(&self.documents)),
        ]
    }
}

fn warnings(cases: usize, [left_out, missing, unknown, shallow]: [&Vec<String>; 4]) -> Vec<String> {
    let of_cases = |names: &Vec<String>| format!("{} of {}", names.len(), counted(cases, "case"));
    let texts = [
        (left_out, format!("{} expect nothing and are left out", of_cases(left_out))),
        (missing, format!("{} have no results and count as 0", of_cases(missing))),
        (unknown, format!("{} of no case, left out", counted(unknown.len(), "result"))),
        (
            shallow,
            format!(
                "{} with content terms and fewer than {DEPTH} results because fewer were asked \
                 for, so that what is called @{DEPTH} looks at these only (ask for as many as the \
                 required depth)",
                counted(shallow.len(), "case")
            ),
        ),
    ];
    let texts = texts.into_iter().filter(|(names, _)| !names.is_empty());
    texts
        .map(|(names, text)| format!("{text}: {}", shown(names.iter().map(String::as_str))))
        .collect()
}
