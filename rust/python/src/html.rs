//! Results in a notebook.

use std::fmt::Write;

use rtreceval_core::error::counted;
use rtreceval_core::measures::Print;
use rtreceval_core::{Evaluation, Value};

/// Topics to show: a notebook is no place for a thousand rows.
const TOPICS: usize = 10;

/// A table of the averages, and of the first topics under them.
pub fn table(result: &Evaluation) -> String {
    let columns = &result.plan().columns;
    let mut html = String::from("<table>\n<thead><tr><th>topic</th>");
    for column in columns {
        let _ = write!(html, "<th>{}</th>", escape(column.name.as_bytes())); // a String takes all
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    let mut row = |topic: &[u8], value: &dyn Fn(usize) -> Option<String>| {
        let _ = write!(html, "<tr><th>{}</th>", escape(topic));
        for index in 0..columns.len() {
            let _ = write!(html, "<td>{}</td>", value(index).unwrap_or_default());
        }
        html.push_str("</tr>\n");
    };
    let cell = |value: Value, index: usize| match (value, columns[index].print()) {
        (Value::Number(number), Print::Count) => format!("{number:.0}"),
        (Value::Number(number), _) => format!("{number:.4}"),
        (Value::Text(text), _) => escape(text),
    };
    row(b"all", &|index| result.summary(index).map(|value| cell(value, index)));
    for (at, topic) in result.topics().iter().enumerate().take(TOPICS) {
        row(&topic.name, &|index| {
            columns[index].is_by_topic().then(|| cell(result.value(at, index), index))
        });
    }
    html.push_str("</tbody>\n</table>\n");
    let _ = writeln!(html, "<p>{}</p>", escape(note(result).as_bytes()));
    html
}

/// What the table leaves out, and what the averages do.
fn note(result: &Evaluation) -> String {
    let topics = result.topics().len();
    let mut note = counted(topics, "topic");
    if topics > TOPICS {
        let _ = write!(note, ", of which the first {TOPICS} are shown");
    }
    for (count, what) in [
        (result.missing_topics().len(), "of the qrels not in the run"),
        (result.unjudged_topics().len(), "of the run not in the qrels"),
    ] {
        if count > 0 {
            let _ = write!(note, "; {} {what}", counted(count, "topic"));
        }
    }
    note
}

/// Text that HTML does not take for its own.
pub fn escape(text: &[u8]) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in String::from_utf8_lossy(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
