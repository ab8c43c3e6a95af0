//! A text that every selected line contains.

use crate::selection::Selection;
use headwater_raw_filter::Doubts;
use headwater_storlet::Separator;
use memchr::{memchr, memchr3};
use wide::u8x16;

/// In blocks of UTF-8 without doubt, lines have no escapes and nothing nested, and end with `\n` only.
pub type Needle = headwater_raw_filter::Needle<Flat>;

/// The bytes that a block of flat lines does not have: a backslash, a bracket, a NUL, a carriage return, and a brace
/// that does not begin its line.
pub struct Flat;

/// The needle of a selection, if there is one and lines can be separated without parsing them.
pub fn needle(selection: &Selection, line_sep: &Separator) -> Option<Needle> {
    let lines = *line_sep == Separator::Line || line_sep.bytes() == b"\n";
    let texts = selection.required_texts().into_iter();
    lines
        .then(|| Needle::longest(texts.filter(|text| !may_be_number(text)), Flat))
        .flatten()
}

/// Whether a line of UTF-8 without the needle is left out: a reader finds it in no text, whatever it makes of the line.
#[inline]
pub fn is_left_out(needle: &Needle, line: &[u8]) -> bool {
    !needle.is_in(line) && is_flat(line)
}

/// Whether a line has no escapes and nothing nested, and is not in another encoding.
fn is_flat(line: &[u8]) -> bool {
    let behind = line.get(1..).unwrap_or_default();
    memchr3(b'\\', b'[', 0, line).is_none() && memchr(b'{', behind).is_none()
}

/// Whether a text may be a part of a number that a reader writes in its own way, such as `1E2` as `100.0`.
fn may_be_number(text: &[u8]) -> bool {
    let is_date = text
        .windows(2)
        .any(|pair| pair[0].is_ascii_digit() && pair[1] == b'-');
    !is_date
        && text
            .iter()
            .all(|byte| b"0123456789+-.eEINFNafinty".contains(byte))
}

impl Doubts for Flat {
    #[inline]
    fn byte(&self, byte: u8, behind: u8) -> bool {
        b"\\[\0\r".contains(&byte) || byte != b'\n' && behind == b'{'
    }

    #[inline]
    fn bytes(&self, bytes: u8x16, behind: u8x16) -> u8x16 {
        let odd = [b'\\', b'[', 0, b'\r'].map(|odd| bytes.simd_eq(u8x16::splat(odd)));
        let [line, brace] = [b'\n', b'{'].map(u8x16::splat);
        odd[0] | odd[1] | odd[2] | odd[3] | behind.simd_eq(brace) & !bytes.simd_eq(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_dates_and_no_words() {
        for text in ["10", "1.5", "-7", "E-05", "Infinity", "NaN", "+INF", "fin"] {
            assert!(may_be_number(text.as_bytes()), "{text}");
        }
        for text in ["2015-01", "Rotterdam", "10 ", "1_0", "é", "true"] {
            assert!(!may_be_number(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn doubts_are_the_bytes_of_lines_that_are_not_flat() {
        for byte in 0..=u8::MAX {
            for behind in 0..=u8::MAX {
                let vector = Flat.bytes(u8x16::splat(byte), u8x16::splat(behind));
                assert_eq!(vector.any(), Flat.byte(byte, behind), "{byte} {behind}");
                if byte != b'\n' && byte != b'\r' && behind > 0 {
                    let is_doubtful = Flat.byte(byte, behind) || b"\\[".contains(&behind);
                    assert_eq!(is_flat(&[byte, behind]), !is_doubtful, "{byte} {behind}");
                }
            }
        }
    }
}
