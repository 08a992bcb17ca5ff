//! An earlier report, read from JSON.

use std::collections::BTreeMap;
use std::path::Path;

use super::json::{Json, Wrong};
use super::jsonl::read_value;
use super::report::{Kind, Values};
use crate::error::Result;

/// An earlier report.
#[derive(Debug)]
pub struct Baseline {
    /// What its values depend on, as JSON.
    pub(super) settings: Vec<(String, String)>,
    pub(super) summary: Values,
    /// The means by facet and value.
    pub(super) facets: BTreeMap<String, BTreeMap<String, Values>>,
    /// The values of the items that were evaluated, by id.
    pub(super) rows: BTreeMap<String, Values>,
}

impl Baseline {
    /// Reads a report that was written as JSON.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no report of this kind.
    pub fn read(file: &Path, kind: &Kind) -> Result<Self> {
        read_value(file, |json| Self::from_json(json, kind))
    }

    /// Takes a report from JSON.
    ///
    /// # Errors
    ///
    /// It is no report of this kind.
    pub fn from_json(json: &Json, kind: &Kind) -> std::result::Result<Self, Wrong> {
        let report = format!("a report of {}, written as JSON", kind.rows);
        let rows = json.field(kind.rows, &report)?.list(&report);
        let rows = rows.map_err(|w| w.in_field(kind.rows))?.iter().enumerate();
        let rows = rows.map(|(at, row)| {
            let id = row.field(kind.id, &report).and_then(|id| id.text(&report));
            let values = values(row, kind, |column| kind.columns[column].of_item);
            let wrong = |w: Wrong| w.in_element(at).in_field(kind.rows);
            Ok((id.map_err(wrong)?.to_owned(), values.map_err(wrong)?))
        });
        let means = |json: &Json| values(json, kind, |column| kind.columns[column].of_mean);
        let mut facets = BTreeMap::new();
        for (facet, groups) in object(json.field("facets", &report)?, &report)? {
            let mut of_facet = BTreeMap::new();
            for (value, group) in object(groups, &report)? {
                of_facet.insert(value.to_owned(), means(group)?);
            }
            facets.insert(facet.to_owned(), of_facet);
        }
        let settings = object(json.field("settings", &report)?, &report)?;
        // An item that was left out has none.
        let is_evaluated = |(_, values): &(String, Values)| values.iter().any(Option::is_some);
        let rows = rows.collect::<std::result::Result<Vec<_>, _>>()?;
        Ok(Self {
            settings: settings.map(|(name, value)| (name.to_owned(), plain(value))).collect(),
            summary: means(json.field("summary", &report)?).map_err(|w| w.in_field("summary"))?,
            facets,
            rows: rows.into_iter().filter(is_evaluated).collect(),
        })
    }
}

/// A value as text, to compare it.
pub(super) fn plain(json: &Json) -> String {
    serde_json::to_string(json).unwrap_or_default()
}

fn object<'j>(
    json: &'j Json,
    expected: &str,
) -> std::result::Result<impl Iterator<Item = (&'j str, &'j Json<'j>)>, Wrong> {
    match json {
        Json::Object(fields) => Ok(fields.iter().map(|(name, value)| (&**name, value))),
        _ => Err(Wrong::value(json, expected)),
    }
}

/// The values that an item or a group has under the names of columns.
fn values(
    json: &Json,
    kind: &Kind,
    name: impl Fn(usize) -> &'static str,
) -> std::result::Result<Values, Wrong> {
    let mut values = Values::default();
    let json = match kind.nested {
        None => json,
        Some(nested) => json.field(nested, "the values of a report")?,
    };
    if *json == Json::Null {
        return Ok(values);
    }
    for (column, value) in values.iter_mut().enumerate() {
        let name = name(column);
        *value = match json.field(name, "a number or null")? {
            Json::Null => None,
            Json::Number(number) => number.as_f64(),
            other => return Err(Wrong::value(other, "a number or null").in_field(name)),
        };
    }
    Ok(values)
}
