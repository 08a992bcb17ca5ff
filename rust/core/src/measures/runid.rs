//! Tag of the run.

use super::{Average, Common, Compute, Measure, Needs, Print, Set};

pub(super) const MEASURE: Measure = Measure {
    name: "runid",
    title: "Tag of the run",
    help: "\
The tag in the last line of the run file. It is printed in the summary only.
A run that does not come from a file has no tag.",
    source: "trec_eval 9.0.8, m_runid.c",
    sets: &[Set::Official, Set::SetBased, Set::AllTrec, Set::Prefs, Set::AllPrefs, Set::QrelsJg],
    average: Average::RunTag,
    print: Print::Text,
    needs: Needs::Nothing,
    common: Common::NONE,
    compute: Compute::Nothing,
    ..Measure::DEFAULT
};
