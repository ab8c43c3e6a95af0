//! Draws dialects, malformed objects and requests, and runs the storlet on them.

use headwater_storlet::{Failure, Request};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs a property with `HEADWATER_SEED` or a new seed each time, which a failure prints.
pub fn check<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let given = std::env::var("HEADWATER_SEED")
        .ok()
        .map(|seed| seed.parse().expect("HEADWATER_SEED is a number"));
    let seed = given.unwrap_or_else(|| {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("a time after 1970")
            .as_nanos() as u64
    });
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&strategy, property)
        .unwrap_or_else(|failure| panic!("HEADWATER_SEED={seed}: {failure}"));
}

/// The storlet's answer for a split. Without an end, the split is open.
pub fn storlet(
    object: &[u8],
    start: usize,
    end: Option<usize>,
    arguments: &[String],
) -> Result<Vec<u8>, Failure> {
    let mut variables = vec![("HEADWATER_RANGE_START", start.to_string())];
    variables.extend(end.map(|end| ("HEADWATER_RANGE_END", end.to_string())));
    let request = Request::new(arguments, variables)?;
    let mut answer = Vec::new();
    csv_storlet::run(&request, &object[start..], &mut answer)?;
    Ok(answer)
}

/// Parameters that describe the object's format.
pub fn dialects() -> impl Strategy<Value = Vec<String>> {
    let option = |key: &'static str, values: &'static [&'static str]| {
        proptest::option::weighted(0.4, select(values))
            .prop_map(move |value| value.map(|value| format!("{key}={value}")))
    };
    let strange = (
        option("sep", &[",", ";", "\u{1}", "\\t", "||", "#-", "¦", " "]),
        option("quote", &["\"", "'", ""]),
        option("escape", &["\\", "\"", "'", ""]),
        option("charToEscapeQuoteEscaping", &["^", "\\"]),
        option("lineSep", &["\n", "|", "\r\n", ";\n", "#"]),
        option("comment", &["#", "a", ""]),
        option("nullValue", &["NA", "1", "#"]),
        option("emptyValue", &["NA", "e"]),
    );
    let flags = [
        "header=true",
        "ignoreLeadingWhiteSpace=true",
        "ignoreTrailingWhiteSpace=true",
    ]
    .map(String::from)
    .to_vec();
    let flags = prop_oneof![Just(vec![]), subsequence(flags.clone(), 0..=flags.len())];
    (strange, flags).prop_map(
        |((sep, quote, escape, second, line, comment, null, empty), flags)| {
            [sep, quote, escape, second, line, comment, null, empty]
                .into_iter()
                .flatten()
                .chain(flags)
                .collect()
        },
    )
}

/// Objects whose bytes have a meaning in one of the dialects.
pub fn objects() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&[u8]] = &[
        b"a",
        b"b",
        b"1",
        b"-2.5",
        b"10",
        b"NA",
        b"true",
        b"2015-01-02",
        b",",
        b",",
        b",",
        b",",
        b";",
        b"|",
        b"||",
        b"#",
        b"-",
        b"\x01",
        b"\t",
        b" ",
        b"\"",
        b"\"",
        b"\"\"",
        b"'",
        b"\\",
        b"^",
        b"\n",
        b"\n",
        b"\n",
        b"\r",
        b"\r\n",
        b"\0",
        b"\xEF\xBB\xBF",
        b"\xFF",
        "é".as_bytes(),
        "¦".as_bytes(),
    ];
    const CLEAN: &[&[u8]] = &[
        b"1,a,\"x,y\",NA,7\n",
        b"2,b,,10,\n",
        "-3.5,\"\",é,2015-01-02,true\n".as_bytes(),
        b"1,2,3,4,5,6\n",
        b"10\n",
    ];
    prop_oneof![
        proptest::collection::vec(select(PIECES), 0..40),
        proptest::collection::vec(select(CLEAN), 0..8),
        proptest::collection::vec(prop_oneof![3 => select(CLEAN), 1 => select(PIECES)], 0..16),
    ]
    .prop_map(|pieces| pieces.concat())
}

/// Requests for the object.
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    let columns = proptest::option::of(proptest::collection::vec(0..6_usize, 0..4));
    let width = proptest::option::weighted(0.3, 1..6_usize);
    (
        proptest::option::weighted(0.8, selections()),
        columns,
        any::<bool>(),
        width,
        proptest::option::weighted(0.2, 0..5_u64),
    )
        .prop_map(|(selection, columns, tagged, width, limit)| {
            let numbers = |columns: Vec<usize>| {
                columns
                    .iter()
                    .map(usize::to_string)
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let selection = selection.map(|json| format!("selection={json}"));
            let columns = columns.map(|columns| format!("columns={}", numbers(columns)));
            let width = width
                .filter(|_| tagged)
                .map(|width| format!("width={width}"));
            let limit = limit.map(|limit| format!("limit={limit}"));
            [selection, columns, width, limit]
                .into_iter()
                .flatten()
                .chain([format!("tagged={tagged}")])
                .collect()
        })
}

/// Trees of predicates.
pub fn selections() -> impl Strategy<Value = serde_json::Value> {
    let typed = |kind: &'static str, literals: &'static [&'static str]| {
        let op = select(
            &[
                "eq",
                "ne",
                "lt",
                "le",
                "gt",
                "ge",
                "in",
                "in?",
                "is_null",
                "is_not_null",
            ][..],
        );
        (0..6_usize, op, select(literals)).prop_map(move |(column, op, literal)| match op {
            "in" => serde_json::json!({"column": column, "type": kind, "op": op, "values": [literal, literals[0]]}),
            "in?" => serde_json::json!({"column": column, "type": kind, "op": "in", "values": [null_value(), literal]}),
            "is_null" | "is_not_null" => serde_json::json!({"column": column, "type": kind, "op": op}),
            _ => serde_json::json!({"column": column, "type": kind, "op": op, "value": literal}),
        })
    };
    let part = (0..6_usize, select(&["prefix", "suffix", "contains"][..]), select(&["", "a", "é", "1", "x,y", " "][..]))
        .prop_map(|(column, op, literal)| serde_json::json!({"column": column, "type": "string", "op": op, "value": literal}));
    let leaf = prop_oneof![
        2 => typed("string", &["a", "", "NA", "é", "x,y", "10"]),
        2 => part,
        1 => typed("int", &["1", "-3", "10"]),
        1 => typed("decimal(4,1)", &["1", "-2.5", "10.0"]),
        1 => typed("double", &["1e0", "-2.5", "10"]),
        1 => typed("boolean", &["true", "false"]),
        1 => typed("date", &["2015-01-02", "2016-02-29"]),
    ];
    leaf.prop_recursive(3, 12, 3, |node| {
        let nodes = proptest::collection::vec(node.clone(), 1..4);
        prop_oneof![
            nodes
                .clone()
                .prop_map(|nodes| serde_json::json!({"and": nodes})),
            nodes.prop_map(|nodes| serde_json::json!({"or": nodes})),
            node.prop_map(|node| serde_json::json!({"not": node})),
        ]
    })
}

fn null_value() -> serde_json::Value {
    serde_json::Value::Null
}
