//! The spelling of `trec_eval`: `ndcg_cut.10`, `P.5,10`, `ndcg.1=3,2=9`, and the names it prints.

use super::{Dialect, How, Plan, Request};
use crate::error::{Error, ErrorKind, Result};
use crate::measures::{Args, MEASURES, Measure, Number, Params, find, spellings};
use crate::view::View;

/// Reads a request; gives nothing where it is in another spelling.
pub(super) fn parse(text: &str) -> Result<Option<Request>> {
    if let Some(measure) = find(text) {
        return Ok(Some(Request { measure, how: How::Plain }));
    }
    if text.contains(['@', '(']) || spellings().any(|name| name == text) {
        return Ok(None);
    }
    let Some((measure, params)) = split(text) else { return Ok(None) };
    let how = read(text, measure, params)?;
    Ok(Some(Request { measure, how }))
}

impl Plan {
    /// Adds what is asked for of one measure in this spelling.
    pub(super) fn add_trec<'a>(
        &mut self,
        measure: &'static Measure,
        requests: impl Iterator<Item = &'a Request>,
    ) -> Result<()> {
        let (mut plain, mut given, mut cuts) = (false, Vec::new(), Vec::new());
        for request in requests {
            match &request.how {
                How::Plain => plain = true,
                How::Trec { text, args } => given.push((text, args)),
                How::Cut(cutoffs) => cuts.extend(cutoffs),
                How::Whole(_) => {}
            }
        }
        if !given.is_empty() {
            for (text, args) in merge(&given) {
                self.add_given(measure, Some(&text), args, View::default())?;
            }
        } else if plain {
            self.add_given(measure, None, default_args(measure)?, View::default())?;
        }
        cuts.sort_unstable();
        cuts.dedup();
        for k in cuts {
            let view = View { cutoff: Some(k), ..View::default() };
            self.add_given(measure, Some(&k.to_string()), default_args(measure)?, view)?;
        }
        Ok(())
    }

    fn add_given(
        &mut self,
        measure: &'static Measure,
        given: Option<&str>,
        args: Args,
        view: View,
    ) -> Result<()> {
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
        self.add(measure, names, args, view, Dialect::Trec);
        Ok(())
    }
}

/// Cutoffs and points of several requests for one measure become one ascending list; other
/// parameters stay apart, once each.
fn merge(given: &[(&String, &Args)]) -> Vec<(String, Args)> {
    let mut merged: Vec<(String, Args)> = Vec::new();
    for &(text, args) in given {
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

fn default_args(measure: &'static Measure) -> Result<Args> {
    Ok(match measure.params {
        Params::None => Args::None,
        Params::Cutoffs(cutoffs) => Args::Cutoffs(cutoffs.to_vec()),
        Params::Points(points) => Args::Points(points.to_vec()),
        Params::Numbers { defaults, .. } => Args::Numbers(defaults.to_vec()),
        Params::Named(numbers) => Args::Numbers(complete(measure.name, measure, numbers, &[])?),
        Params::Gains => Args::Gains(Vec::new(), 0.0),
        Params::Persistence(p) => Args::Gains(Vec::new(), p),
    })
}

/// All numbers of a measure, of which some are given by name.
fn complete(
    text: &str,
    measure: &'static Measure,
    numbers: &[Number],
    given: &[(&str, f64)],
) -> Result<Vec<f64>> {
    let fail = |found: String| Err(parameter(text, found, measure, BAD_PARAMETER));
    let mut all = Vec::with_capacity(numbers.len());
    for number in numbers {
        let value = given.iter().find(|(name, _)| *name == number.name).map(|&(_, value)| value);
        match value.or(number.default) {
            Some(value) if value == f64::INFINITY || number.range.contains(value) => {
                all.push(value);
            }
            Some(value) => {
                let expected = number.range.describe();
                return fail(format!("{} {value}, which is not {expected}", number.name));
            }
            None => return fail(format!("no {}", number.name)),
        }
    }
    match check_grades(numbers, &all) {
        Ok(()) => Ok(all),
        Err(found) => fail(found),
    }
}

/// The lowest grade of a scale has to be below the highest.
pub(super) fn check_grades(numbers: &[Number], values: &[f64]) -> std::result::Result<(), String> {
    let value = |name: &str| {
        let at = numbers.iter().position(|number| number.name == name);
        at.map(|at| values[at])
    };
    match (value("min_rel"), value("max_rel")) {
        (Some(min), Some(max)) if min >= max => Err(format!("min_rel {min} and max_rel {max}")),
        _ => Ok(()),
    }
}

/// Reads ranks, where they are all that a measure is given.
fn read_cutoffs(params: &str) -> std::result::Result<Vec<usize>, String> {
    let mut cutoffs = Vec::new();
    for field in params.split(',') {
        match field.parse::<usize>() {
            Ok(k) if k > 0 => cutoffs.push(k),
            _ => return Err(format!("cutoff '{field}'")),
        }
    }
    cutoffs.sort_unstable();
    match cutoffs.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("cutoff {} twice", pair[0])),
        None => Ok(cutoffs),
    }
}

/// Reads numbers by name. A number without a name is the rank at which the measure ends.
fn read_named<'a>(
    params: &'a str,
    numbers: &[Number],
) -> std::result::Result<Vec<(&'a str, f64)>, String> {
    let mut given: Vec<(&str, f64)> = Vec::new();
    for field in params.split(',') {
        let (name, value) = match field.split_once('=') {
            Some(pair) => pair,
            None => (Number::CUTOFF, field),
        };
        if !numbers.iter().any(|number| number.name == name) {
            return Err(format!("'{field}'"));
        }
        if given.iter().any(|&(have, _)| have == name) {
            return Err(format!("{name} twice"));
        }
        given.push((name, read_number(value)?));
    }
    Ok(given)
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

/// Reads the parameters after a name.
fn read(text: &str, measure: &'static Measure, params: &str) -> Result<How> {
    if params.is_empty() {
        let found = "no parameter after the name".to_owned();
        return Err(parameter(text, found, measure, BAD_REQUEST));
    }
    let is_cut = measure.common.cutoff
        && match measure.params {
            Params::None => true,
            Params::Named(numbers) => {
                !params.contains('=') && numbers.iter().all(|n| n.name != Number::CUTOFF)
            }
            _ => false,
        };
    if is_cut {
        let fail = |found| parameter(text, found, measure, BAD_PARAMETER);
        return read_cutoffs(params).map(How::Cut).map_err(fail);
    }
    let args = read_args(text, measure, params)?;
    Ok(How::Trec { text: params.to_owned(), args })
}

fn read_args(text: &str, measure: &'static Measure, params: &str) -> Result<Args> {
    let fail = |found: String| Err(parameter(text, found, measure, BAD_PARAMETER));
    match measure.params {
        Params::None => fail(format!("parameter '{params}'")),
        Params::Cutoffs(_) => read_cutoffs(params).map_or_else(fail, |k| Ok(Args::Cutoffs(k))),
        Params::Named(numbers) => match read_named(params, numbers) {
            Ok(given) => complete(text, measure, numbers, &given).map(Args::Numbers),
            Err(found) => fail(found),
        },
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
        Params::None if !measure.common.cutoff => "no parameter".to_owned(),
        Params::None => format!("no parameter or ranks to cut at, as in {name}.10"),
        Params::Named(numbers) => {
            let mut names: Vec<_> =
                numbers.iter().map(|number| format!("{}=", number.name)).collect();
            names.sort_unstable();
            format!("numbers by name, of {}", names.join(" "))
        }
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
