//! Compares the scanner with serde's JSON.

use crate::oracle;
use crate::support::{check, lines};
use jsonl_storlet::scan;
use proptest::prelude::*;

/// The scanner's result for a text, if it is plain.
fn scanned(text: &str) -> Option<Vec<(String, String)>> {
    let mut members = Vec::new();
    let text_of = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    scan(text.as_bytes(), &mut members).then(|| {
        let members = members.iter();
        members
            .map(|member| (text_of(member.name), text_of(member.value)))
            .collect()
    })
}

#[test]
fn scanner_and_oracle_agree_on_any_line() {
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..3);
    check(10_000, (lines(), changes), |(line, changes)| {
        let mut characters: Vec<_> = line.chars().collect();
        for (place, other) in changes {
            if !characters.is_empty() {
                let place = place.index(characters.len());
                characters[place] = other;
            }
        }
        let line: String = characters.into_iter().collect();
        prop_assert_eq!(scanned(&line), oracle::plain(&line), "{}", line);
        Ok(())
    });
}

#[test]
fn scanner_and_oracle_agree_on_any_json_characters() {
    check(
        10_000,
        r#"[ \t]?\{[ {}\[\]":,\\/tfnubrles019eE.+-]{0,24}\}"#,
        |line| {
            prop_assert_eq!(scanned(&line), oracle::plain(&line), "{}", line);
            Ok(())
        },
    );
}

/// Tests every byte at every position of the eight that are compared at once.
#[test]
fn strings_end_at_the_first_byte_that_is_special() {
    for length in 0..20 {
        for place in 0..=length {
            for byte in 0..=0x7F {
                let (before, behind) = ("é".repeat(place / 2), "\u{FF}x".repeat(length - place));
                let line = format!("{{\"a\":\"{before}{}{behind}\"}}", char::from(byte));
                assert_eq!(scanned(&line), oracle::plain(&line), "{line:?}");
            }
        }
    }
}

#[test]
fn lines_that_a_reader_may_refuse_are_not_plain() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
    let number = |length: usize| format!("{{\"a\":{}}}", "1".repeat(length));
    let name = |length: usize| format!("{{\"a\":{{\"{}\":1}}}}", "n".repeat(length));
    for (plain, not) in [
        (nested(63), nested(64)),
        (nested(1), nested(100_000)),
        (number(100), number(101)),
        (name(1000), name(1001)),
        (r#"{"a":{"\u0062":1}}"#.into(), r#"{"\u0061":1}"#.into()),
    ] {
        assert_eq!(scanned(&plain), oracle::plain(&plain));
        assert!(scanned(&plain).is_some());
        assert_eq!(scanned(&not), None, "{}", &not[..not.len().min(200)]);
    }
}
