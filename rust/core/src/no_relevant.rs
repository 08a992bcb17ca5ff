//! What becomes of the topics without a relevant document.

use crate::error::{Error, ErrorKind, Result};
use crate::evaluate::{Evaluator, PartsBuilder};
use crate::measures::Average;
use crate::policies::NoRelevant;
use crate::qrels::Kind;
use crate::request::{Column, Slot};

/// Treats them as the options say. Gives the names of those that are left out.
pub(crate) fn settle(evaluator: &Evaluator, parts: &mut PartsBuilder) -> Result<Vec<Box<[u8]>>> {
    let rule = evaluator.options().no_relevant;
    let has_grades = matches!(evaluator.qrels().kind(), Kind::Grades | Kind::Subtopics(_));
    if rule == NoRelevant::Zero || !has_grades {
        return Ok(Vec::new());
    }
    let keep: Vec<bool> =
        parts.topics.iter().map(|topic| has_relevant(evaluator, &topic.name)).collect();
    if rule == NoRelevant::One {
        for row in (0..keep.len()).filter(|&row| !keep[row]) {
            for column in evaluator.plan().columns.iter().filter(|column| counts_as_1(column)) {
                if let Slot::Number(at) = column.slot {
                    parts.values[row * parts.numbers + at] = 1.0;
                }
            }
        }
        return Ok(Vec::new());
    }
    let left_out = parts.topics.iter().zip(&keep).filter(|&(_, &keep)| !keep);
    let left_out: Vec<_> = left_out.map(|(topic, _)| topic.name.clone()).collect();
    if left_out.len() == parts.topics.len() {
        return Err(Error::new(ErrorKind::Contradiction {
            found: "no topic with a relevant document".to_owned(),
            expected: "at least one, since the others are left out".to_owned(),
        }));
    }
    retain(&mut parts.topics, &keep, 1);
    retain(&mut parts.values, &keep, parts.numbers);
    retain(&mut parts.texts, &keep, parts.num_texts);
    Ok(left_out)
}

fn has_relevant(evaluator: &Evaluator, topic: &[u8]) -> bool {
    let levels = evaluator.qrels().find(topic).map(|topic| evaluator.qrels().levels(topic));
    let highest = levels.and_then(<[_]>::last);
    highest.is_some_and(|highest| highest.grade >= evaluator.options().relevance_level)
}

/// Whether 1 is what a perfect ranking has in this column.
fn counts_as_1(column: &Column) -> bool {
    column.measure.is_share
        && column.measure.is_better_higher()
        && matches!(column.average, Average::Mean | Average::MeanOfQrels)
}

/// Leaves the rows to keep, of which each has so many items.
fn retain<T>(items: &mut Vec<T>, keep: &[bool], width: usize) {
    let mut index = 0;
    items.retain(|_| {
        let keep = keep[index / width];
        index += 1;
        keep
    });
}
