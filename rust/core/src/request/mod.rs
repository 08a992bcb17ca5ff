//! What to compute: measures with their parameters, as users write them.
//!
//! Three spellings: `ndcg_cut.10`, `P.5,10`, `ndcg.1=3,2=9` as `trec_eval` takes them;
//! `ndcg_cut_10`, `P_5`, `set_F_0.5` as it prints them (and as pytrec_eval takes them); and
//! `nDCG@10`, `AP(rel=2)@100` as ir_measures has them. A measure is reported in the spelling that
//! it was asked for in.

mod irm;
mod like;
mod syntax;
mod trec;

use crate::error::{Error, ErrorKind, Result};
use crate::joined::{Joined, mean_of_groups};
use crate::measures::{
    Args, Average, Compute, MEASURES, Measure, Needs, Number, Params, Print, SETS, spellings,
};
use crate::options::Compat;
use crate::presets::Preset;
use crate::ranking::Ranking;
use crate::view::{Scratch, View};

pub use irm::parameters;

/// Whose spelling a measure was asked for in, and so whose conventions hold for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `trec_eval`'s: its digits, be they 0/0.
    Trec,
    /// That of ir_measures: 0/0 is 0, and a topic that the run lacks adds 0 to a mean.
    IrMeasures,
}

/// One measure as asked for.
#[derive(Debug, Clone, PartialEq)]
struct Request {
    measure: &'static Measure,
    how: How,
}

/// With which parameters a measure is asked for.
#[derive(Debug, Clone, PartialEq)]
enum How {
    /// With its defaults.
    Plain,
    /// In `trec_eval`'s spelling: the text after the name, and what it says.
    Trec { text: String, args: Args },
    /// A parameterless measure cut at ranks, in `trec_eval`'s spelling.
    Cut(Vec<usize>),
    /// With all that its column needs.
    Whole(Whole),
}

/// A measure with its parameters, of which one value comes.
#[derive(Debug, Clone, PartialEq)]
struct Whole {
    name: String,
    args: Args,
    view: View,
    dialect: Dialect,
    /// Whether the mean is over all topics of the qrels.
    over_qrels: bool,
}

impl PartialEq for Measure {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// One measure with its parameters, ready to be computed.
#[derive(Debug)]
pub struct Instance {
    /// The measure.
    pub measure: &'static Measure,
    /// Its parameters.
    pub args: Args,
    /// How it looks at a ranking.
    pub view: View,
    /// Whether that is not the ranking as it is.
    pub is_viewed: bool,
    /// Whose conventions hold.
    pub dialect: Dialect,
    /// Its columns in [`Plan::columns`].
    pub columns: std::ops::Range<usize>,
}

impl Instance {
    /// Number of numbers that it computes for a topic.
    pub fn num_numbers(&self) -> usize {
        match self.measure.compute {
            Compute::Text(_) | Compute::Nothing => 0,
            _ => self.columns.len(),
        }
    }

    /// The parameter with the highest grade that the measure knows, if it has one: higher ones
    /// count as that.
    pub fn highest_grade(&self) -> Option<(&'static str, f64)> {
        let Params::Named(numbers) = self.measure.params else { return None };
        let at = numbers.iter().position(Number::is_highest_grade)?;
        match &self.args {
            Args::Numbers(values) => Some((numbers[at].name, values[at])),
            _ => None,
        }
    }

    /// The ranking as this measure looks at it.
    pub fn seen<'a>(&self, ranking: &Ranking<'a>, scratch: &'a mut Scratch) -> Ranking<'a> {
        if self.is_viewed { self.view.of(ranking, scratch) } else { *ranking }
    }

    /// Computes the values of one topic: `numbers`, which are 0 beforehand, or one more text. A
    /// measure of other judgments leaves them: it is refused by [`Plan::check_needs`].
    pub fn compute(
        &self,
        joined: &Joined,
        scratch: &mut Scratch,
        numbers: &mut [f64],
        texts: &mut Vec<String>,
    ) {
        let args = &self.args;
        match (self.measure.compute, joined) {
            (Compute::Constant(value), _) => numbers[0] = value,
            (Compute::One(compute), Joined::Grades(ranking)) => {
                numbers[0] = compute(&self.seen(ranking, scratch), args);
            }
            (Compute::Many(compute), Joined::Grades(ranking)) => {
                compute(&self.seen(ranking, scratch), args, numbers);
            }
            (Compute::Text(compute), Joined::Grades(ranking)) => {
                texts.push(compute(&self.seen(ranking, scratch), args));
            }
            (Compute::MeanOfGroups(compute), Joined::Groups(rankings)) => {
                mean_of_groups(rankings, numbers, |ranking, out| compute(ranking, args, out));
            }
            (Compute::Preferences(compute), Joined::Preferences(ranking)) => {
                numbers[0] = compute(ranking);
            }
            (Compute::Text(_), _) => texts.push(String::new()),
            _ => {}
        }
        if self.dialect == Dialect::IrMeasures {
            for value in numbers.iter_mut().filter(|value| value.is_nan()) {
                *value = 0.0;
            }
        }
    }
}

/// One column of the result.
#[derive(Debug)]
pub struct Column {
    /// The name it prints under: the measure's, with its parameters where it has some.
    pub name: String,
    /// The measure.
    pub measure: &'static Measure,
    /// How the values of the topics become one.
    pub average: Average,
    /// Whose conventions hold.
    pub dialect: Dialect,
    /// Where its values are.
    pub slot: Slot,
}

/// Where the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// In the table of numbers, at this index.
    Number(usize),
    /// In the table of texts, at this index.
    Text(usize),
    /// Nowhere: it is the run's tag.
    RunTag,
}

/// All that one evaluation computes, in the order of the output.
#[derive(Debug)]
pub struct Plan {
    /// What was asked for, as it was written.
    pub requests: Vec<String>,
    /// The measures.
    pub instances: Vec<Instance>,
    /// The columns.
    pub columns: Vec<Column>,
    /// Number of columns that are numbers.
    pub numbers: usize,
    /// Number of columns that are texts.
    pub texts: usize,
}

impl Plan {
    /// Reads requests. In `trec_eval`'s spelling, parameters given for a measure take the place of
    /// its defaults, also of those of a set: `all_trec` with `P.3` has P at 3 only.
    ///
    /// # Errors
    ///
    /// A measure is unknown, or a parameter is none that it takes.
    pub fn parse<S: AsRef<str>>(texts: &[S], compat: Compat) -> Result<Self> {
        Self::parse_like(texts, compat, None)
    }

    /// The same, where names that a preset has mean what they mean there.
    ///
    /// # Errors
    ///
    /// A measure is unknown, or a parameter is none that it takes.
    pub fn parse_like<S: AsRef<str>>(
        texts: &[S],
        compat: Compat,
        preset: Option<&Preset>,
    ) -> Result<Self> {
        let mut requests = Vec::new();
        for text in texts {
            match preset.map_or(Ok(None), |preset| like::parse(text.as_ref(), preset))? {
                Some(request) => requests.push(request),
                None => parse(text.as_ref(), compat, &mut requests)?,
            }
        }
        if requests.is_empty() {
            return Err(Error::new(ErrorKind::Usage("no measure is asked for".to_owned())));
        }
        let mut plan = Self {
            requests: texts.iter().map(|text| text.as_ref().to_owned()).collect(),
            instances: Vec::new(),
            columns: Vec::new(),
            numbers: 0,
            texts: 0,
        };
        for &measure in MEASURES {
            plan.add_trec(measure, requests.iter().filter(|r| r.measure == measure))?;
            for request in requests.iter().filter(|r| r.measure == measure) {
                if let How::Whole(whole) = &request.how {
                    plan.add_whole(measure, whole)?;
                }
            }
        }
        Ok(plan)
    }

    /// Whether some measure needs judgments by subtopic.
    pub fn needs_subtopics(&self) -> bool {
        self.instances.iter().any(|instance| instance.measure.needs == Needs::Subtopics)
    }

    /// Refuses a measure of judgments of another kind than there are.
    ///
    /// # Errors
    ///
    /// The first measure that needs other judgments.
    pub fn check_needs(&self, have: Needs) -> Result<()> {
        let is_met = |needs: Needs| match needs {
            Needs::Nothing => true,
            Needs::Grades => matches!(have, Needs::Grades | Needs::Subtopics),
            _ => needs == have,
        };
        let mut measures = self.instances.iter().map(|instance| instance.measure);
        match measures.find(|measure| !is_met(measure.needs)) {
            None => Ok(()),
            Some(measure) => Err(Error::new(ErrorKind::Unsuited {
                measure: measure.name,
                found: have.text(),
                expected: format!("{} ({})", measure.needs.text(), measure.needs.formats()),
            })),
        }
    }

    /// Adds one measure with one column, unless it is there.
    fn add_whole(&mut self, measure: &'static Measure, whole: &Whole) -> Result<()> {
        let Whole { name, args, view, dialect, over_qrels } = whole;
        let same_name = self.columns.iter().position(|column| column.name == *name);
        if let Some(at) = same_name {
            let there = self.instances.iter().find(|instance| instance.columns.contains(&at));
            let is_same = there.is_some_and(|there| {
                there.measure == measure && there.args == *args && there.view == *view
            });
            // `-l` can make a measure without rel= another than the one with rel=1.
            return if is_same { Ok(()) } else { Err(same_names(name)) };
        }
        self.add(measure, vec![name.clone()], args.clone(), view.clone(), *dialect);
        if let (true, Some(column)) = (*over_qrels, self.columns.last_mut()) {
            column.average = Average::MeanOfQrels;
        }
        Ok(())
    }

    fn add(
        &mut self,
        measure: &'static Measure,
        names: Vec<String>,
        args: Args,
        view: View,
        dialect: Dialect,
    ) {
        let start = self.columns.len();
        let average = match (measure.average, dialect) {
            (Average::SumOfRelevant, Dialect::IrMeasures) => Average::SumOfAll,
            (average, _) => average,
        };
        for name in names {
            let slot = match measure.compute {
                Compute::Text(_) => {
                    self.texts += 1;
                    Slot::Text(self.texts - 1)
                }
                Compute::Nothing => Slot::RunTag,
                _ => {
                    self.numbers += 1;
                    Slot::Number(self.numbers - 1)
                }
            };
            self.columns.push(Column { name, measure, average, dialect, slot });
        }
        let columns = start..self.columns.len();
        let is_viewed = !view.is_plain();
        self.instances.push(Instance { measure, args, view, is_viewed, dialect, columns });
    }
}

impl Column {
    /// Whether the column has a value for each topic that prints.
    pub fn is_by_topic(&self) -> bool {
        !matches!(self.average, Average::RunTag | Average::NumTopics | Average::GeometricMean)
    }

    /// Whether the column has a value in the summary.
    pub fn is_in_summary(&self) -> bool {
        self.average != Average::None
    }

    /// How the column prints.
    pub fn print(&self) -> Print {
        self.measure.print
    }
}

fn parse(text: &str, compat: Compat, requests: &mut Vec<Request>) -> Result<()> {
    if text.is_empty() {
        return Err(Error::new(ErrorKind::Usage("the name of a measure is empty".to_owned())));
    }
    if SETS.contains(&text) {
        let members = MEASURES.iter().filter(|m| m.is_in(text, compat));
        requests.extend(members.map(|&measure| Request { measure, how: How::Plain }));
        return Ok(());
    }
    let request = match irm::parse_at_name(text)? {
        Some(request) => request,
        None => match trec::parse(text)? {
            Some(request) => request,
            None => irm::parse(text)?,
        },
    };
    requests.push(request);
    Ok(())
}

/// Two different measures of one name.
fn same_names(name: &str) -> Error {
    let text = format!(
        "found two measures that both print as '{name}', expected one: they differ in rel=, which \
         is not printed where it is 1"
    );
    Error::new(ErrorKind::Usage(text))
}

/// An unknown name, with the names nearest to it.
fn unknown(text: &str) -> Error {
    let name = text.split(['.', '@', '(']).next().unwrap_or(text).to_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let distance = |known: &str| strsim::damerau_levenshtein(name, &known.to_lowercase());
    let names = MEASURES.iter().map(|m| m.name).chain(SETS).chain(spellings());
    let mut near: Vec<_> = names.map(|known| (distance(known), known)).collect();
    near.sort_by_key(|&(distance, _)| distance);
    let mut seen = Vec::new();
    near.retain(|(_, name)| {
        let lower = name.to_lowercase();
        let is_new = !seen.contains(&lower);
        seen.push(lower);
        is_new
    });
    let close = near.into_iter().filter(|&(distance, _)| distance * 2 <= name.len().max(2));
    let nearest = close.take(3).map(|(_, known)| known.to_owned()).collect();
    Error::new(ErrorKind::UnknownMeasure { name: text.to_owned(), nearest })
}

#[cfg(test)]
mod tests;
