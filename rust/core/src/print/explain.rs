//! What `rtreceval explain` prints.

use std::io::{self, Write};

use crate::explain::{Explained, Explanation, Listed};
use crate::measures::{Print, Step};
use crate::policies::Ties;

/// Decimal places, where none are asked for.
const DIGITS: usize = 4;

/// The column of the ids.
const DOCNO: usize = 1;

/// How many documents that are not retrieved are named.
const SHOWN: usize = 10;

/// Prints an explanation.
///
/// # Errors
///
/// What `out` says.
pub fn write(out: &mut dyn Write, all: &Explanation, digits: Option<usize>) -> io::Result<()> {
    head(out, all)?;
    for explained in &all.measures {
        let measure = explained.measure;
        writeln!(out, "\n{}: {}\n", measure.name, measure.title)?;
        measure_table(out, all, explained, digits.unwrap_or(DIGITS))?;
        writeln!(out)?;
        results(out, explained, digits.unwrap_or(DIGITS))?;
    }
    Ok(())
}

/// The counts.
fn head(out: &mut dyn Write, all: &Explanation) -> io::Result<()> {
    let listed = all.listed.len();
    let of = if listed < all.num_in_run {
        format!(" of {} (see -M and -J)", all.num_in_run)
    } else {
        String::new()
    };
    writeln!(out, "topic {}: {listed} documents retrieved{of}", all.topic)?;
    let grades =
        all.levels.iter().rev().map(|level| format!("{} x grade {}", level.count, level.grade));
    let judged: usize = all.levels.iter().map(|level| level.count).sum();
    writeln!(out, "judged: {judged} ({})", grades.collect::<Vec<_>>().join(", "))?;
    writeln!(
        out,
        "relevant, of grade {} and above: {}, of which {} retrieved",
        all.relevance_level, all.num_rel, all.num_rel_ret
    )?;
    if !all.absent.is_empty() {
        let named = all.absent.iter().take(SHOWN);
        let named: Vec<_> = named.map(|(docno, grade)| format!("{docno} ({grade})")).collect();
        let more = if all.absent.len() > SHOWN { ", ..." } else { "" };
        let count = all.absent.len();
        writeln!(out, "not retrieved, by grade: {count}: {}{more}", named.join(", "))?;
    }
    if all.num_tied > 0 {
        let rule = match all.ties {
            Ties::Docno => "by document id, highest bytes first",
            Ties::File => "as the lines of the run come",
            Ties::Rank => "by the rank column",
        };
        writeln!(out, "equal scores: {} documents, ordered {rule}", all.num_tied)?;
    }
    Ok(())
}

/// The ranking, what its documents add, and the ideal ranking.
fn measure_table(
    out: &mut dyn Write,
    all: &Explanation,
    explained: &Explained,
    digits: usize,
) -> io::Result<()> {
    let working = &explained.working;
    let mut header: Vec<_> = ["rank", "docno", "score", "grade"].map(str::to_owned).into();
    header.extend(working.columns.iter().map(|(name, _)| (*name).to_owned()));
    let has_ideal = !working.ideal.is_empty();
    if has_ideal {
        header.push("|".to_owned());
        header.extend(working.columns.iter().map(|(name, _)| format!("ideal {name}")));
    }
    let mut lines = vec![header];
    let (mut steps, mut ideal) = (working.steps.iter().peekable(), working.ideal.iter().peekable());
    let last_ideal = working.ideal.last().map_or(0, |step| step.rank);
    for rank in 1..=all.listed.len().max(last_ideal) {
        let mut line = vec![rank.to_string()];
        line.extend(all.listed.get(rank - 1).map_or_else(Default::default, document));
        let step = steps.next_if(|step| step.rank == rank);
        line.extend(cells(step, explained, digits));
        if has_ideal {
            line.push("|".to_owned());
            line.extend(cells(ideal.next_if(|step| step.rank == rank), explained, digits));
        }
        lines.push(line);
    }
    let columns = lines[0].len();
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    for line in &lines {
        let padded = line.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| match at {
            DOCNO => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let text = padded.collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", text.trim_end())?;
    }
    Ok(())
}

/// The id, the score and the grade of a document.
fn document(document: &Listed) -> [String; 3] {
    let grade = match document.grade {
        None => "-".to_owned(),
        Some(grade) if grade < 0.0 => ".".to_owned(),
        Some(grade) => grade.to_string(),
    };
    let docno = document.docno.chars().map(|c| if c.is_control() { '?' } else { c });
    [docno.collect(), document.score.to_string(), grade]
}

/// The cells of a step, empty where a document adds nothing.
fn cells(step: Option<&Step>, explained: &Explained, digits: usize) -> Vec<String> {
    let columns = explained.working.columns;
    let Some(step) = step else { return vec![String::new(); columns.len()] };
    let cells = columns.iter().zip(&step.cells);
    cells.map(|((_, print), &value)| number(value, *print, digits)).collect()
}

/// A count or a gain as it is, another number with decimals.
fn number(value: f64, print: Print, digits: usize) -> String {
    if print != Print::Decimal && value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.digits$}")
    }
}

/// The values, each with the division that gives it, if it is one.
fn results(out: &mut dyn Write, explained: &Explained, digits: usize) -> io::Result<()> {
    let divisions = explained.working.divisions.iter().map(Some).chain(std::iter::repeat(None));
    for ((name, &value), division) in explained.names.iter().zip(&explained.numbers).zip(divisions)
    {
        let value = number(value, explained.measure.print, digits);
        match division {
            Some(&(over, under)) if under != 0.0 => {
                let [over, under] = [over, under].map(|n| number(n, Print::Count, digits));
                writeln!(out, "{name} = {over} / {under} = {value}")?;
            }
            _ => writeln!(out, "{name} = {value}")?,
        }
    }
    for (name, text) in explained.names.iter().zip(&explained.texts) {
        writeln!(out, "{name} = {text}")?;
    }
    if explained.numbers.is_empty() && explained.texts.is_empty() {
        writeln!(out, "{} has no value by topic", explained.measure.name)?;
    }
    Ok(())
}
