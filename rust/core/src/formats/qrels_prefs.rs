//! `qrels_prefs`: qrels read as preferences, `topic group docno level` a line.

use super::{Format, finite, grouped, guess, prefs};
use crate::error::Result;
use crate::grouped::Fields;
use crate::qrels::Qrels;

/// What a line holds.
const LINE: &str = "4 fields: topic group docno level";

/// The format.
pub const FORMAT: Format<Qrels> = Format {
    name: "qrels_prefs",
    title: "Qrels read as preferences",
    line: LINE,
    help: "\
Each document is preferred to all with a lower level of the same topic and group; the group of
qrels is mostly 0 throughout. This is prefs with one subgroup in each group: see -h -R prefs. A
level of -1, which in qrels means not judged, is below 0 here, as in trec_eval.",
    recognise: guess::never,
    parse,
    tolerant: None,
    choices: &[],
};

/// Reads preferences. `file` is the name that messages give to the text.
///
/// # Errors
///
/// A line is not of this format, or a subgroup names a document twice.
pub fn parse(text: Vec<u8>, file: &str, _threads: usize) -> Result<Qrels> {
    let lists = grouped::parse(text, file, LINE, |text, [topic, group, docno, level]| {
        let value = finite(text, level, "level")?;
        Ok(Fields { topic, group, subgroup: 0..0, docno, value })
    })?;
    prefs::preferences(lists)
}
