//! The names that another program has for measures, as its preset tells them.

use super::{How, Request, irm};
use crate::error::{Error, ErrorKind, Result};
use crate::presets::{Means, Preset};

/// Reads `name`, `name@10` or `name_at_10`; gives nothing where the preset has no such name.
pub(super) fn parse(text: &str, preset: &Preset) -> Result<Option<Request>> {
    let whole = (text, None);
    let split = ["@", "_at_"].iter().find_map(|at| text.rsplit_once(at));
    let (name, cutoff) = split.map_or(whole, |(name, cutoff)| (name, Some(cutoff)));
    let Some(means) = preset.means(name) else { return Ok(None) };
    let refuse = |expected: &str| {
        let found = format!("'{text}', by --like {}", preset.name);
        Err(Error::new(ErrorKind::Parameter {
            measure: text.to_owned(),
            found,
            expected: expected.to_owned(),
            status: 1,
        }))
    };
    let ours = match (means, cutoff) {
        (Means::At(ours) | Means::AtOverQrels(ours) | Means::AtOrWhole(ours, _), Some(k)) => {
            format!("{ours}@{k}")
        }
        (Means::Whole(ours) | Means::AtOrWhole(_, ours), None) => (*ours).to_owned(),
        (Means::At(_) | Means::AtOverQrels(_), None) => {
            return refuse(&format!("a cutoff, as in {name}@10"));
        }
        (Means::Whole(_), Some(_)) => return refuse(&format!("{name} without a cutoff")),
        (Means::Not(reason), _) => return refuse(&format!("another measure: {reason}")),
    };
    let mut request = irm::parse(&ours)?;
    if let How::Whole(whole) = &mut request.how {
        text.clone_into(&mut whole.name);
        whole.over_qrels = matches!(means, Means::AtOverQrels(_));
    }
    Ok(Some(request))
}
