//! Values that go by names, and what is said of a name that is none of them.

use std::fmt;

/// A choice with a name for each of its values.
pub trait Choice: Copy + PartialEq + 'static {
    /// The names and values, the default first.
    const VALUES: &'static [(&'static str, Self)];

    /// The value of this name.
    ///
    /// # Errors
    ///
    /// The names that there are, if this is none.
    fn find(name: &str) -> Result<Self, Names> {
        by_name(Self::VALUES, |row| row.0, name).map(|row| row.1)
    }

    /// The name of a value.
    fn name(self) -> &'static str {
        let named = Self::VALUES.iter().find(|(_, value)| *value == self);
        named.map_or("", |(name, _)| name)
    }
}

/// The row of a table that has this name.
///
/// # Errors
///
/// The names that there are, if this is none.
pub fn by_name<T>(
    table: &'static [T],
    name_of: impl Fn(&T) -> &'static str,
    name: &str,
) -> Result<&'static T, Names> {
    let named = table.iter().find(|row| name_of(row) == name);
    named.ok_or_else(|| Names(table.iter().map(name_of).collect()))
}

/// The names that were expected: as text `a, b or c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names(Vec<&'static str>);

impl Names {
    /// As text, each in quotes.
    pub fn quoted(&self) -> String {
        listed(self.0.iter().map(|name| format!("'{name}'")).collect())
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&listed(self.0.iter().map(ToString::to_string).collect()))
    }
}

fn listed(mut names: Vec<String>) -> String {
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::by_name;

    #[test]
    fn a_name_that_is_none_is_told_those_there_are() {
        let names =
            |table: &'static [&'static str]| by_name(table, |name| name, "x").expect_err("none");
        assert_eq!(names(&["a", "b", "c"]).to_string(), "a, b or c");
        assert_eq!(names(&["a", "b"]).quoted(), "'a' or 'b'");
        assert_eq!(names(&["a"]).to_string(), "a");
        assert_eq!(by_name(&["a", "b"], |name| name, "b"), Ok(&"b"));
    }
}
