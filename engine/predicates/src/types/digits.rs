//! Digits with a point, as one number and its decimal places.

const WORD: usize = size_of::<u64>();
/// A byte in each place of a word.
const EACH: u64 = u64::from_le_bytes([1; WORD]);
const ZEROS: u64 = EACH * b'0' as u64;
const POWERS: [u64; WORD + 1] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
];

/// Reads at most 16 bytes, one after the other. None unless they are digits and at most one point.
#[inline]
pub fn few(text: &[u8]) -> Option<(u64, usize)> {
    let (mut number, mut places) = (0_u64, None);
    (1..=16).contains(&text.len()).then_some(())?;
    for (read, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => number = number * 10 + u64::from(byte - b'0'),
            b'.' if places.is_none() => places = Some(text.len() - read - 1),
            _ => return None,
        }
    }
    let any = text.len() > usize::from(places.is_some());
    any.then_some((number, places.unwrap_or(0)))
}

/// Reads 16 or 17 bytes, of which one of the first 8 is the point, in words of 8. None for any other text.
#[inline]
pub fn pointed(text: &[u8]) -> Option<(u64, usize)> {
    matches!(text.len(), 16 | 17).then_some(())?;
    let (rest, last) = text.split_last_chunk::<WORD>()?;
    let middle = u64::from_le_bytes(*rest.last_chunk()?);
    let first = u64::from_le_bytes(*text.first_chunk()?);
    let point = position(first, b'.')?;
    let places = text.len() - point - 1;
    let whole = eight(left_padded(first << (8 * (WORD - point) % 64), point))?;
    let between = places - WORD;
    let number = whole * POWERS[between] + eight(left_padded(middle, between))?;
    let number = number * POWERS[WORD] + eight(u64::from_le_bytes(*last))?;
    Some((number, places))
}

/// The position of a byte in a word, from its first byte.
#[inline]
fn position(word: u64, byte: u8) -> Option<usize> {
    let differences = word ^ (EACH * u64::from(byte));
    let zeros = differences.wrapping_sub(EACH) & !differences & (EACH << 7);
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

/// A word with the character `0` before its last digits.
#[inline]
fn left_padded(word: u64, digits: usize) -> u64 {
    match digits {
        0 => ZEROS,
        WORD => word,
        digits => word & (u64::MAX << (8 * (WORD - digits))) | ZEROS >> (8 * digits),
    }
}

/// The number of eight digits. None if one is not a digit. (Lemire, "Quickly parsing eight digits", 2018.)
#[inline]
fn eight(word: u64) -> Option<u64> {
    const HIGH: u64 = EACH * 0xF0;
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let beyond = word.wrapping_add(EACH * 6) & HIGH;
    (word & HIGH | beyond >> 4 == EACH * 0x33).then_some(())?;
    let digits = word - ZEROS;
    let pairs = digits * 10 + (digits >> 8);
    let high = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let low = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    Some(high.wrapping_add(low) >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_bytes_are() {
        let digits = "98765432109876543";
        for length in 15..=18 {
            for point in 0..length {
                for other in ["", "/", ":", "x", ".", "\u{F}", "é"] {
                    for at in 0..length {
                        let mut text: Vec<u8> = digits.bytes().cycle().take(length).collect();
                        text[point] = b'.';
                        if let Some(end) = text.get_mut(at..at + other.len()) {
                            end.copy_from_slice(other.as_bytes());
                        }
                        check(&text);
                    }
                }
            }
        }
    }

    fn check(text: &[u8]) {
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let point = text.iter().position(|byte| *byte == b'.');
        let expected = point.filter(|point| {
            let (whole, places) = (&text[..*point], &text[point + 1..]);
            matches!(text.len(), 16 | 17) && *point < 8 && whole.iter().chain(places).all(is_digit)
        });
        let expected = expected.map(|point| {
            let digits = text.iter().filter(|byte| is_digit(byte));
            let number = digits.fold(0, |number, byte| number * 10 + u64::from(byte - b'0'));
            (number, text.len() - point - 1)
        });
        assert_eq!(pointed(text), expected, "{}", text.escape_ascii());
    }
}
