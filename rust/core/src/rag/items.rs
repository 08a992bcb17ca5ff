//! Items: rankings of ids with graded judgments, evaluated one by one and rolled up.

use super::facets;
use super::json::{Json, Wrong};
use super::jsonl::{Lines, check_ids};
use super::malformed;
use super::metrics::{Judged, Metrics};
use super::report::{Column, Kind, Named, Report, Row, shown};
use crate::error::{Result, counted};

/// What a line of items holds.
pub const LINE: &str = "lines of {\"resultId\": ..., \"ranked\": [...], \"qrels\": {...}}";

/// The report of items.
pub static ITEMS: Kind = Kind {
    row: "item",
    rows: "items",
    id: "resultId",
    nested: Some("retrievalMetrics"),
    count: "count",
    column_counts: &[],
    columns: [
        Column { of_item: "recallAtK", of_mean: "recallAtK", label: "recall@{k}" },
        Column { of_item: "precisionAtK", of_mean: "precisionAtK", label: "precision@{k}" },
        Column { of_item: "ndcgAt10", of_mean: "ndcgAt10", label: "ndcg@10" },
        Column { of_item: "mrr", of_mean: "mrr", label: "mrr" },
        Column { of_item: "hitAtK", of_mean: "hitAtK", label: "hit@{k}" },
    ],
    headline: &[2],
};

impl Metrics {
    /// The values, in the order of the columns.
    pub fn values(&self) -> [f64; 5] {
        [self.recall_at_k, self.precision_at_k, self.ndcg_at_10, self.mrr, self.hit_at_k]
    }
}

/// An item: a ranking with its judgments.
#[derive(Debug)]
pub struct Item<'j> {
    /// Its id.
    pub id: String,
    /// The ids that were retrieved, best first.
    pub ranked: Vec<&'j str>,
    /// The grades of ids; `None` where the item has no judgments.
    pub qrels: Option<Vec<(&'j str, f64)>>,
}

impl<'j> Item<'j> {
    /// Reads an item: `resultId` and `ranked` have to be there; without `qrels`, or with none or
    /// null in it, it has no judgments.
    ///
    /// # Errors
    ///
    /// A field is missing, or not of its type.
    pub fn from_json(json: &'j Json) -> std::result::Result<Self, Wrong> {
        const ID: &str = "a string that names the item";
        json.check_names(&["resultId", "ranked", "qrels"])?;
        let id = json.field("resultId", ID)?.id(ID).map_err(|w| w.in_field("resultId"))?;
        let ranked = ranked(json.field("ranked", IDS)?).map_err(|w| w.in_field("ranked"))?;
        let qrels = match json.get("qrels") {
            None | Some(Json::Null) => None,
            Some(qrels) => Some(grades(qrels).map_err(|w| w.in_field("qrels"))?),
        };
        let qrels = qrels.filter(|grades| !grades.is_empty());
        Ok(Self { id: id.into_owned(), ranked, qrels })
    }

    fn metrics(&self, k: usize) -> Option<Metrics> {
        let qrels = self.qrels.as_ref()?.iter().map(|&(id, grade)| (id.as_bytes(), grade));
        Some(Judged::new(self.ranked.iter().map(|id| id.as_bytes()), qrels).metrics(k))
    }
}

const IDS: &str = "a list of ids, best first";

fn ranked<'j>(json: &'j Json) -> std::result::Result<Vec<&'j str>, Wrong> {
    let ids = json.list(IDS)?.iter().enumerate();
    ids.map(|(at, id)| id.text("an id, which is a string").map_err(|w| w.in_element(at))).collect()
}

fn grades<'j>(json: &'j Json) -> std::result::Result<Vec<(&'j str, f64)>, Wrong> {
    let Json::Object(fields) = json else {
        return Err(Wrong::value(json, "an object that maps ids to grades"));
    };
    fields
        .iter()
        .map(|(id, grade)| Ok((&**id, self::grade(grade).map_err(|w| w.in_field(id))?)))
        .collect()
}

/// A grade: a number, or a boolean for 1 and 0.
fn grade(json: &Json) -> std::result::Result<f64, Wrong> {
    match json {
        Json::Bool(relevant) => Ok(f64::from(u8::from(*relevant))),
        Json::Number(number) => match number.as_f64() {
            Some(grade) if grade.is_finite() => Ok(grade),
            _ => Err(Wrong::value(json, "a finite grade")),
        },
        _ => Err(Wrong::value(json, "a grade, which is a number")),
    }
}

/// How to evaluate items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The cutoff of recall, precision and hit, at least 1.
    pub k: usize,
    /// The fields by whose values to roll up.
    pub facets: Vec<String>,
}

/// What one item comes to.
#[derive(Debug)]
pub struct Scored {
    row: Row,
    /// For each facet whether the item has the field.
    has_facet: Vec<bool>,
}

impl Settings {
    /// Evaluates one item.
    ///
    /// # Errors
    ///
    /// A field is missing, or not of its type.
    pub fn score(&self, json: &Json) -> std::result::Result<Scored, Wrong> {
        let item = Item::from_json(json)?;
        let facets = self.facets.iter().map(|path| facets::values(json, path));
        let facets = facets.collect::<std::result::Result<Vec<_>, _>>()?;
        let metrics = item.metrics(self.k);
        let values = metrics.map(|metrics| metrics.values().map(Some));
        Ok(Scored {
            row: Row {
                id: item.id,
                facets,
                values: values.unwrap_or_default(),
                evaluated: metrics.is_some(),
                details: Vec::new(),
            },
            has_facet: self.facets.iter().map(|path| facets::is_in(json, path)).collect(),
        })
    }

    /// Evaluates the items of a file, one JSON object on each line.
    ///
    /// # Errors
    ///
    /// A line is no item, an id comes twice, no item has a facet, or none has judgments.
    pub fn evaluate(&self, lines: &Lines, threads: usize) -> Result<Report> {
        let scored = lines.map(threads, |json| self.score(json))?;
        lines.check_ids("resultId", scored.iter().map(|scored| &*scored.row.id))?;
        self.report(scored)
    }

    /// Rolls up items that do not come from a file.
    ///
    /// # Errors
    ///
    /// An id comes twice, no item has a facet, or none has judgments.
    pub fn finish(&self, scored: Vec<Scored>) -> Result<Report> {
        check_ids("items", scored.iter().map(|scored| &*scored.row.id))?;
        self.report(scored)
    }

    fn report(&self, scored: Vec<Scored>) -> Result<Report> {
        for (at, facet) in self.facets.iter().enumerate() {
            if !scored.iter().any(|scored| scored.has_facet[at]) {
                return Err(malformed(format!("facet '{facet}' in no item"), "a field of items"));
            }
        }
        let rows: Vec<_> = scored.into_iter().map(|scored| scored.row).collect();
        let mut report = Report::new(&ITEMS, self.facets.clone(), rows);
        report.k = Some(self.k);
        report.settings = vec![("k", self.k.into())];
        let left_out = report.rows.iter().filter(|row| !row.evaluated);
        let left_out: Vec<_> = left_out.map(|row| row.id.clone()).collect();
        if report.summary.count == 0 {
            let found = format!("{}, none with judgments", counted(left_out.len(), "item"));
            return Err(malformed(found, "a grade of an id in the qrels of at least one"));
        }
        if !left_out.is_empty() {
            report.warnings.push(format!(
                "{} of {} have no judgments and are left out: {}",
                left_out.len(),
                counted(report.rows.len(), "item"),
                shown(left_out.iter().map(String::as_str))
            ));
        }
        report.named = vec![Named { list: "leftOut", count: "leftOut", names: left_out }];
        Ok(report)
    }
}
