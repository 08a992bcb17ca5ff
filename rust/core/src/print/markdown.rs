//! `markdown`: a table whose source is aligned too, so that it reads well in a terminal.

use std::io::{self, Write};

use super::table::{Entry, Table};
use super::{Format, Report};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    title: "a table: a line for each run, a column for each measure (default for several runs)",
    write,
};

/// Prints a report.
fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let table = Table::new(report);
    let lines: Vec<Vec<String>> = std::iter::once(&table.header)
        .chain(table.groups.iter().flatten())
        .map(|line| line.iter().map(entry).collect())
        .collect();
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(3)
    };
    let widths: Vec<_> = (0..table.header.len()).map(width).collect();
    for (at, line) in lines.iter().enumerate() {
        for (column, (text, &width)) in line.iter().zip(&widths).enumerate() {
            if column < table.num_names {
                write!(out, "| {text:<width$} ")?;
            } else {
                write!(out, "| {text:>width$} ")?;
            }
        }
        writeln!(out, "|")?;
        if at == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let rule = "-".repeat(width - 1);
                let is_name = column < table.num_names;
                write!(
                    out,
                    "| {} ",
                    if is_name { format!(":{rule}") } else { format!("{rule}:") }
                )?;
            }
            writeln!(out, "|")?;
        }
    }
    Ok(())
}

fn entry(entry: &Entry) -> String {
    let text = escape(&entry.text);
    let text = if entry.is_best { format!("**{text}**") } else { text };
    text + &entry.note
}

/// A text in which nothing is taken for markup. An underscore within a word is none.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_markup = match c {
            '_' => !(before.is_alphanumeric() && rest.peek().is_some_and(|c| c.is_alphanumeric())),
            c => "\\`*[]<>|~&$".contains(c),
        };
        if is_markup {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
        before = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escape("ndcg_cut_10"), "ndcg_cut_10");
        assert_eq!(escape("_a_|*b*\\"), "\\_a\\_\\|\\*b\\*\\\\");
        assert_eq!(escape("a\nb"), "a b");
    }
}
