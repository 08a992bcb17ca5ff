//! The syntax of ir_measures: `Name`, `Name@k`, `Name(key=value, ...)`, `Name(key=value, ...)@k`.
//! Values are numbers, strings, `True`, `False`, and maps of numbers such as `{1:2, 2:5}`.

use std::fmt::{self, Display, Write};

/// A measure as written.
#[derive(Debug, PartialEq)]
pub(super) struct Call<'a> {
    /// The name.
    pub(super) name: &'a str,
    /// The parameters in parentheses, in the order given.
    pub(super) params: Vec<(&'a str, Value)>,
    /// What follows the `@`.
    pub(super) at: Option<Value>,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Whole(i64),
    Decimal(f64),
    Flag(bool),
    Text(String),
    /// Numbers, in the order given.
    Map(Vec<(f64, f64)>),
}

/// What is wrong, and at which character.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    pub(super) column: usize,
    pub(super) found: String,
    pub(super) expected: &'static str,
}

impl Value {
    /// The number that this is; True and False are none.
    pub(super) fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Decimal(number) => Some(*number),
            Self::Flag(_) | Self::Text(_) | Self::Map(_) => None,
        }
    }

    /// Whether two values are equal, a whole number and a decimal one too.
    pub(super) fn equals(&self, other: &Self) -> bool {
        match (self.number(), other.number()) {
            (Some(a), Some(b)) => a == b,
            _ => self == other,
        }
    }
}

impl Display for Value {
    /// As Python prints it, and as ir_measures prints maps: without what stays as it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => write!(f, "{number}"),
            Self::Decimal(number) => f.write_str(&decimal(*number)),
            Self::Flag(true) => f.write_str("True"),
            Self::Flag(false) => f.write_str("False"),
            Self::Text(text) => write!(f, "'{text}'"),
            Self::Map(pairs) => {
                let mut sorted: Vec<_> = pairs.iter().filter(|(from, to)| from != to).collect();
                sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
                let pairs: Vec<_> =
                    sorted.iter().map(|(a, b)| format!("{}:{}", short(*a), short(*b))).collect();
                write!(f, "{{{}}}", pairs.join(","))
            }
        }
    }
}

/// A number of a map: whole ones print as whole.
fn short(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format!("{number:.0}")
    } else {
        decimal(number)
    }
}

/// A decimal number as Python prints it: the shortest digits that give it back.
fn decimal(number: f64) -> String {
    let plain = number == 0.0 || (1e-4..1e16).contains(&number.abs());
    if plain {
        return format!("{number:?}");
    }
    let text = format!("{number:e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(exponent) => ('-', exponent),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text,
    }
}

/// Reads a measure.
pub(super) fn parse(text: &str) -> Result<Call<'_>, Fault> {
    let mut reader = Reader { text, at: 0 };
    let name = reader.name("the name of a measure")?;
    let mut params: Vec<(&str, Value)> = Vec::new();
    if reader.take('(') {
        let mut first = true;
        while !reader.take(')') {
            if !first {
                reader.expect(',', "',' or ')'")?;
                if reader.take(')') {
                    break;
                }
            }
            first = false;
            let start = reader.here();
            let key = reader.name("a parameter, as in rel=2")?;
            if params.iter().any(|(have, _)| *have == key) {
                return Err(reader.fault_at(start, format!("{key} twice"), "each parameter once"));
            }
            reader.expect('=', "'=' and a value")?;
            params.push((key, reader.value()?));
        }
    }
    let at = if reader.take('@') { Some(reader.value()?) } else { None };
    match reader.peek() {
        None => Ok(Call { name, params, at }),
        Some(_) => Err(reader.fault("'@' with a value, or the end")),
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The next character that is not a blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Where the next character is that is not a blank.
    fn here(&mut self) -> usize {
        self.peek();
        self.at
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.at += wanted.len_utf8();
        }
        is_next
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), Fault> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(expected)) }
    }

    fn fault(&mut self, expected: &'static str) -> Fault {
        let at = self.here();
        let found = match self.peek() {
            Some(c) => format!("'{c}'"),
            None => "the end".to_owned(),
        };
        self.fault_at(at, found, expected)
    }

    fn fault_at(&self, at: usize, found: String, expected: &'static str) -> Fault {
        Fault { column: self.text[..at].chars().count() + 1, found, expected }
    }

    /// Takes the characters for which `is_part` holds, at least one.
    fn run(&mut self, is_part: impl Fn(char) -> bool) -> Option<&'a str> {
        let start = self.here();
        let rest = &self.text[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }

    fn name(&mut self, expected: &'static str) -> Result<&'a str, Fault> {
        let name = self.run(|c| c.is_alphanumeric() || c == '_');
        name.ok_or_else(|| self.fault(expected))
    }

    fn value(&mut self) -> Result<Value, Fault> {
        const EXPECTED: &str = "a number, a string, True, False, or a map such as {1:2}";
        match self.peek() {
            Some(quote @ ('\'' | '"')) => {
                self.take(quote);
                let start = self.at;
                let Some(end) = self.text[start..].find(quote) else {
                    self.at = self.text.len();
                    return Err(self.fault("the quote that ends the string"));
                };
                self.at = start + end + 1;
                Ok(Value::Text(self.text[start..start + end].to_owned()))
            }
            Some('{') => self.map(),
            Some(c) if c.is_alphabetic() => {
                let start = self.here();
                match self.name(EXPECTED)? {
                    "True" => Ok(Value::Flag(true)),
                    "False" => Ok(Value::Flag(false)),
                    other => Err(self.fault_at(start, format!("'{other}'"), EXPECTED)),
                }
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            _ => Err(self.fault(EXPECTED)),
        }
    }

    fn number(&mut self) -> Result<Value, Fault> {
        let start = self.here();
        let mut last = ' ';
        let rest = &self.text[start..];
        let end = rest.find(|c: char| {
            let is_sign = matches!(c, '-' | '+') && matches!(last, ' ' | 'e' | 'E');
            last = c;
            !(c.is_ascii_alphanumeric() || c == '.' || is_sign)
        });
        let text = &rest[..end.unwrap_or(rest.len())];
        let fault = || self.fault_at(start, format!("'{text}'"), "a number");
        let value = if text.contains(['.', 'e', 'E']) {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            Value::Decimal(number.ok_or_else(fault)?)
        } else {
            Value::Whole(text.parse().map_err(|_| fault())?)
        };
        self.at = start + text.len();
        Ok(value)
    }

    fn map(&mut self) -> Result<Value, Fault> {
        self.take('{');
        let mut pairs: Vec<(f64, f64)> = Vec::new();
        while !self.take('}') {
            if !pairs.is_empty() {
                self.expect(',', "',' or '}'")?;
                if self.take('}') {
                    break;
                }
            }
            let start = self.here();
            let from = self.map_number()?;
            self.expect(':', "':' and a number")?;
            let to = self.map_number()?;
            if pairs.iter().any(|&(have, _)| have == from) {
                let mut found = String::new();
                let _ = write!(found, "{} twice", short(from));
                return Err(self.fault_at(start, found, "each grade once"));
            }
            pairs.push((from, to));
        }
        Ok(Value::Map(pairs))
    }

    fn map_number(&mut self) -> Result<f64, Fault> {
        let start = self.here();
        let value = self.value()?;
        value.number().ok_or_else(|| self.fault_at(start, value.to_string(), "a number"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Call, Value, decimal, parse};

    #[test]
    fn reads_every_kind_of_value() {
        let call = parse(" nDCG( gains = {1: 2, 2:0.5,}, dcg='exp-log2',x=True, y=-1.5 ) @ 10 ");
        let params = vec![
            ("gains", Value::Map(vec![(1.0, 2.0), (2.0, 0.5)])),
            ("dcg", Value::Text("exp-log2".to_owned())),
            ("x", Value::Flag(true)),
            ("y", Value::Decimal(-1.5)),
        ];
        assert_eq!(call, Ok(Call { name: "nDCG", params, at: Some(Value::Whole(10)) }));
        let empty = Call { name: "\u{3b1}_nDCG", params: Vec::new(), at: None };
        assert_eq!(parse("\u{3b1}_nDCG()"), Ok(empty));
    }

    #[test]
    fn faults_have_a_place() {
        for (text, column, found) in [
            ("", 1, "the end"),
            ("P@", 3, "the end"),
            ("P@[5,10]", 3, "'['"),
            ("P(5)@10", 4, "')'"),
            ("P(rel=2", 8, "the end"),
            ("P(rel=2 x=3)", 9, "'x'"),
            ("P(rel=2,rel=3)", 9, "rel twice"),
            ("P(rel=None)", 7, "'None'"),
            ("P@1x", 3, "'1x'"),
            ("P@5@6", 4, "'@'"),
            ("\u{3b1}_nDCG(dcg='log2)", 18, "the end"),
            ("nDCG(gains={1:'a'})", 15, "'a'"),
            ("nDCG(gains={1:2,1:3})", 17, "1 twice"),
            ("P@1e999", 3, "'1e999'"),
            ("P@1--2", 4, "'-'"),
        ] {
            let fault = parse(text).expect_err(text);
            assert_eq!((fault.column, fault.found.as_str()), (column, found), "{text}");
        }
    }

    #[test]
    fn decimals_print_as_in_python() {
        for (number, text) in [
            (0.8, "0.8"),
            (1.0, "1.0"),
            (0.0001, "0.0001"),
            (0.000_015, "1.5e-05"),
            (1e16, "1e+16"),
            (123_456_789_012_345.6, "123456789012345.6"),
            (-0.5, "-0.5"),
        ] {
            assert_eq!(decimal(number), text);
        }
    }
}
