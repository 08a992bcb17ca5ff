//! Which fields of a result are looked into.

use std::borrow::Cow;

use super::json::{Json, plain};

/// The fields that an answer could be read from.
///
/// What only names or places a result (title, file name, section heading or path) is not among
/// them: a distractor that names the answer does not carry it.
pub const EVIDENCE: &[&str] = &[
    "content",
    "text",
    "pageContent",
    "synopsis",
    "retrievalSynopsis",
    "tableFacts",
    "tableFacts.text",
    "tableFacts.content",
    "tableFacts.textSnippet",
    "tableFacts.accessibleMarkdown",
    "tableFacts.columns.**",
    "tableFacts.parsedColumns.**",
    "tableFacts.cells.**",
    "tableFacts.metadata.textSnippet",
    "tableFacts.metadata.accessibleMarkdown",
    "tableFacts.metadata.columns.**",
    "tableFacts.metadata.parsedColumns.**",
    "tableFacts.metadata.cells.**",
    "images.text",
    "images.ocrText",
    "images.caption",
    "images.altText",
    "images.accessibleTableMarkdown",
    "images.tableRows.**",
    "indexUnits",
    "indexUnits.title",
    "indexUnits.content",
    "indexUnits.text",
    "memoryCards",
    "memoryCards.title",
    "memoryCards.content",
    "memoryCards.text",
];

/// The fields that tell which document a result comes from.
pub const DOCUMENT: &[&str] = &[
    "title",
    "documentTitle",
    "documentName",
    "fileName",
    "filePath",
    "path",
    "documentPath",
    "sectionHeading",
    "sectionPath",
    "source",
    "url",
    "uri",
    "documentId",
    "docId",
];

/// Stands for all default fields in a list of fields.
pub const DEFAULT: &str = "default";

/// Paths to fields of a result.
///
/// A path has names parted by dots. `*` stands for any field or element, `**` at the end for all
/// strings and numbers below, and in the middle for any way down. Lists are gone through:
/// `images.text` is the `text` of each of `images`. Case, `_` and `-` play no part in a name:
/// `tableFacts` is also `table_facts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields {
    paths: Vec<Vec<Step>>,
    names: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Name(String),
    Any,
    Below,
}

impl Fields {
    /// Reads paths. None at all are the defaults, which `default` stands for too.
    ///
    /// # Errors
    ///
    /// A path is not that of a field.
    pub fn new<S: AsRef<str>>(
        paths: &[S],
        defaults: &'static [&'static str],
    ) -> Result<Self, String> {
        let mut names: Vec<String> = Vec::new();
        for path in paths {
            match path.as_ref() {
                DEFAULT => names.extend(defaults.iter().map(|&name| name.to_owned())),
                path => names.push(path.to_owned()),
            }
        }
        if paths.is_empty() {
            names.extend(defaults.iter().map(|&name| name.to_owned()));
        }
        let paths = names.iter().map(|name| parse(name)).collect::<Result<_, _>>()?;
        Ok(Self { paths, names })
    }

    /// The paths, as they were given.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Calls `each` with every text that the paths lead to in a result, until it gives false.
    pub fn each(&self, result: &Json, mut each: impl FnMut(&str) -> bool) {
        // A result that is a string is its content.
        if let Json::Text(text) = result {
            let is_content =
                |path: &Vec<Step>| matches!(&path[..], [Step::Name(n)] if n == "content");
            if self.paths.iter().any(is_content) {
                each(text);
            }
            return;
        }
        for path in &self.paths {
            if !walk(result, path, &mut each) {
                return;
            }
        }
    }
}

fn parse(path: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    for name in path.split('.') {
        let step = match name {
            "*" => Step::Any,
            "**" => Step::Below,
            "" => return Err(format!("found '{path}', expected names parted by single dots")),
            name if name.contains('*') => {
                return Err(format!("found '{path}', expected '*' and '**' as names of their own"));
            }
            name => Step::Name(plain(name).collect()),
        };
        if step != Step::Below || steps.last() != Some(&Step::Below) {
            steps.push(step);
        }
    }
    Ok(steps)
}

/// Gives false once `each` did.
fn walk(value: &Json, path: &[Step], each: &mut dyn FnMut(&str) -> bool) -> bool {
    let Some((step, rest)) = path.split_first() else {
        return match value {
            Json::List(list) => list.iter().all(|element| walk(element, path, each)),
            Json::Object(_) => true,
            value => leaf(value, each),
        };
    };
    match (step, value) {
        (Step::Below, value) if rest.is_empty() => leaves(value, each),
        (Step::Below, Json::List(list)) => {
            // A name would be looked for in the elements, which are walked all the same.
            (rest[0] != Step::Any || walk(value, rest, each))
                && list.iter().all(|element| walk(element, path, each))
        }
        (Step::Below, Json::Object(fields)) => {
            walk(value, rest, each) && fields.iter().all(|(_, value)| walk(value, path, each))
        }
        (Step::Any, Json::List(list)) => list.iter().all(|element| walk(element, rest, each)),
        (Step::Any, Json::Object(fields)) => {
            fields.iter().all(|(_, value)| walk(value, rest, each))
        }
        (Step::Name(_), Json::List(list)) => list.iter().all(|element| walk(element, path, each)),
        (Step::Name(name), Json::Object(fields)) => fields
            .iter()
            .filter(|(key, _)| plain(key).eq(name.chars()))
            .all(|(_, value)| walk(value, rest, each)),
        _ => true,
    }
}

fn leaves(value: &Json, each: &mut dyn FnMut(&str) -> bool) -> bool {
    match value {
        Json::List(list) => list.iter().all(|element| leaves(element, each)),
        Json::Object(fields) => fields.iter().all(|(_, value)| leaves(value, each)),
        value => leaf(value, each),
    }
}

fn leaf(value: &Json, each: &mut dyn FnMut(&str) -> bool) -> bool {
    let text = match value {
        Json::Text(text) => Cow::Borrowed(&**text),
        Json::Number(number) => Cow::Owned(number.to_string()),
        _ => return true,
    };
    each(&text)
}

#[cfg(test)]
mod tests {
    use super::{DOCUMENT, EVIDENCE, Fields};
    use crate::rag::json::Json;

    const RESULT: &str = r#"{
        "title": "t", "fileName": "f", "section_heading": "h", "Section-Path": ["p1", "p2"],
        "content": "c", "retrieval_synopsis": "s",
        "tableFacts": [{"title": "no", "columns": {"Total": 12, "By": ["a", "b"]},
            "metadata": {"path": "no", "cells": [["x", 1.5], [null, true]], "textSnippet": "sn"}}],
        "images": {"title": "no", "text": "i", "tableRows": [{"k": "v"}]},
        "indexUnits": [{"title": "ut", "content": "uc", "path": "no"}, "plain"]
    }"#;

    fn texts(paths: &[&str]) -> String {
        let result: Json = serde_json::from_str(RESULT).expect("JSON");
        let mut texts = Vec::new();
        Fields::new(paths, EVIDENCE).expect("paths").each(&result, |text| {
            texts.push(text.to_owned());
            true
        });
        texts.join(" ")
    }

    #[test]
    fn defaults() {
        assert_eq!(texts(&[]), "c s 12 a b sn x 1.5 i v plain ut uc");
        assert_eq!(texts(DOCUMENT), "t f h p1 p2");
    }

    #[test]
    fn wildcards() {
        assert_eq!(texts(&["images.*"]), "no i");
        assert_eq!(texts(&["tableFacts.*.title"]), "no");
        assert_eq!(texts(&["*.content"]), "uc");
        assert_eq!(texts(&["**.content"]), "c uc");
        assert_eq!(texts(&["tableFacts.columns.By", "default"]), "a b ".to_owned() + &texts(&[]));
        assert_eq!(texts(&["tableFacts", "images", "absent.**"]), "");
    }

    #[test]
    fn bad_paths() {
        for path in ["", "a..b", ".a", "a*", "***"] {
            assert!(Fields::new(&[path], EVIDENCE).is_err(), "{path}");
        }
    }

    #[test]
    fn a_string_is_its_content() {
        let each = |paths: &[&str]| {
            let mut count = 0;
            Fields::new(paths, EVIDENCE).expect("paths").each(&Json::from("x"), |_| {
                count += 1;
                true
            });
            count
        };
        assert_eq!([each(&[]), each(&["text"]), each(&["**"])], [1, 0, 0]);
    }
}
