//! Digits with a point, as one number and its decimal places.

const WORD: usize = size_of::<u64>();
/// The longest text: 16 digits and a point.
const LONGEST: usize = 2 * WORD + 1;
/// The length of the longest text with a zero before it.
const WITH_ZERO: usize = LONGEST + 1;
/// A byte in each place of a word.
const EACH: u64 = u64::from_le_bytes([1; WORD]);
const ZEROS: u64 = EACH * b'0' as u64;

/// The number of at most 16 digits with at most one point, and the digits behind the point. A zero before 16 digits may
/// be there in addition. None for any other text.
#[inline]
pub fn number(text: &[u8]) -> Option<(u64, usize)> {
    match text.len() {
        4..=WORD => short(text),
        9..=LONGEST => long(text),
        WITH_ZERO => long(text.strip_prefix(b"0")?),
        _ => few(text),
    }
}

/// Reads at most 3 bytes, one after the other.
fn few(text: &[u8]) -> Option<(u64, usize)> {
    let (mut number, mut places) = (0, None);
    (1..=3).contains(&text.len()).then_some(())?;
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

/// Reads 4 to 8 bytes in one word.
#[inline]
fn short(text: &[u8]) -> Option<(u64, usize)> {
    let first = u64::from(u32::from_le_bytes(*text.first_chunk()?));
    let last = u64::from(u32::from_le_bytes(*text.last_chunk()?));
    let missing = WORD - text.len();
    let word = left_padded(last << 32 | first << (8 * missing), text.len());
    let Some(point) = position(word, b'.') else {
        return Some((eight(word)?, 0));
    };
    let before = word & low(point);
    let after = word & !low(point + 1);
    let digits = before << 8 | after | u64::from(b'0');
    Some((eight(digits)?, WORD - 1 - point))
}

/// Reads 9 to 17 bytes in two words.
#[inline]
fn long(text: &[u8]) -> Option<(u64, usize)> {
    let (rest, last) = text.split_last_chunk()?;
    let (first, last) = (word(text)?, u64::from_le_bytes(*last));
    let high = rest.len();
    let point = position(first, b'.')
        .or_else(|| position(last, b'.').map(|at| high + at))
        .or_else(|| (text.get(WORD) == Some(&b'.')).then_some(WORD));
    let Some(point) = point else {
        (high <= WORD).then_some(())?;
        return joined(first, high, last).map(|number| (number, 0));
    };
    // The digits behind the point move one place forward.
    let high = high - 1;
    let first = selected(first, word(&text[1..])?, point);
    let last = selected(word(&text[high..])?, last, point.saturating_sub(high));
    joined(first, high, last).map(|number| (number, text.len() - point - 1))
}

/// The number of the first digits of a word and all digits of another.
#[inline]
fn joined(first: u64, digits: usize, last: u64) -> Option<u64> {
    const BEYOND: u64 = 10_u64.pow(WORD as u32);
    let high = first.checked_shl(8 * (WORD - digits) as u32).unwrap_or(0);
    Some(eight(left_padded(high, digits))? * BEYOND + eight(last)?)
}

/// The first bytes of one word, and the others of another.
#[inline]
fn selected(first: u64, others: u64, count: usize) -> u64 {
    let mask = low(count.min(WORD));
    first & mask | others & !mask
}

#[inline]
fn word(text: &[u8]) -> Option<u64> {
    text.first_chunk().copied().map(u64::from_le_bytes)
}

/// All bits of the first bytes of a word.
#[inline]
fn low(bytes: usize) -> u64 {
    u64::MAX.checked_shr(8 * (WORD - bytes) as u32).unwrap_or(0)
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
    let padding = low(WORD - digits);
    word & !padding | ZEROS & padding
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

    const DIGITS: &str = "98765432109876543";

    #[test]
    fn words_are_read_as_bytes_are() {
        for length in 0..=WITH_ZERO {
            let digits: Vec<u8> = DIGITS.bytes().cycle().take(length).collect();
            check(&digits);
            for point in 0..length {
                let mut text = digits.clone();
                text[point] = b'.';
                check_changed(&digits, point);
                check_changed(&text, point);
            }
        }
    }

    /// Checks the text, and the text with other characters at any place.
    fn check_changed(text: &[u8], point: usize) {
        check(text);
        for other in ["0", "/", ":", "x", ".", "\u{F}", "\0", "é"] {
            for at in (0..text.len()).chain([point]) {
                let mut changed = text.to_vec();
                if let Some(end) = changed.get_mut(at..at + other.len()) {
                    end.copy_from_slice(other.as_bytes());
                }
                check(&changed);
            }
        }
    }

    fn check(text: &[u8]) {
        let (mut value, mut places, mut digits) = (0, None, 0);
        for byte in text {
            match byte {
                b'0'..=b'9' => {
                    value = (value * 10 + u128::from(byte - b'0')) % 10_u128.pow(17);
                    digits += 1;
                    places = places.map(|places: usize| places + 1);
                }
                b'.' if places.is_none() => places = Some(0),
                _ => digits = 100,
            }
        }
        let zero = text.len() == WITH_ZERO && text[0] == b'0' && places.is_some();
        let expected = (1..=16)
            .contains(&(digits - usize::from(zero)))
            .then_some((value as u64, places.unwrap_or(0)));
        assert_eq!(number(text), expected, "{}", text.escape_ascii());
    }
}
