//! Hashes and compares short texts without calls into the C library, which are slow in WebAssembly.

/// The length of a word in bytes.
pub const WORD: usize = size_of::<u64>();
/// The golden ratio, as Fibonacci hashing multiplies by it.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A number for a text. Different texts of the same length have different ones if they fit into a word.
#[inline]
pub fn key(text: &[u8]) -> u64 {
    match text.len() {
        0..4 => few(text),
        4..=WORD => match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => {
                u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
            }
            _ => unreachable!("at least four bytes"),
        },
        _ => many(text),
    }
}

/// The first, the middle and the last of at most three bytes, which may be the same.
#[inline]
fn few(text: &[u8]) -> u64 {
    match text {
        [] => 0,
        [first, .., last] => {
            u64::from(*first) << 16 | u64::from(text[text.len() / 2]) << 8 | u64::from(*last)
        }
        [only] => u64::from(*only),
    }
}

#[inline]
fn many(text: &[u8]) -> u64 {
    let mix = |hash: u64, word: &[u8; WORD]| {
        (hash.rotate_left(23) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR)
    };
    let (words, rest) = text.as_chunks();
    let hash = words.iter().fold(0, mix);
    match text.last_chunk() {
        Some(last) if !rest.is_empty() => mix(hash, last),
        _ => hash,
    }
}

/// The place of a key in a table, up to the table's length.
#[inline]
pub fn hash(key: u64) -> usize {
    let mixed = key.wrapping_mul(FACTOR);
    ((mixed ^ mixed >> 32).wrapping_mul(FACTOR) >> 40) as usize
}

/// Whether two texts are equal.
#[inline]
pub fn equal(left: &[u8], right: &[u8]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let words = left
        .as_chunks::<WORD>()
        .0
        .iter()
        .zip(right.as_chunks::<WORD>().0);
    for (left, right) in words {
        if left != right {
            return false;
        }
    }
    match (left.last_chunk::<WORD>(), right.last_chunk::<WORD>()) {
        (Some(left), Some(right)) => left == right,
        _ => left.iter().zip(right).all(|(left, right)| left == right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn texts_are_equal_if_all_their_bytes_are() {
        for length in 0..40 {
            let text: Vec<u8> = (0..length).collect();
            assert!(equal(&text, &text.clone()));
            assert!(!equal(&text, &[&text[..], b"x"].concat()));
            for at in 0..text.len() {
                let mut other = text.clone();
                other[at] ^= 1;
                assert!(!equal(&text, &other));
                assert_ne!(key(&text), key(&other), "{length} {at}");
            }
        }
    }

    #[test]
    fn similar_texts_are_spread_over_a_table() {
        for width in 1..30 {
            let keys = (0..4096).map(|n| key(format!("{n:0width$}").as_bytes()));
            let slots: HashSet<_> = keys.map(|key| hash(key) % 8192).collect();
            assert!(slots.len() > 2700, "{width} {}", slots.len());
        }
    }
}
