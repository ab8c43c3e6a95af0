//! Texts without their escapes.

use crate::scanner::ordinary;
use std::str;

/// A string's text, given what is between the quotes of a plain string. `text` is a buffer for it. None if it has half a
/// character of UTF-16.
#[inline]
pub fn unescape<'a>(inside: &'a [u8], text: &'a mut Vec<u8>) -> Option<&'a [u8]> {
    let mut at = ordinary(inside);
    if at == inside.len() {
        return Some(inside);
    }
    text.clear();
    let mut rest = inside;
    while at < rest.len() {
        text.extend_from_slice(&rest[..at]);
        rest = escape(&rest[at + 1..], text)?;
        at = ordinary(rest);
    }
    text.extend_from_slice(rest);
    Some(text)
}

/// Adds the character of an escape, given what follows its backslash, and returns what follows the escape.
fn escape<'a>(escape: &'a [u8], text: &mut Vec<u8>) -> Option<&'a [u8]> {
    let (byte, rest) = escape.split_first()?;
    let character = match byte {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode(rest, text),
        byte => char::from(*byte),
    };
    push(character, text);
    Some(rest)
}

/// Adds the character of one escape of UTF-16, or of two for a pair of surrogates.
fn unicode<'a>(digits: &'a [u8], text: &mut Vec<u8>) -> Option<&'a [u8]> {
    let (first, rest) = unit(digits)?;
    if let Some(character) = char::from_u32(first) {
        push(character, text);
        return Some(rest);
    }
    let (second, rest) = unit(rest.strip_prefix(b"\\u")?)?;
    let units = [first as u16, second as u16];
    let character = char::decode_utf16(units).next()?.ok()?;
    push(character, text);
    Some(rest)
}

/// A unit of UTF-16, of four hexadecimal digits.
fn unit(digits: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = digits.split_at_checked(4)?;
    let unit = u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?;
    Some((unit, rest))
}

fn push(character: char, text: &mut Vec<u8>) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::unescape;

    /// Every unit of UTF-16, alone and as the second half of a pair, is read as serde reads it.
    #[test]
    fn escapes_are_those_of_serde() {
        let texts = (0..=0xFFFF_u32)
            .flat_map(|unit| [format!("x\\u{unit:04x}"), format!("\\ud83d\\u{unit:04X}y")]);
        let short = [
            r#"\"\\\/\b\f\n\r\t"#,
            r"é\u00e9",
            r"\ud83d",
            r"\ude00\ud83d",
            r"\ud83d\n",
        ];
        for text in texts.chain(short.map(String::from)) {
            let expected = serde_json::from_str::<String>(&format!("\"{text}\"")).ok();
            let mut buffer = Vec::new();
            let found = unescape(text.as_bytes(), &mut buffer);
            assert_eq!(
                found,
                expected.as_ref().map(|text| text.as_bytes()),
                "{text}"
            );
        }
    }
}
