//! Compares the scanner with serde's JSON.

use crate::oracle;
use crate::support::{check, lines};
use jsonl_storlet::{Names, scan};
use proptest::prelude::*;
use std::collections::HashMap;

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
fn a_line_has_the_same_members_whatever_the_lines_before_it_are() {
    check(5_000, proptest::collection::vec(lines(), 1..8), |lines| {
        let mut names = Names::default();
        let mut shapes: HashMap<u64, Vec<String>> = HashMap::from([(0, vec![])]);
        for line in &lines {
            let mut list = Vec::new();
            let found = names.scan(line.as_bytes(), &mut list);
            let shape = found.map(|members| members.shape);
            let escapes = found.is_some_and(|members| members.escapes);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let members = list.iter();
            let members = members.map(|member| (text(member.name), text(member.value)));
            let members: Vec<_> = members.collect();
            let of_shape: Vec<_> = members.iter().map(|(name, _)| name.clone()).collect();
            prop_assert_eq!(shape.map(|_| members), oracle::plain(line), "{:?}", &lines);
            if let Some(shape) = shape {
                prop_assert_eq!(escapes, line.contains('\\'), "{}", line);
                let known = shapes.entry(shape).or_insert_with(|| of_shape.clone());
                prop_assert_eq!(&*known, &of_shape, "{:?}", &lines);
            }
        }
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

/// Tests every byte at every position of the sixteen that are compared at once.
#[test]
fn strings_end_at_the_first_byte_that_is_special() {
    for length in 0..36 {
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
