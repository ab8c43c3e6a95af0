//! The ordinary bytes of a string.

/// The number of bytes before the first quote, backslash or control character of a string. Eight bytes are compared at
/// once.
#[inline]
pub fn ordinary(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        let word = u64::from_le_bytes(*eight);
        // The lowest set bit belongs to the first byte below `than`. Higher bits may be wrong.
        let below = |word: u64, than: u64| word.wrapping_sub(ONES * than) & !word & HIGH;
        let found = below(word, 0x20)
            | below(word ^ (ONES * u64::from(b'"')), 1)
            | below(word ^ (ONES * u64::from(b'\\')), 1);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = bytes[at..].iter();
    at + rest
        .take_while(|byte| **byte >= 0x20 && **byte != b'"' && **byte != b'\\')
        .count()
}
