//! The names that another program has for measures, as its preset tells them.

use super::{How, Request, irm, syntax};
use crate::error::{Error, ErrorKind, Result};
use crate::presets::{Means, Preset};

/// Reads `name`, `name@10` or `name_at_10`, with parameters as in `name(rel=2)@10`; gives nothing
/// where the preset has no such name. Errors quote the text as it is.
pub(super) fn parse(text: &str, preset: &Preset) -> Result<Option<Request>> {
    let Some(Named { name, parameters, cutoff }) = Named::new(text) else { return Ok(None) };
    let Some(means) = preset.means(name) else { return Ok(None) };
    let refuse = |found: &str, expected: &str| {
        Err(Error::new(ErrorKind::Parameter {
            measure: text.to_owned(),
            found: format!("{found}, by --like {}", preset.name),
            expected: expected.to_owned(),
            status: 1,
        }))
    };
    let this = format!("'{text}'");
    let ours = match (means, cutoff) {
        (Means::Not(reason), _) => return refuse(&this, &format!("another measure: {reason}")),
        (Means::Whole(_), Some(_)) => return refuse(&this, &format!("{name} without a cutoff")),
        (Means::At(_) | Means::AtOverQrels(_), None) => {
            return refuse(&this, &format!("a cutoff, as in {name}@10"));
        }
        (_, Some(k)) if !k.parse().is_ok_and(|k: usize| k > 0) => {
            return refuse(&format!("cutoff '{k}'"), "a whole number of at least 1");
        }
        (Means::At(ours) | Means::AtOverQrels(ours) | Means::AtOrWhole(ours, _), Some(k)) => {
            format!("{ours}@{k}")
        }
        (Means::Whole(ours) | Means::AtOrWhole(_, ours), None) => (*ours).to_owned(),
    };
    let given = parameters.map_or(Vec::new(), keys);
    let has = |name: &str| given.iter().any(|given| given == name);
    if ours.contains("(dcg=") && has("gains") && !has("dcg") {
        return refuse(
            "gains without dcg",
            "dcg='log2' or dcg='exp-log2' too: gains are as given, or 2 to their power less 1",
        );
    }
    let ours = parameters.map_or_else(|| ours.clone(), |more| with_parameters(&ours, more));
    let mut request = irm::parse(&ours).map_err(|error| quoting(text, error))?;
    if let How::Whole(whole) = &mut request.how {
        text.clone_into(&mut whole.name);
        whole.over_qrels = matches!(means, Means::AtOverQrels(_));
    }
    Ok(Some(request))
}

/// The parts of a request.
struct Named<'a> {
    name: &'a str,
    /// What stands between parentheses.
    parameters: Option<&'a str>,
    cutoff: Option<&'a str>,
}

impl<'a> Named<'a> {
    fn new(text: &'a str) -> Option<Self> {
        let called = text.split_once('(').zip(text.rsplit_once(')'));
        if let Some(((name, _), (_, after))) = called {
            let parameters = text.get(name.len() + 1..text.len() - after.len() - 1);
            let cutoff = after.trim().strip_prefix('@').map(str::trim);
            let is_whole = cutoff.is_some() || after.trim().is_empty();
            return is_whole.then_some(Self { name: name.trim(), parameters, cutoff });
        }
        let split = ["@", "_at_"].iter().find_map(|at| text.rsplit_once(at));
        let (name, cutoff) = split.map_or((text, None), |(name, cutoff)| (name, Some(cutoff)));
        Some(Self { name, parameters: None, cutoff })
    }
}

/// A request with more parameters, in the spelling of ir_measures. They take the place of its own.
fn with_parameters(request: &str, more: &str) -> String {
    let (called, at) = request.find('@').map_or((request, ""), |at| request.split_at(at));
    let (name, own) = called.split_once('(').unwrap_or((called, ")"));
    let given = keys(more);
    let own = own.trim_end_matches(')').split(',').filter(|parameter| {
        let key = parameter.split('=').next().unwrap_or_default();
        !parameter.is_empty() && !given.iter().any(|given| given == key)
    });
    let all: Vec<_> = own.chain([more]).collect();
    format!("{name}({}){at}", all.join(","))
}

/// The names of parameters; none where they cannot be read.
fn keys(parameters: &str) -> Vec<String> {
    let call = format!("measure({parameters})");
    let read = syntax::parse(&call).map_or(Vec::new(), |call| call.params);
    read.into_iter().map(|(name, _)| name.to_owned()).collect()
}

/// The error with the name that was asked for in place of what it stands for.
fn quoting(text: &str, error: Error) -> Error {
    match error.kind() {
        ErrorKind::Parameter { found, expected, status, .. } => {
            // The place is one in the other text.
            let found = found.split(" at character ").next().unwrap_or(found);
            Error::new(ErrorKind::Parameter {
                measure: text.to_owned(),
                found: found.to_owned(),
                expected: expected.clone(),
                status: *status,
            })
        }
        _ => error,
    }
}
