//! Decimal numbers.

/// Powers of ten that a 64-bit float holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Up to so many digits and a dot, no sum of digits overflows.
const SHORT: usize = 19;

/// The largest whole number below which a 64-bit float holds every one.
const EXACT: u64 = 1 << 53;

/// Reads a number as the standard library does, a plain one such as `-12.3456` in one pass: digits
/// below 2^53 divided by an exact power of ten is one rounding, so the result is the nearest.
#[inline]
pub fn parse(field: &[u8]) -> Option<f64> {
    let (negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if digits.len() > SHORT {
        return parse_any(field);
    }
    let (mut value, mut dot) = (0_u64, None);
    for (at, &byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => value = value * 10 + u64::from(byte - b'0'),
            b'.' if dot.is_none() => dot = Some(at),
            _ => return parse_any(field),
        }
    }
    let decimals = dot.map_or(0, |dot| digits.len() - dot - 1);
    let has_digits = digits.len() > usize::from(dot.is_some());
    if value > EXACT || !has_digits {
        return parse_any(field);
    }
    let number = value as f64 / POWERS[decimals];
    Some(if negative { -number } else { number })
}

/// Reads a whole number of at most 64 bits, as the standard library does.
#[inline]
pub fn parse_whole(field: &[u8]) -> Option<i64> {
    match field {
        [digit @ b'0'..=b'9'] => Some(i64::from(digit - b'0')),
        _ => std::str::from_utf8(field).ok()?.parse().ok(),
    }
}

#[cold]
fn parse_any(field: &[u8]) -> Option<f64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_any};

    #[test]
    fn agrees_with_the_standard_library() {
        let fields = [
            "0",
            "-0",
            "1",
            "12.5",
            "-12.3456",
            ".5",
            "5.",
            ".",
            "-",
            "",
            "+1",
            "1e5",
            "1E-5",
            "nan",
            "inf",
            "-inf",
            "Infinity",
            "0.1",
            "9007199254740993",
            "900719925474099.3",
            "0.00000000000000000000000000000001",
            "123456789012345678901234567890",
            "1.2.3",
            "1_0",
            "--1",
            "0x10",
            "3,5",
            "1 ",
            "16777217",
            "0.30000000000000004",
            "2.2250738585072014e-308",
        ];
        for field in fields {
            let expected = parse_any(field.as_bytes());
            let found = parse(field.as_bytes());
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits), "{field}");
        }
    }
}
