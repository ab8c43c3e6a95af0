//! The keys of groups: their values as consecutive bytes.

use super::cell::Cell;
use super::plan::Plan;
use std::io::{self, Write};

/// The first byte of a key. It prevents empty keys, because some processors compare empty slices slowly.
const START: u8 = 4;
const NULL: u8 = 0;
const TEXT: u8 = 1;
const INTEGER: u8 = 2;
const DECIMAL: u8 = 3;

/// Begins the key of the next row.
#[inline]
pub fn begin(key: &mut Vec<u8>) {
    key.clear();
    key.push(START);
}

/// Appends a value to the row's key.
#[inline]
pub fn push(key: &mut Vec<u8>, cell: Cell, text: &[u8]) {
    match cell {
        Cell::Null => key.push(NULL),
        Cell::Text => {
            key.push(TEXT);
            key.extend(text.len().to_le_bytes());
            key.extend(text);
        }
        Cell::Integer(number) => {
            key.push(INTEGER);
            key.extend(number.to_le_bytes());
        }
        Cell::Decimal(number) => {
            key.push(DECIMAL);
            key.extend(number.to_le_bytes());
        }
        Cell::Double(_) => unreachable!("a plan does not group by doubles"),
    }
}

/// Writes a group's values as JSON, each followed by a comma.
pub fn write(key: &[u8], plan: &Plan, output: &mut impl Write) -> io::Result<()> {
    let mut key = &key[1..];
    for part in &plan.group {
        let (cell, text) = pull(&mut key);
        cell.write(plan.columns[part.column].kind, text, output)?;
        output.write_all(b",")?;
    }
    Ok(())
}

fn pull<'a>(key: &mut &'a [u8]) -> (Cell, &'a [u8]) {
    let [tag] = pull_bytes(key);
    match tag {
        NULL => (Cell::Null, b""),
        INTEGER => (Cell::Integer(i64::from_le_bytes(pull_bytes(key))), b""),
        DECIMAL => (Cell::Decimal(i128::from_le_bytes(pull_bytes(key))), b""),
        _ => {
            let length = usize::from_le_bytes(pull_bytes(key));
            let (text, rest) = key.split_at(length);
            *key = rest;
            (Cell::Text, text)
        }
    }
}

fn pull_bytes<const N: usize>(key: &mut &[u8]) -> [u8; N] {
    let (bytes, rest) = key.split_first_chunk().expect("a key is whole");
    *key = rest;
    *bytes
}

/// The `length` characters of a UTF-8 text after the first `skipped` ones.
#[inline]
pub fn substring(text: &[u8], (skipped, length): (usize, usize)) -> &[u8] {
    let rest = &text[place(text, skipped)..];
    &rest[..place(rest, length)]
}

/// The byte position of the character with this number, or the end of the text.
#[inline]
fn place(text: &[u8], number: usize) -> usize {
    match text.get(..number) {
        Some(ascii) if ascii.is_ascii() => number,
        _ => {
            let starts = text
                .iter()
                .enumerate()
                .filter(|(_, byte)| **byte & 0xC0 != 0x80);
            starts.map(|(at, _)| at).nth(number).unwrap_or(text.len())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_are_of_characters() {
        for (text, part, expected) in [
            ("2015-01-02T", (0, 10), "2015-01-02"),
            ("abc", (1, 1), "b"),
            ("abc", (1, 9), "bc"),
            ("abc", (3, 1), ""),
            ("abc", (9, 1), ""),
            ("abc", (0, 0), ""),
            ("éaé😀b", (1, 3), "aé😀"),
            ("éé", (1, 1), "é"),
            ("aé", (0, 1), "a"),
            ("", (0, 1), ""),
        ] {
            let actual = substring(text.as_bytes(), part);
            assert_eq!(actual, expected.as_bytes(), "{text} {part:?}");
        }
    }
}
