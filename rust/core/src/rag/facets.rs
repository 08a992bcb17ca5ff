//! Facets: fields of an item by whose values results are rolled up.

use super::json::{Json, Wrong};

/// The group of items that lack a facet, or have null or an empty list for it.
pub const NO_VALUE: &str = "(none)";

const EXPECTED: &str = "a string, a number, a boolean, null, or a list of these";

/// The groups an item belongs to: one, or several where the facet is a list. `path` is the name of
/// a field, or several parted by dots.
///
/// # Errors
///
/// The field holds what is no name of a group.
pub fn values(item: &Json, path: &str) -> Result<Vec<String>, Wrong> {
    let wrong = |wrong: Wrong| match item.get(path) {
        Some(_) => wrong.in_field(path),
        None => path.rsplit('.').fold(wrong, Wrong::in_field),
    };
    let mut values = match find(item, path) {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::List(list)) => list
            .iter()
            .enumerate()
            .map(|(at, value)| text(value).map_err(|wrong| wrong.in_element(at)))
            .collect::<Result<Vec<_>, _>>()
            .map_err(wrong)?,
        Some(value) => vec![text(value).map_err(wrong)?],
    };
    if values.is_empty() {
        values.push(NO_VALUE.to_owned());
    }
    Ok(unique(values))
}

/// Each name once.
pub fn unique(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}

/// Whether an item has this facet, be it null.
pub fn is_in(item: &Json, path: &str) -> bool {
    find(item, path).is_some()
}

fn find<'j, 'a>(item: &'j Json<'a>, path: &str) -> Option<&'j Json<'a>> {
    if let Some(value) = item.get(path) {
        return Some(value);
    }
    let (name, rest) = path.split_once('.')?;
    find(item.get(name)?, rest)
}

fn text(value: &Json) -> Result<String, Wrong> {
    match value {
        Json::Null => Ok(NO_VALUE.to_owned()),
        Json::Bool(value) => Ok(value.to_string()),
        Json::Number(number) => Ok(number.to_string()),
        Json::Text(text) => Ok(text.clone().into_owned()),
        Json::List(_) | Json::Object(_) => Err(Wrong::value(value, EXPECTED)),
    }
}

#[cfg(test)]
mod tests {
    use super::values;
    use crate::rag::json::Json;

    #[test]
    fn of_every_kind() {
        let text = r#"{"s": "x", "n": 1, "f": 1.5, "b": true, "z": null, "l": ["x", "y", "x"],
            "e": [], "o": {"p": "deep", "bad": {}}, "o.p": "flat"}"#;
        let item: Json = serde_json::from_str(text).expect("JSON");
        let of = |path: &str| values(&item, path).expect("values").join("|");
        assert_eq!(["s", "n", "f", "b"].map(of), ["x", "1", "1.5", "true"]);
        assert_eq!(["z", "l", "e", "absent"].map(of), ["(none)", "x|y", "(none)", "(none)"]);
        assert_eq!(["o.p", "s.x"].map(of), ["flat", "(none)"]);
        assert_eq!(values(&item, "o.bad").expect_err("an object").found(), "an object in 'o.bad'");
    }
}
