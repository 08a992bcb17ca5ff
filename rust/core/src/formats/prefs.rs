//! `prefs`: preferences as text, `topic group subgroup docno level` a line.

use super::{Format, finite, grouped, guess};
use crate::error::Result;
use crate::grouped::{Fields, Grouped};
use crate::preferences::Preferences;
use crate::qrels::{Kind, Qrels};

/// What a line holds.
const LINE: &str = "5 fields: topic group subgroup docno level";

/// The format.
pub const FORMAT: Format<Qrels> = Format {
    name: "prefs",
    title: "Preferences between documents, by judgment group",
    line: LINE,
    help: "\
Within a subgroup each document is preferred to all with a lower level. Documents of different
subgroups are not compared directly, which leaves open what nobody said; but the preferences of a
group are put together: with A over B in one subgroup and B over C in another, A is over C.

    7 ann 1 A 2
    7 ann 1 B 1
    7 ann 2 B 2
    7 ann 2 C 1

These lines say that Ann prefers A to B, B to C, and so A to C. A judgment group is one view of one
information need. Groups may contradict each other, but a group that prefers a document to itself
in the end is refused, and so is one that names a document twice in a subgroup.

The level is any number. Only the order of levels counts, but for 0, which says that a document is
not relevant: the measures that limit such documents (prefs_avgjg_Rnonrel) look at it. A group
gives a document level 0 in all of its subgroups or in none. A negative level is below 0 and not
relevant; in a group of several subgroups it says neither. trec_eval 9.0.8 keeps levels as 32-bit
floats.

Documents with equal scores are ranked by id, lowest bytes first: the other way round than for all
other formats, as in trec_eval. -M cuts rankings first. -l and -J change nothing.",
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
    let lists =
        grouped::parse(text, file, LINE, |text, [topic, group, subgroup, docno, level]| {
            let value = finite(text, level, "level")?;
            Ok(Fields { topic, group, subgroup, docno, value })
        })?;
    preferences(lists)
}

/// The qrels of these preferences.
pub(super) fn preferences(lists: Grouped) -> Result<Qrels> {
    let (topics, count) = (lists.topics().to_vec(), lists.all().len());
    Ok(Qrels::of_groups(topics, count, Kind::Preferences(Preferences::new(lists)?)))
}
