//! What to compute: the names and parameters of measures, as users write them.
//!
//! Two spellings: `ndcg_cut.10`, `P.5,10`, `ndcg.1=3,2=9` as `trec_eval` takes them, and
//! `ndcg_cut_10`, `P_5`, `set_F_0.5` as it prints them (and as pytrec_eval takes them).

use crate::error::{Error, ErrorKind, Result};
use crate::joined::{Joined, mean_of_groups};
use crate::measures::{
    Args, Average, Compute, MEASURES, Measure, Needs, Params, Print, SETS, find,
};
use crate::options::Compat;

/// One measure as asked for.
#[derive(Debug, Clone, PartialEq)]
struct Request {
    measure: &'static Measure,
    /// The parameters given, as text and as read.
    given: Option<(String, Args)>,
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

    /// Computes the values of one topic: `numbers`, which are 0 beforehand, or one more text. A
    /// measure of other judgments leaves them: it is refused by [`Plan::check_needs`].
    pub fn compute(&self, joined: &Joined, numbers: &mut [f64], texts: &mut Vec<String>) {
        let args = &self.args;
        match (self.measure.compute, joined) {
            (Compute::Constant(value), _) => numbers[0] = value,
            (Compute::One(compute), Joined::Grades(ranking)) => {
                numbers[0] = compute(ranking, args);
            }
            (Compute::Many(compute), Joined::Grades(ranking)) => compute(ranking, args, numbers),
            (Compute::Text(compute), Joined::Grades(ranking)) => {
                texts.push(compute(ranking, args));
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
    }
}

/// One column of the result.
#[derive(Debug)]
pub struct Column {
    /// The name it prints under: the measure's, with its parameter where it has one.
    pub name: String,
    /// The measure.
    pub measure: &'static Measure,
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
    /// Reads requests. Parameters given for a measure take the place of its defaults, also of
    /// those of a set: `all_trec` with `P.3` has P at 3 only.
    pub fn parse<S: AsRef<str>>(texts: &[S], compat: Compat) -> Result<Self> {
        let mut requests = Vec::new();
        for text in texts {
            parse(text.as_ref(), compat, &mut requests)?;
        }
        if requests.is_empty() {
            return Err(Error::new(ErrorKind::Usage("no measure is asked for".to_owned())));
        }
        let mut plan = Self { instances: Vec::new(), columns: Vec::new(), numbers: 0, texts: 0 };
        for &measure in MEASURES {
            let asked = requests.iter().filter(|r| r.measure == measure);
            let given: Vec<_> = asked.clone().filter_map(|r| r.given.as_ref()).collect();
            if !given.is_empty() {
                for (text, args) in merge(&given) {
                    plan.add(measure, Some(&text), args)?;
                }
            } else if asked.count() > 0 {
                plan.add(measure, None, default_args(measure))?;
            }
        }
        Ok(plan)
    }

    /// Refuses a measure of judgments of another kind than there are.
    pub fn check_needs(&self, have: Needs) -> Result<()> {
        let mut measures = self.instances.iter().map(|instance| instance.measure);
        match measures.find(|measure| measure.needs != have && measure.needs != Needs::Nothing) {
            None => Ok(()),
            Some(measure) => Err(Error::new(ErrorKind::Unsuited {
                measure: measure.name,
                found: have.text(),
                expected: format!("{} ({})", measure.needs.text(), measure.needs.formats()),
            })),
        }
    }

    fn add(&mut self, measure: &'static Measure, given: Option<&str>, args: Args) -> Result<()> {
        let name = measure.name;
        let names: Vec<String> = match &args {
            Args::Cutoffs(cutoffs) => cutoffs.iter().map(|k| format!("{name}_{k}")).collect(),
            Args::Points(points) => points.iter().map(|p| format!("{name}_{p:.2}")).collect(),
            _ => vec![given.map_or_else(|| name.to_owned(), |text| format!("{name}_{text}"))],
        };
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            let found = format!("two points that both print as '{}'", pair[0]);
            let asked = format!("{name}.{}", given.unwrap_or(""));
            return Err(parameter(&asked, found, measure, BAD_PARAMETER));
        }
        let start = self.columns.len();
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
            self.columns.push(Column { name, measure, slot });
        }
        self.instances.push(Instance { measure, args, columns: start..self.columns.len() });
        Ok(())
    }
}

impl Column {
    /// Whether the column has a value for each topic that prints.
    pub fn is_by_topic(&self) -> bool {
        !matches!(
            self.measure.average,
            Average::RunTag | Average::NumTopics | Average::GeometricMean
        )
    }

    /// Whether the column has a value in the summary.
    pub fn is_in_summary(&self) -> bool {
        self.measure.average != Average::None
    }

    /// How the column prints.
    pub fn print(&self) -> Print {
        self.measure.print
    }
}

/// Cutoffs and points of several requests for one measure become one ascending list; other
/// parameters stay apart, once each.
fn merge(given: &[&(String, Args)]) -> Vec<(String, Args)> {
    let mut merged: Vec<(String, Args)> = Vec::new();
    for (text, args) in given {
        let joined = merged.first_mut().is_some_and(|(_, first)| unite(first, args));
        if !joined && merged.iter().all(|(_, have)| have != args) {
            merged.push((text.clone(), args.clone()));
        }
    }
    merged
}

/// Adds the cutoffs or points of `more` to `all`, if that is what they are.
fn unite(all: &mut Args, more: &Args) -> bool {
    match (all, more) {
        (Args::Cutoffs(all), Args::Cutoffs(more)) => {
            all.extend(more);
            all.sort_unstable();
            all.dedup();
            true
        }
        (Args::Points(all), Args::Points(more)) => {
            all.extend(more);
            all.sort_by(f64::total_cmp);
            all.dedup();
            true
        }
        _ => false,
    }
}

fn default_args(measure: &Measure) -> Args {
    match measure.params {
        Params::None => Args::None,
        Params::Cutoffs(cutoffs) => Args::Cutoffs(cutoffs.to_vec()),
        Params::Points(points) => Args::Points(points.to_vec()),
        Params::Numbers { defaults, .. } => Args::Numbers(defaults.to_vec()),
        Params::Gains => Args::Gains(Vec::new(), 0.0),
        Params::Persistence(p) => Args::Gains(Vec::new(), p),
    }
}

fn parse(text: &str, compat: Compat, requests: &mut Vec<Request>) -> Result<()> {
    if text.is_empty() {
        return Err(Error::new(ErrorKind::Usage("the name of a measure is empty".to_owned())));
    }
    if SETS.contains(&text) {
        let members = MEASURES.iter().filter(|m| m.is_in(text, compat));
        requests.extend(members.map(|&measure| Request { measure, given: None }));
        return Ok(());
    }
    if let Some(measure) = find(text) {
        requests.push(Request { measure, given: None });
        return Ok(());
    }
    let Some((measure, params)) = split(text) else {
        return Err(unknown(text));
    };
    let args = read_args(text, measure, params)?;
    requests.push(Request { measure, given: Some((params.to_owned(), args)) });
    Ok(())
}

/// Splits a measure's name from its parameters at the first dot, or at the underscore after the
/// longest name.
fn split(text: &str) -> Option<(&'static Measure, &str)> {
    if let Some((name, params)) = text.split_once('.')
        && let Some(measure) = find(name)
    {
        return Some((measure, params));
    }
    let after = |m: &Measure| text.strip_prefix(m.name).and_then(|rest| rest.strip_prefix('_'));
    MEASURES
        .iter()
        .filter_map(|&m| after(m).map(|params| (m, params)))
        .max_by_key(|(m, _)| m.name.len())
}

fn read_args(text: &str, measure: &'static Measure, params: &str) -> Result<Args> {
    let fail = |found: String| Err(parameter(text, found, measure, BAD_PARAMETER));
    if params.is_empty() {
        let found = "no parameter after the name".to_owned();
        return Err(parameter(text, found, measure, BAD_REQUEST));
    }
    match measure.params {
        Params::None => fail(format!("parameter '{params}'")),
        Params::Cutoffs(_) => {
            let mut cutoffs = Vec::new();
            for field in params.split(',') {
                match field.parse::<usize>() {
                    Ok(k) if k > 0 => cutoffs.push(k),
                    _ => return fail(format!("cutoff '{field}'")),
                }
            }
            cutoffs.sort_unstable();
            match cutoffs.windows(2).find(|pair| pair[0] == pair[1]) {
                Some(pair) => fail(format!("cutoff {} twice", pair[0])),
                None => Ok(Args::Cutoffs(cutoffs)),
            }
        }
        Params::Points(_) => {
            let mut points = match read_numbers(params) {
                Ok(points) => points,
                Err(found) => return fail(found),
            };
            points.sort_by(f64::total_cmp);
            match points.windows(2).find(|pair| pair[0] == pair[1]) {
                Some(pair) => fail(format!("point {} twice", pair[0])),
                None => Ok(Args::Points(points)),
            }
        }
        Params::Numbers { names, any_count, .. } => match read_numbers(params) {
            Ok(numbers) if any_count || numbers.len() == names.len() => Ok(Args::Numbers(numbers)),
            Ok(numbers) => {
                let found = format!("{} numbers", numbers.len());
                Err(parameter(text, found, measure, BAD_COUNT))
            }
            Err(found) => fail(found),
        },
        Params::Gains => match read_pairs(params, None) {
            Ok((gains, _)) => Ok(Args::Gains(gains, 0.0)),
            Err(found) => fail(found),
        },
        Params::Persistence(default) => match read_pairs(params, Some(default)) {
            Ok((gains, p)) => Ok(Args::Gains(gains, p)),
            Err(found) => fail(found),
        },
    }
}

fn read_numbers(params: &str) -> std::result::Result<Vec<f64>, String> {
    params.split(',').map(read_number).collect()
}

fn read_number(field: &str) -> std::result::Result<f64, String> {
    let number = field.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("number '{field}'"))
}

/// Reads `grade=gain` pairs, and `p=persistence` where the measure has one.
fn read_pairs(
    params: &str,
    persistence: Option<f64>,
) -> std::result::Result<(Vec<(f64, f64)>, f64), String> {
    let mut gains: Vec<(f64, f64)> = Vec::new();
    let mut p = persistence.unwrap_or(0.0);
    for field in params.split(',') {
        let Some((name, value)) = field.split_once('=') else {
            return Err(format!("'{field}'"));
        };
        let value = read_number(value)?;
        if name == "p" && persistence.is_some() {
            if !(0.0..=1.0).contains(&value) {
                return Err(format!("persistence {value}"));
            }
            p = value;
            continue;
        }
        let grade = read_number(name)?;
        if grade < 0.0 {
            return Err(format!("a gain for grade {grade}, which means not judged"));
        }
        if gains.iter().any(|&(level, _)| level == grade) {
            return Err(format!("two gains for grade {grade}"));
        }
        gains.push((grade, value));
    }
    Ok((gains, p))
}

/// The exit statuses of `trec_eval`, which looks at a request, at its parameters, and at how many
/// there are, at three different times.
const BAD_REQUEST: u8 = 1;
const BAD_PARAMETER: u8 = 2;
const BAD_COUNT: u8 = 4;

fn parameter(text: &str, found: String, measure: &Measure, status: u8) -> Error {
    let name = measure.name;
    let expected = match measure.params {
        Params::None => "no parameter; -M cuts every ranking at a depth".to_owned(),
        Params::Cutoffs(_) => format!("whole numbers above 0, each once, as in {name}.5,10"),
        Params::Points(_) => format!("numbers, each once, as in {name}.0.1,0.2"),
        Params::Numbers { any_count: true, .. } => format!("numbers, as in {name}.0.2,0.5,0.8"),
        Params::Numbers { names, defaults, .. } => {
            let defaults: Vec<_> = defaults.iter().map(f64::to_string).collect();
            let (names, defaults) = (names.join(","), defaults.join(","));
            format!("{name}.{names} with numbers, as in {name}.{defaults}")
        }
        Params::Gains => {
            format!("grade=gain pairs, as in {name}.1=3,2=9 (nDCG at rank 10 is ndcg_cut.10)")
        }
        Params::Persistence(_) => {
            format!("p=persistence from 0 to 1 and grade=gain pairs, as in {name}.p=0.8,2=1")
        }
    };
    Error::new(ErrorKind::Parameter { measure: text.to_owned(), found, expected, status })
}

/// An unknown name, with the names nearest to it.
fn unknown(text: &str) -> Error {
    let name = text.split(['.', '@', '(']).next().unwrap_or(text).to_lowercase();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '_');
    let distance = |known: &str| strsim::damerau_levenshtein(name, &known.to_lowercase());
    let known = MEASURES.iter().map(|m| m.name).chain(SETS);
    let mut near: Vec<_> = known.map(|known| (distance(known), known)).collect();
    near.sort_by_key(|&(distance, _)| distance);
    let close = near.into_iter().filter(|&(distance, _)| distance * 2 <= name.len().max(2));
    let nearest = close.take(3).map(|(_, known)| known.to_owned()).collect();
    Error::new(ErrorKind::UnknownMeasure { name: text.to_owned(), nearest })
}

#[cfg(test)]
mod tests;
