//! The cases of a golden set, and what their results come to.

use super::facets;
use super::json::{Json, Wrong};
use super::matching::normalize_term;
use super::report::{Row, Values};

/// The depth of both reciprocal ranks.
pub const DEPTH: usize = 10;
/// The depth of content recall.
pub const RECALL_DEPTH: usize = 5;
/// `topK` of a case that does not say.
pub const DEFAULT_TOP_K: usize = 10;

const DOCUMENTS: &str = "expectedDocumentSubstrings";
const TERMS: &str = "expectedContentTerms";

/// A question with what its results should have.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its id.
    pub id: String,
    /// How many results its user sees.
    pub top_k: usize,
    /// Of each term the forms of its alternatives.
    pub(super) terms: Vec<Vec<Vec<u8>>>,
    /// The forms of what names an expected document.
    pub(super) documents: Vec<Vec<u8>>,
    facets: Vec<Vec<String>>,
    /// For each facet whether the case has the field.
    pub(super) has_facet: Vec<bool>,
}

impl Case {
    /// Reads a case: `id` has to be there. `topK` is 10 where it is absent or null; expected
    /// documents and terms that are absent, null or empty are none.
    ///
    /// # Errors
    ///
    /// A field is missing, or not of its type.
    pub fn from_json(json: &Json, facets: &[String]) -> Result<Self, Wrong> {
        const ID: &str = "a string that names the case";
        const TOP_K: &str = "a whole number of at least 1";
        json.check_names(&["id", "topK", DOCUMENTS, TERMS])?;
        let id = json.field("id", ID)?.id(ID).map_err(|w| w.in_field("id"))?;
        let top_k = match json.get("topK") {
            None | Some(Json::Null) => DEFAULT_TOP_K,
            Some(value) => value.count(TOP_K).map_err(|w| w.in_field("topK"))?,
        };
        let documents = several(json, DOCUMENTS, form)?;
        let terms = several(json, TERMS, |value| match value {
            Json::List(list) if list.is_empty() => {
                Err(Wrong::new("an empty list", "a term, or a list of its alternatives"))
            }
            Json::List(list) => {
                let forms = list.iter().enumerate();
                forms.map(|(at, value)| form(value).map_err(|w| w.in_element(at))).collect()
            }
            value => Ok(vec![form(value)?]),
        })?;
        Ok(Self {
            id: id.into_owned(),
            top_k,
            terms,
            documents,
            facets: facets
                .iter()
                .map(|path| facets::values(json, path))
                .collect::<Result<_, _>>()?,
            has_facet: facets.iter().map(|path| facets::is_in(json, path)).collect(),
        })
    }

    /// How many results to ask for, so that every value of the case is what it is called: `topK`,
    /// and at least 10 for a case with content terms.
    pub fn required_depth(&self) -> usize {
        if self.terms.is_empty() { self.top_k } else { self.top_k.max(DEPTH) }
    }

    /// Whether there is anything to evaluate.
    pub(super) fn expects_something(&self) -> bool {
        !self.terms.is_empty() || !self.documents.is_empty()
    }
}

/// The elements of a list that may be absent or null.
fn several<T>(
    json: &Json,
    name: &str,
    each: impl Fn(&Json) -> Result<T, Wrong>,
) -> Result<Vec<T>, Wrong> {
    let list = match json.get(name) {
        None | Some(Json::Null) => return Ok(Vec::new()),
        Some(value) => value.list("a list of strings").map_err(|w| w.in_field(name))?,
    };
    let elements = list.iter().enumerate();
    elements.map(|(at, value)| each(value).map_err(|w| w.in_element(at).in_field(name))).collect()
}

fn form(value: &Json) -> Result<Vec<u8>, Wrong> {
    normalize_term(value.text("a string to look for")?)
}

/// What the results of a case come to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outcome {
    /// The rank of the first result of an expected document.
    pub(super) document: Option<usize>,
    /// Of each term the rank of the first result whose evidence carries it.
    pub(super) terms: Vec<Option<usize>>,
    /// Whether more results than there are were not asked for, though a value looks at them.
    pub(super) is_shallow: bool,
}

impl Outcome {
    /// That of no results.
    pub(super) fn of_nothing(case: &Case) -> Self {
        Self { document: None, terms: vec![None; case.terms.len()], is_shallow: false }
    }
}

impl Case {
    /// The values of the case.
    pub(super) fn row(&self, outcome: &Outcome) -> Row {
        let rank = |rank: Option<usize>| rank.map_or(Json::Null, Json::from);
        Row {
            id: self.id.clone(),
            facets: self.facets.clone(),
            values: self.values(outcome),
            evaluated: self.expects_something(),
            details: vec![
                ("topK", self.top_k.into()),
                ("documentRank", rank(outcome.document)),
                ("termRanks", Json::List(outcome.terms.iter().copied().map(rank).collect())),
            ],
        }
    }

    fn values(&self, outcome: &Outcome) -> Values {
        let mut values = Values::default();
        if !self.documents.is_empty() {
            let within = |depth| outcome.document.filter(|&rank| rank <= depth);
            values[0] = Some(if within(self.top_k).is_some() { 1.0 } else { 0.0 });
            values[1] = Some(within(DEPTH).map_or(0.0, |rank| 1.0 / rank as f64));
        }
        if !self.terms.is_empty() {
            let all = self.terms.len();
            let ranks = outcome.terms.iter().flatten();
            let found = ranks.clone().filter(|&&rank| rank <= RECALL_DEPTH).count();
            values[2] = Some(found as f64 / all as f64);
            values[3] = Some(if found == all { 1.0 } else { 0.0 });
            // The sum of no floats is -0.
            let sum = ranks.fold(0.0, |sum, &rank| sum + 1.0 / rank as f64);
            values[4] = Some(sum / all as f64);
        }
        values
    }
}
