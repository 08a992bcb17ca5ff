//! Decimal numbers.

/// Powers of ten that a 64-bit float holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Up to so many digits, they make no number above 64 bits.
const SHORT: usize = 19;

/// The largest whole number below which a 64-bit float holds every one.
const EXACT: u64 = 1 << 53;

/// Reads a number as the standard library does, a plain one such as `-12.3456` in one pass: digits
/// below 2^53 divided by an exact power of ten is one rounding, so the result is the nearest.
#[inline]
pub fn parse(field: &[u8]) -> Option<f64> {
    let (negative, plain) = match field {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    if plain.len() > SHORT + 1 {
        return parse_any(field);
    }
    let (whole, rest) = digits(0, plain);
    let (value, decimals) = match rest {
        [] => (whole, 0),
        [b'.', decimals @ ..] => match digits(whole, decimals) {
            (value, []) => (value, decimals.len()),
            _ => return parse_any(field),
        },
        _ => return parse_any(field),
    };
    let num_digits = plain.len() - usize::from(!rest.is_empty());
    if num_digits == 0 || num_digits > SHORT || value > EXACT {
        return parse_any(field);
    }
    let number = value as f64 / POWERS[decimals];
    Some(if negative { -number } else { number })
}

/// Appends the digits at the start of a field to a number, and gives what follows them. With more
/// than [`SHORT`] digits the number is of no use.
#[inline]
fn digits(mut number: u64, mut field: &[u8]) -> (u64, &[u8]) {
    while let Some((chunk, rest)) = field.split_first_chunk()
        && let Some(four) = four_digits(*chunk)
    {
        number = number.wrapping_mul(10_000).wrapping_add(u64::from(four));
        field = rest;
    }
    while let [digit @ b'0'..=b'9', rest @ ..] = field {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        field = rest;
    }
    (number, field)
}

/// The number that four bytes are, if all are digits: pairs of digits side by side in one word.
#[inline]
fn four_digits(bytes: [u8; 4]) -> Option<u32> {
    let word = u32::from_le_bytes(bytes);
    let low = word ^ 0x3030_3030; // a digit becomes its number, any other byte something above 9
    if (low | low.wrapping_add(0x0606_0606)) & 0xF0F0_F0F0 != 0 {
        return None;
    }
    let pairs = (low * 10 + (low >> 8)) & 0x00FF_00FF;
    Some((pairs * 100 + (pairs >> 16)) & 0xFFFF)
}

/// Reads a whole number of at most 64 bits, as the standard library does.
#[inline]
pub fn parse_whole(field: &[u8]) -> Option<i64> {
    match field {
        [digit @ b'0'..=b'9'] => Some(i64::from(digit - b'0')),
        _ => std::str::from_utf8(field).ok()?.parse().ok(),
    }
}

/// Reads a whole number from 0 of less than 19 digits, as it is written without any to spare.
#[inline]
pub fn parse_shortest(field: &[u8]) -> Option<i64> {
    let is_shortest = field == b"0" || field.first().is_some_and(|&digit| digit != b'0');
    let (number, rest) = digits(0, field);
    (is_shortest && rest.is_empty() && field.len() < SHORT).then_some(number.cast_signed())
}

#[cold]
fn parse_any(field: &[u8]) -> Option<f64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{four_digits, parse, parse_any, parse_shortest};

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
            "1234",
            "1234.5678",
            "123456.12345678",
            "12345678.1",
            "123:5678",
            "1/34",
            "12.34.5",
            "-1234567890123456789",
            "1234567890123456789.",
            "12345678901234567890",
            "0.006578921492159638",
            "0.0000000000000000001",
        ];
        for field in fields {
            let expected = parse_any(field.as_bytes());
            let found = parse(field.as_bytes());
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits), "{field}");
        }
    }

    #[test]
    fn the_shortest_form_is_taken() {
        for number in [0, 7, 10, 12_345, 999_999_999_999_999_999] {
            assert_eq!(parse_shortest(number.to_string().as_bytes()), Some(number));
        }
        for field in ["", "00", "007", "-1", "+1", "1.0", "1e3", "d1", "1d", "9223372036854775807"]
        {
            assert_eq!(parse_shortest(field.as_bytes()), None, "{field}");
        }
    }

    #[test]
    fn four_digits_are_four_digits() {
        for number in 0..10_000_u32 {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(format!("{number:04}").as_bytes());
            assert_eq!(four_digits(bytes), Some(number));
            for other in (0..=255).filter(|byte: &u8| !byte.is_ascii_digit()) {
                bytes[number as usize % 4] = other;
                assert_eq!(four_digits(bytes), None);
            }
        }
    }
}
