//! The ends of strings and numbers, sixteen bytes at once.

use wide::u8x16;

const LANES: usize = 16;

/// The number of bytes before the first quote, backslash or control character of a string.
#[inline]
pub fn ordinary(bytes: &[u8]) -> usize {
    let [quote, backslash, control] = [b'"', b'\\', 0x1F].map(u8x16::splat);
    let mut at = 0;
    while let Some(lanes) = bytes[at..].first_chunk::<LANES>() {
        let lanes = u8x16::new(*lanes);
        let special =
            lanes.simd_eq(quote) | lanes.simd_eq(backslash) | lanes.simd_eq(lanes.min(control));
        let found = special.to_bitmask();
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += LANES;
    }
    let rest = bytes[at..].iter();
    at + rest
        .take_while(|byte| **byte >= 0x20 && **byte != b'"' && **byte != b'\\')
        .count()
}

/// The length of the digits at the beginning, with a point and the digits behind it, if they are a number of RFC 8259
/// that ends before the sixteenth byte.
#[inline]
pub fn short_decimal(bytes: &[u8]) -> Option<usize> {
    let lanes = u8x16::new(*bytes.first_chunk::<LANES>()?);
    let [zero, nine] = [b'0', b'9'].map(u8x16::splat);
    let others = !lanes.simd_eq(lanes.max(zero).min(nine)).to_bitmask();
    let digits = others.trailing_zeros() as usize;
    let point = *bytes[..LANES].get(digits)? == b'.';
    let places = match point {
        true => (others >> (digits + 1)).trailing_zeros() as usize,
        false => 0,
    };
    let is_number = match bytes[0] {
        b'0' => digits == 1,
        _ => digits > 0,
    };
    let end = digits + usize::from(point) + places;
    (is_number && point == (places > 0) && end < LANES).then_some(end)
}
