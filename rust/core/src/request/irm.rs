//! The spelling of ir_measures, for the measures that it has and for all others: what the
//! parameters of a measure mean, and how it prints.

use super::syntax::{self, Call, Value};
use super::trec::check_grades;
use super::{Dialect, How, Request, Whole, unknown};
use crate::error::{Error, ErrorKind, Result};
use crate::measures::{Args, Irm, Literal, MEASURES, Measure, Number, Params, Range, Rel, find};
use crate::view::{Grades, View};

const REL: &str = "rel";
const JUDGED_ONLY: &str = "judged_only";
const GAINS: &str = "gains";
const RECALL: &str = "recall";
const POINT: &str = "point";

/// The names of all parameters that a measure takes in this spelling.
pub fn parameters(measure: &'static Measure) -> Vec<&'static str> {
    let irm = measure.irm.unwrap_or(Irm::new(measure.name));
    Candidate { measure, irm }.takes()
}

/// Reads a request.
pub(super) fn parse(text: &str) -> Result<Request> {
    let call = syntax::parse(text).map_err(|fault| {
        if !text.contains(['@', '(']) {
            return unknown(text);
        }
        let found = format!("{} at character {}", fault.found, fault.column);
        error(text, found, fault.expected.to_owned())
    })?;
    let candidates = candidates(&call, text)?;
    let params = params(&call, &candidates, text)?;
    let mut choices = candidates.iter().filter(|candidate| candidate.is_meant(&params));
    match choices.next() {
        Some(candidate) => candidate.request(&params, text),
        None => Err(candidates[0].refuse_choice(&params, text)),
    }
}

/// Reads a name such as `ndcg_at_10`, as MTEB has them; gives nothing where it is none.
pub(super) fn parse_at_name(text: &str) -> Result<Option<Request>> {
    let Some((name, k)) = text.rsplit_once("_at_") else { return Ok(None) };
    if k.is_empty() || !k.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(None);
    }
    let mut request = parse(&format!("{name}@{k}"))?;
    if let How::Whole(whole) = &mut request.how {
        text.clone_into(&mut whole.name);
    }
    Ok(Some(request))
}

/// A measure that the name may mean.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    measure: &'static Measure,
    irm: Irm,
}

/// Parameters by name, each once, in the order given.
type Given = Vec<(String, Value)>;

/// The measures that a name may mean: those that ir_measures has under it, else the one with this
/// name of its own.
fn candidates(call: &Call, text: &str) -> Result<Vec<Candidate>> {
    let named = |&measure: &&'static Measure| {
        let irm = measure.irm.filter(|irm| irm.names().any(|name| name == call.name))?;
        Some((measure, irm))
    };
    // A name that sets a parameter stands for all measures of the name it stands for.
    let Some((_, first)) = MEASURES.iter().find_map(named) else {
        let synonym = |m: &&&'static Measure| m.synonyms.contains(&call.name);
        if let Some(&measure) = MEASURES.iter().find(synonym) {
            let own = measure.irm.unwrap_or(Irm::new(measure.name));
            let name = measure.synonyms.iter().find(|name| **name == call.name);
            let irm = Irm { name: name.copied().unwrap_or(own.name), choice: None, ..own };
            return Ok(vec![Candidate { measure, irm }]);
        }
        let measure = find(call.name).ok_or_else(|| unknown(text))?;
        return Ok(vec![Candidate { measure, irm: Irm::new(measure.name) }]);
    };
    let same = |&measure: &&'static Measure| {
        let irm = measure.irm.filter(|irm| irm.name == first.name)?;
        Some(Candidate { measure, irm })
    };
    Ok(MEASURES.iter().filter_map(same).collect())
}

/// The parameters, among them what follows the `@` and what the name sets.
fn params(call: &Call, candidates: &[Candidate], text: &str) -> Result<Given> {
    let mut given = Given::new();
    let presets = candidates.iter().filter_map(|candidate| candidate.irm.preset);
    for preset in presets.filter(|preset| preset.name == call.name) {
        given.push((preset.param.to_owned(), value(preset.value)));
    }
    for (name, value) in &call.params {
        match given.iter_mut().find(|(have, _)| have == name) {
            Some((_, have)) => *have = value.clone(),
            None => given.push(((*name).to_owned(), value.clone())),
        }
    }
    if let Some(at) = &call.at {
        let name = candidates[0].at();
        if given.iter().any(|(have, _)| have == name) {
            let expected = format!("{name} once, as {name}= or after the '@'");
            return Err(error(text, format!("{name} twice"), expected));
        }
        given.push((name.to_owned(), at.clone()));
    }
    Ok(given)
}

fn value(literal: Literal) -> Value {
    match literal {
        Literal::Whole(number) => Value::Whole(number),
        Literal::Flag(flag) => Value::Flag(flag),
        Literal::Text(text) => Value::Text(text.to_owned()),
    }
}

fn get<'a>(given: &'a Given, name: &str) -> Option<&'a Value> {
    given.iter().find(|(have, _)| have == name).map(|(_, value)| value)
}

impl Candidate {
    /// The parameter that follows the `@`.
    fn at(&self) -> &'static str {
        match (self.measure.params, self.measure.irm) {
            (Params::Points(_), Some(_)) => RECALL,
            (Params::Points(_), None) => POINT,
            _ => Number::CUTOFF,
        }
    }

    /// Whether the parameters say that this measure is meant.
    fn is_meant(&self, given: &Given) -> bool {
        let chosen = self.irm.choice.is_none_or(|choice| match get(given, choice.param) {
            Some(have) => have.equals(&value(choice.value)),
            None => choice.is_default,
        });
        let has_rel = get(given, REL).is_some();
        chosen
            && (has_rel || !self.irm.rel_is_required)
            && (!has_rel || self.measure.common.rel != Rel::No)
    }

    /// The error where no measure of this name is meant.
    fn refuse_choice(&self, given: &Given, text: &str) -> Error {
        let same = MEASURES.iter().filter_map(|m| m.irm).filter(|irm| irm.name == self.irm.name);
        let choices: Vec<_> = same.filter_map(|irm| irm.choice).collect();
        for choice in &choices {
            if let Some(found) = get(given, choice.param)
                && !choices.iter().any(|other| found.equals(&value(other.value)))
            {
                let values: Vec<_> = choices.iter().map(|c| value(c.value).to_string()).collect();
                let found = format!("{}={found}", choice.param);
                return error(text, found, format!("{}={}", choice.param, values.join(" or ")));
            }
        }
        self.unexpected(REL, text)
    }

    /// The error of a parameter that the measure does not take.
    fn unexpected(&self, name: &str, text: &str) -> Error {
        let takes = self.takes();
        let expected = match takes.len() {
            0 => format!("{} without a parameter", self.irm.name),
            _ => format!("one of those of {}: {}", self.irm.name, takes.join(", ")),
        };
        error(text, format!("parameter '{name}'"), expected)
    }

    /// The names of all parameters.
    fn takes(&self) -> Vec<&'static str> {
        let Candidate { measure, irm } = self;
        let mut names: Vec<&str> = Vec::new();
        if self.takes_cutoff() || self.at() != Number::CUTOFF {
            names.push(self.at());
        }
        if measure.common.cutoff && !names.contains(&Number::CUTOFF) {
            names.push(Number::CUTOFF);
        }
        if measure.common.rel != Rel::No {
            names.push(REL);
        }
        if measure.common.judged_only {
            names.push(JUDGED_ONLY);
        }
        names.extend(irm.choice.map(|choice| choice.param));
        if self.takes_gains() {
            names.push(GAINS);
        }
        names.extend(self.numbers().map(|number| number.name).filter(|n| *n != Number::CUTOFF));
        names
    }

    /// Whether its own parameters have a cutoff.
    fn takes_cutoff(&self) -> bool {
        matches!(self.measure.params, Params::Cutoffs(_))
            || self.numbers().any(|number| number.name == Number::CUTOFF)
    }

    fn takes_gains(&self) -> bool {
        self.irm.gains || matches!(self.measure.params, Params::Gains)
    }

    /// The numbers that it takes by name.
    fn numbers(&self) -> impl Iterator<Item = Number> + use<> {
        let own: Vec<Number> = match (self.irm.param, self.measure.params) {
            (Some(renamed), _) => vec![renamed.number],
            (None, Params::Named(numbers)) => numbers.to_vec(),
            (None, Params::Numbers { names, defaults, any_count: false }) => names
                .iter()
                .zip(defaults)
                .map(|(name, default)| Number { name, default: Some(*default), range: Range::Any })
                .collect(),
            (None, Params::Persistence(p)) => {
                vec![Number { name: "p", default: Some(p), range: Range::Share }]
            }
            (None, _) => Vec::new(),
        };
        own.into_iter()
    }

    /// The request for this measure.
    fn request(&self, given: &Given, text: &str) -> Result<Request> {
        let takes = self.takes();
        if let Some((name, _)) = given.iter().find(|(name, _)| !takes.contains(&name.as_str())) {
            return Err(self.unexpected(name, text));
        }
        let (view, cutoff) = self.view(given, text)?;
        let args = self.args(given, cutoff, text)?;
        let name = self.name(given);
        // A name has one meaning: one that trec_eval has too is as trec_eval has it.
        let is_shared = find(&name).is_some_and(|measure| measure == self.measure);
        let dialect = if is_shared { Dialect::Trec } else { Dialect::IrMeasures };
        let whole = Whole { name, args, view, dialect, over_qrels: false };
        Ok(Request { measure: self.measure, how: How::Whole(whole) })
    }

    /// The view, and the cutoff if it is one of the measure's own parameters.
    fn view(&self, given: &Given, text: &str) -> Result<(View, Option<usize>)> {
        let mut view = View::default();
        let fail = |name: &str, found: &Value, expected: &str| {
            Err(error(text, format!("{name}={found}"), expected.to_owned()))
        };
        let mut own_cutoff = None;
        if let Some(found) = get(given, Number::CUTOFF) {
            let cutoff = match found {
                Value::Whole(k) => usize::try_from(*k).ok().filter(|&k| k > 0),
                _ => None,
            };
            let Some(cutoff) = cutoff else {
                return fail(Number::CUTOFF, found, Range::Count.describe());
            };
            if self.takes_cutoff() {
                own_cutoff = Some(cutoff);
            } else {
                view.cutoff = Some(cutoff);
            }
        }
        if let Some(found) = get(given, REL) {
            let Some(level) = found.number().filter(|&level| level >= 0.0) else {
                return fail(REL, found, Range::NotNegative.describe());
            };
            view.relevance_level = Some(level);
            if self.measure.common.rel == Rel::Binary {
                view.grades = Grades::Binary;
            }
        }
        match get(given, JUDGED_ONLY) {
            None => {}
            Some(Value::Flag(flag)) => view.judged_only = *flag,
            Some(found) => return fail(JUDGED_ONLY, found, Range::Flag.describe()),
        }
        match get(given, GAINS) {
            None => {}
            Some(Value::Map(pairs)) if pairs.iter().all(|&(from, to)| from >= 0.0 && to >= 0.0) => {
                let pairs =
                    pairs.iter().copied().filter(|(from, to)| from != to).collect::<Vec<_>>();
                if !pairs.is_empty() {
                    view.grades = Grades::Mapped(pairs);
                }
            }
            Some(found) => {
                let expected = "grades of at least 0 and gains of at least 0, as in {1:2,2:5}: a \
                                negative grade means not judged";
                return fail(GAINS, found, expected);
            }
        }
        Ok((view, own_cutoff))
    }

    fn args(&self, given: &Given, cutoff: Option<usize>, text: &str) -> Result<Args> {
        let missing = |name: &str| {
            let expected = format!("one, as in {}@10", self.irm.name);
            Err(error(text, format!("no {name}"), expected))
        };
        Ok(match self.measure.params {
            Params::None => Args::None,
            Params::Cutoffs(_) => match cutoff {
                Some(k) => Args::Cutoffs(vec![k]),
                None if self.irm.cutoff_is_optional => Args::Cutoffs(vec![usize::MAX]),
                None => return missing(Number::CUTOFF),
            },
            Params::Points(_) => match get(given, self.at()).map(|found| (found, found.number())) {
                Some((_, Some(point))) => Args::Points(vec![point]),
                Some((found, None)) => {
                    let found = format!("{}={found}", self.at());
                    return Err(error(text, found, "a number".to_owned()));
                }
                None => {
                    let expected = format!("one, as in {}@0.1", self.irm.name);
                    return Err(error(text, format!("no {}", self.at()), expected));
                }
            },
            Params::Numbers { any_count: true, defaults, .. } => Args::Numbers(defaults.to_vec()),
            Params::Numbers { .. } | Params::Named(_) => {
                Args::Numbers(self.values(given, cutoff, text)?)
            }
            Params::Gains => Args::Gains(Vec::new(), 0.0),
            Params::Persistence(_) => Args::Gains(Vec::new(), self.values(given, cutoff, text)?[0]),
        })
    }

    /// The numbers that it takes by name.
    fn values(&self, given: &Given, cutoff: Option<usize>, text: &str) -> Result<Vec<f64>> {
        let convert =
            self.irm.param.map_or(std::convert::identity as fn(f64) -> f64, |p| p.convert);
        let mut values = Vec::new();
        for Number { name, default, range } in self.numbers() {
            let value = match (name, get(given, name)) {
                (Number::CUTOFF, Some(_)) => cutoff.map(|k| k as f64),
                (_, Some(Value::Flag(flag))) if range == Range::Flag => {
                    Some(f64::from(u8::from(*flag)))
                }
                (_, Some(found)) => {
                    let number = found.number();
                    let number = number.filter(|&n| range != Range::Flag && range.contains(n));
                    if number.is_none() {
                        let found = format!("{name}={found}");
                        return Err(error(text, found, range.describe().to_owned()));
                    }
                    number
                }
                (_, None) => default,
            };
            let Some(value) = value else {
                let example = if name == Number::CUTOFF { "@10" } else { "(max_rel=3)" };
                let expected = format!("one, as in {}{example}", self.irm.name);
                return Err(error(text, format!("no {name}"), expected));
            };
            values.push(convert(value));
        }
        let numbers: Vec<_> = self.numbers().collect();
        check_grades(&numbers, &values).map_err(|found| {
            error(text, found, "max_rel above min_rel: the ends of the scale".to_owned())
        })?;
        Ok(values)
    }

    /// The name that it prints under: parameters that are as by default are left out.
    fn name(&self, given: &Given) -> String {
        let shown = given.iter().filter(|(name, value)| {
            name != self.at() && !self.default(name).is_some_and(|default| default.equals(value))
        });
        let shown: Vec<_> = shown.map(|(name, value)| format!("{name}={value}")).collect();
        let parameters =
            if shown.is_empty() { String::new() } else { format!("({})", shown.join(",")) };
        let at = get(given, self.at()).map_or_else(String::new, |at| format!("@{at}"));
        format!("{}{parameters}{at}", self.irm.name)
    }

    /// What a parameter is where it is not given.
    fn default(&self, name: &str) -> Option<Value> {
        if let Some(choice) = self.irm.choice.filter(|choice| choice.param == name) {
            return choice.is_default.then(|| value(choice.value));
        }
        match name {
            REL if self.measure.common.rel == Rel::Level && !self.irm.rel_is_required => {
                Some(Value::Whole(1))
            }
            JUDGED_ONLY => Some(Value::Flag(false)),
            _ => {
                let number = self.numbers().find(|number| number.name == name)?;
                let default = number.default?;
                let is_flag = number.range == Range::Flag;
                Some(if is_flag { Value::Flag(default != 0.0) } else { Value::Decimal(default) })
            }
        }
    }
}

fn error(text: &str, found: String, expected: String) -> Error {
    Error::new(ErrorKind::Parameter { measure: text.to_owned(), found, expected, status: 1 })
}
