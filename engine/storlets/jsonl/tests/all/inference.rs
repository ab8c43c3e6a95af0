//! The schema of the returned lines equals that of all lines.

use crate::oracle::{members, plain};
use crate::support::{check, objects, storlet};
use headwater_storlet::{Failure, Records, Separator, Split};
use proptest::prelude::*;
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::str;

fn answer(object: &str) -> String {
    let answer = storlet(
        object.as_bytes(),
        Split::default(),
        &["inference=true".into()],
    );
    String::from_utf8(answer.expect("an answer")).expect("UTF-8")
}

#[test]
fn one_line_of_each_kind_is_returned() {
    for (object, telling) in [
        ("{}\n{}\n", "{}\n"),
        (
            "{\"a\":1}\n{\"a\":2}\n{\"a\":null}\n{\"a\":2.5}\n{\"a\":3}\n",
            "{\"a\":1}\n{\"a\":2.5}\n",
        ),
        (
            "{\"a\":null}\n{\"a\":\"\"}\n{\"b\":\"\"}\n{\"b\":\"x\"}\n{\"b\":1}\n",
            "{\"a\":null}\n{\"b\":\"\"}\n{\"b\":\"x\"}\n",
        ),
        (
            "{\"a\":{\"b\":1}}\n{\"a\":{\"b\":2}}\n{\"a\":{\"c\":1,\"b\":3}}\n{\"a\":{\"b\":1,\"c\":4}}\n",
            "{\"a\":{\"b\":1}}\n{\"a\":{\"c\":1,\"b\":3}}\n",
        ),
        (
            "{\"a\":[]}\n{\"a\":[1]}\n{\"a\":[2,3]}\n{\"a\":[2,{\"b\":1}]}\n{\"a\":[{\"b\":7},9]}\n",
            "{\"a\":[]}\n{\"a\":[1]}\n{\"a\":[2,{\"b\":1}]}\n",
        ),
        (
            "{\"a\":9223372036854775808}\n{\"a\":9223372036854775809}\n{\"a\":92233720368547758080}\n",
            "{\"a\":9223372036854775808}\n{\"a\":92233720368547758080}\n",
        ),
    ] {
        assert_eq!(answer(object), telling);
    }
}

#[test]
fn doubtful_lines_are_returned() {
    for object in [
        "{\"a\":1,\"a\":1}\n{\"a\":1,\"a\":1}\n",
        "{\"a\":{\"b\":1,\"b\":1}}\n{\"a\":{\"b\":1,\"b\":1}}\n",
        "{\"a\":1,\"a\":{}}\n{\"a\":{}}\n{\"a\":2}\n",
        "{\"a\":{\"\\u0062\":1}}\n{\"a\":{\"\\u0062\":1}}\n",
        "{\"a\":1}\n{\"A\":1}\n{\"a\":1}\n{\"A\":1}\n",
        "{\"a\":{\"é\":1,\"É\":2}}\n{\"a\":{\"é\":1}}\n",
        "[{\"a\":1}]\n[{\"a\":1}]\n7\n7\n",
        "{\"a\":NaN}\n{\"a\":NaN}\n",
    ] {
        assert_eq!(answer(object), object);
    }
}

#[test]
fn a_line_too_long_for_some_readers_is_returned() {
    let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat(65_536));
    assert_eq!(answer(&line.repeat(3)), line.repeat(3));
}

#[test]
fn lines_with_names_over_the_limit_are_returned() {
    let line = |number| format!("{{\"a{number}\":1}}\n");
    let many: String = (0..12_000).map(line).collect();
    let found = answer(&[many.clone(), many.clone()].concat());
    let rest: String = (10_000..12_000).map(line).collect();
    assert_eq!(found, [many, rest].concat());
}

#[test]
fn blank_lines_are_ignored() {
    assert_eq!(answer("\n \t\n{}\n\n\u{0}\n"), "{}\n\u{0}\n");
}

#[test]
fn other_parameters_are_refused() {
    for other in [
        "columns=[\"/a\"]",
        "limit=1",
        r#"selection={"column":"/a","type":"int","op":"is_null"}"#,
        r#"aggregate={"columns":[],"group":[],"functions":[{"op":"count"}]}"#,
    ] {
        let arguments = ["inference=true".to_string(), other.to_string()];
        let refused = storlet(b"", Split::default(), &arguments).expect_err(other);
        assert!(
            matches!(&refused, Failure::Parameters(message) if message.contains("'inference'"))
        );
    }
}

#[test]
fn the_schema_is_that_of_all_lines() {
    let several = proptest::collection::vec(objects(), 1..6).prop_map(|parts| parts.concat());
    check(4000, several, |object| {
        let arguments = ["inference=true".to_string()];
        let answer = storlet(&object, Split::default(), &arguments).expect("an answer");
        // An answer's first line need not be the object's first. Only there a byte order mark is recognized.
        let lines = [b"\n", answer.as_slice()].concat();
        prop_assert_eq!(
            schema(&lines),
            schema(&object),
            "{} of {}",
            answer.escape_ascii(),
            object.escape_ascii()
        );
        Ok(())
    });
}

/// The types that Spark's `JsonInferSchema` infers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Null,
    Text,
    Boolean,
    Long,
    Decimal(usize),
    Double,
    /// By name. A name may appear twice.
    Object(Vec<(String, Type)>),
    List(Box<Type>),
}

/// The schema of all plain lines, if no name appears twice, and the other lines.
fn schema(object: &[u8]) -> (Option<Type>, Vec<Vec<u8>>) {
    let mut lines =
        Records::open(object, Split::default(), Separator::Line).expect("lines of an object");
    let (mut merged, mut others) = (Type::Object(vec![]), vec![]);
    while let Some(line) = lines.next().expect("a line") {
        match str::from_utf8(line)
            .ok()
            .filter(|line| plain(line).is_some())
        {
            Some(line) => merged = common(merged, of(line)),
            None if line.iter().all(u8::is_ascii_whitespace) => {}
            None => others.push(line.to_vec()),
        }
    }
    (canonical(merged).filter(|kind| !has_twice(kind)), others)
}

fn of(json: &str) -> Type {
    let json = json.trim();
    match json.as_bytes()[0] {
        _ if json == "\"\"" => Type::Null,
        b'n' => Type::Null,
        b'"' => Type::Text,
        b't' | b'f' => Type::Boolean,
        b'[' => {
            let elements: Vec<Box<RawValue>> = serde_json::from_str(json).expect("a list");
            let types = elements.iter().map(|element| of(element.get()));
            Type::List(Box::new(types.fold(Type::Null, common)))
        }
        b'{' => {
            let members = members(json).expect("an object").into_iter();
            let mut types: Vec<_> = members.map(|(name, value)| (name, of(&value))).collect();
            types.sort_by(|left, right| left.0.cmp(&right.0));
            Type::Object(types)
        }
        _ if json.parse::<i64>().is_ok() => Type::Long,
        _ if json.contains(['.', 'e', 'E']) => Type::Double,
        _ => Type::Decimal(json.trim_start_matches('-').len()),
    }
}

fn common(left: Type, right: Type) -> Type {
    match (left, right) {
        (Type::Null, other) | (other, Type::Null) => other,
        (Type::Double, Type::Long | Type::Decimal(_))
        | (Type::Long | Type::Decimal(_), Type::Double) => Type::Double,
        (Type::Long, Type::Decimal(digits)) | (Type::Decimal(digits), Type::Long) => {
            Type::Decimal(digits.max(20))
        }
        (Type::Decimal(left), Type::Decimal(right)) => Type::Decimal(left.max(right)),
        (Type::List(left), Type::List(right)) => Type::List(Box::new(common(*left, *right))),
        (Type::Object(left), Type::Object(right)) => Type::Object(merged(left, right)),
        (left, right) if left == right => left,
        _ => Type::Text,
    }
}

/// Merges two lists sorted by name. If one list has a name twice, the second occurrence is not merged with the other
/// list's first.
fn merged(left: Vec<(String, Type)>, right: Vec<(String, Type)>) -> Vec<(String, Type)> {
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut all = vec![];
    loop {
        let order = match (left.peek(), right.peek()) {
            (None, None) => return all,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((left, _)), Some((right, _))) => left.cmp(right),
        };
        match order {
            Ordering::Less => all.extend(left.next()),
            Ordering::Greater => all.extend(right.next()),
            Ordering::Equal => {
                let pair = left.next().zip(right.next()).expect("one of each");
                let ((name, left), (_, right)) = pair;
                all.push((name, common(left, right)));
            }
        }
    }
}

/// Removes objects without members and empty names. Nulls become texts.
fn canonical(kind: Type) -> Option<Type> {
    match kind {
        Type::Null => Some(Type::Text),
        Type::List(element) => canonical(*element).map(|element| Type::List(Box::new(element))),
        Type::Object(members) => {
            let named = members.into_iter().filter(|(name, _)| !name.is_empty());
            let left: Vec<_> = named
                .filter_map(|(name, kind)| canonical(kind).map(|kind| (name, kind)))
                .collect();
            (!left.is_empty()).then_some(Type::Object(left))
        }
        other => Some(other),
    }
}

fn has_twice(kind: &Type) -> bool {
    match kind {
        Type::List(element) => has_twice(element),
        Type::Object(members) => {
            members.windows(2).any(|pair| pair[0].0 == pair[1].0)
                || members.iter().any(|(_, kind)| has_twice(kind))
        }
        _ => false,
    }
}
