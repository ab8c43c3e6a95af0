//! Hashes and compares short texts without calls into the C library, which are slow in WebAssembly.

const WORD: usize = size_of::<u64>();
/// The golden ratio, as Fibonacci hashing multiplies by it.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hash whose high bits are mixed best.
#[inline]
pub fn hash(text: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(FACTOR);
    let (words, rest) = text.as_chunks::<WORD>();
    let hash = words.iter().fold(text.len() as u64, |hash, word| {
        mix(hash, u64::from_le_bytes(*word))
    });
    let hash = match (text.last_chunk::<WORD>(), rest) {
        (_, []) => hash,
        (Some(last), _) => mix(hash, u64::from_le_bytes(*last)),
        (None, rest) => mix(
            hash,
            rest.iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        ),
    };
    mix(hash, hash >> 32)
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
                assert_ne!(hash(&text), hash(&other), "{length} {at}");
            }
        }
    }
}
