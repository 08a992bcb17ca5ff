//! `latex`: a table for the package booktabs.

use std::io::{self, Write};

use super::table::{Entry, Table};
use super::{Format, Report};

pub(super) const FORMAT: Format =
    Format { name: "latex", title: "the same table in LaTeX, for the package booktabs", write };

/// Prints a report.
fn write(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let table = Table::new(report);
    let (names, values) = (table.num_names, table.header.len() - table.num_names);
    writeln!(out, "\\begin{{tabular}}{{{}{}}}", "l".repeat(names), "r".repeat(values))?;
    writeln!(out, "\\toprule")?;
    line(out, &table.header)?;
    for (at, group) in table.groups.iter().enumerate() {
        // Lines that do not compare are not parted, but for the averages.
        let is_last = at + 1 == table.groups.len();
        if at == 0 || report.runs.len() > 1 || (is_last && report.parts.summary) {
            writeln!(out, "\\midrule")?;
        }
        for entries in group {
            line(out, entries)?;
        }
    }
    writeln!(out, "\\bottomrule")?;
    writeln!(out, "\\end{{tabular}}")
}

fn line(out: &mut dyn Write, entries: &[Entry]) -> io::Result<()> {
    let entry = |entry: &Entry| {
        let text = escape(&entry.text);
        let text = if entry.is_best { format!("\\textbf{{{text}}}") } else { text };
        text + &entry.note
    };
    let texts: Vec<_> = entries.iter().map(entry).collect();
    writeln!(out, "{} \\\\", texts.join(" & "))
}

/// A text as LaTeX prints it: no command, no ligature.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '-' if escaped.ends_with('-') => escaped.push_str("{}-"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn nothing_is_a_command() {
        assert_eq!(escape("P_5 & 100% {#$}"), "P\\_5 \\& 100\\% \\{\\#\\$\\}");
        assert_eq!(escape("a\\b~^"), "a\\textbackslash{}b\\textasciitilde{}\\textasciicircum{}");
        assert_eq!(escape("bm25--rm3"), "bm25-{}-rm3");
    }
}
