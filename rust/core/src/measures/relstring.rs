//! Grades of the first documents, as text.

use super::{Args, Average, Common, Compute, Measure, Missing, Params, Print, Set};
use crate::ranking::Ranking;

pub(super) const MEASURE: Measure = Measure {
    name: "relstring",
    title: "Grades of the first documents, as text",
    help: "\
One character for each of the first n documents: 0 to 9 for the grade, > for a higher one,
- for a document that the qrels do not name, . for one in the pool but not judged (a negative
grade). A fractional grade shows its whole part. Printed by topic only.",
    source: "trec_eval 9.0.8, m_relstring.c",
    sets: &[Set::AllTrec],
    params: Params::Numbers { names: &["n"], defaults: &[10.0], any_count: false },
    average: Average::None,
    print: Print::Text,
    missing: Missing::ClearedByDefault,
    needs_nonrelevant: true,
    common: Common::GRADED,
    compute: Compute::Text(grades_as_text),
    ..Measure::DEFAULT
};

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped first
fn grades_as_text(ranking: &Ranking, args: &Args) -> String {
    let length = args.numbers()[0].clamp(0.0, ranking.num_ret as f64) as usize;
    let mut text = vec![b'-'; length];
    for document in ranking.pooled.iter().take_while(|d| d.rank <= length) {
        text[document.rank - 1] = match document.grade {
            grade if grade < 0.0 => b'.',
            grade if grade >= 10.0 => b'>',
            grade => b'0' + grade as u8,
        };
    }
    String::from_utf8(text).unwrap_or_default()
}
