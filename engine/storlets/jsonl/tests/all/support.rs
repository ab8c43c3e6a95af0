//! Draws malformed lines and requests, and runs the storlet on them.

use headwater_storlet::{Failure, Request, Split};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
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
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        now.expect("a time after 1970").as_nanos() as u64
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

/// The storlet's answer for a split.
pub fn storlet(object: &[u8], split: Split, arguments: &[String]) -> Result<Vec<u8>, Failure> {
    let mut variables = vec![("HEADWATER_RANGE_START", split.start.to_string())];
    variables.extend(
        split
            .end
            .map(|end| ("HEADWATER_RANGE_END", end.to_string())),
    );
    let request = Request::new(arguments, variables)?;
    let start = usize::try_from(split.start).expect("a small start");
    let mut answer = Vec::new();
    jsonl_storlet::run(&request, &object[start..], &mut answer)?;
    Ok(answer)
}

/// Raw values of lines.
fn values() -> impl Strategy<Value = String> {
    const PLAIN: &[&str] = &[
        "1",
        "-7",
        "10",
        "0",
        "-0",
        "1.5",
        "1e1",
        "39.0",
        "200",
        "9223372036854775807",
        "null",
        "null",
        "true",
        "false",
        "\"\"",
        "\"a\"",
        "\"ab\"",
        "\"é\"",
        "\"10\"",
        "\"2015-01-02\"",
        "\"2015-01-02T03:04:05Z\"",
        "\"\\u0061\"",
        "\"\\ud83d\\ude00\"",
        "\"x,y\\\"\"",
        "{}",
        "[]",
        "[1, {\"b\":2}]",
        "{\"b\":1}",
        "{\"b\":null}",
        "{ \"b\" : \"a\" , \"c\":[ ] }",
        "{\"b\":{\"c\":7}}",
        "{\"b\":1,\"b\":2}",
        "{\"\\u0062\":1}",
    ];
    const ODD: &[&str] = &[
        "NaN",
        "-Infinity",
        "01",
        "1.",
        ".5",
        "+1",
        "\"\\ud800\"",
        "\"\\x\"",
        "'a'",
        "tru",
        "\"a\tb\"",
        "[1,]",
        "{\"b\":}",
        "\"",
        "",
    ];
    prop_oneof![9 => select(PLAIN), 1 => select(ODD)].prop_map(String::from)
}

/// Lines, most of which are objects.
pub fn lines() -> impl Strategy<Value = String> {
    const NAMES: &[&str] = &[
        "a",
        "a",
        "b",
        "b",
        "c",
        "A",
        "é",
        "a/b",
        "",
        "\\u0061",
        "long name",
    ];
    const ODD: &[&str] = &[
        "",
        " ",
        "\t",
        "[]",
        "[{\"a\":1}]",
        "null",
        "7",
        "{",
        "}",
        "{\"a\":1} x",
        "{\"a\":1}{\"a\":2}",
        "{a:1}",
        "{'a':1}",
        "/**/{\"a\":1}",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{,}",
        "\u{FEFF}{\"a\":1}",
        "{\"a\":1",
        "\u{0}",
    ];
    let space = || select(&["", "", "", " ", "\t"][..]);
    let member =
        (select(NAMES), space(), space(), values()).prop_map(|(name, before, behind, value)| {
            format!("{before}\"{name}\"{before}:{behind}{value}{behind}")
        });
    let object = (space(), proptest::collection::vec(member, 0..5))
        .prop_map(|(space, members)| format!("{space}{{{}}}{space}", members.join(",")));
    prop_oneof![9 => object, 1 => select(ODD).prop_map(String::from)]
}

/// Objects with such lines, some with invalid bytes inserted.
pub fn objects() -> impl Strategy<Value = Vec<u8>> {
    let end = select(&["\n", "\n", "\n", "\r\n", "\r"][..]);
    // Lines of the same names become typed rows together.
    let lines = (lines(), end, 1..4_usize)
        .prop_map(|(line, end, count)| format!("{line}{end}").repeat(count));
    let odd = proptest::option::weighted(0.2, (any::<prop::sample::Index>(), any::<u8>()));
    (proptest::collection::vec(lines, 0..6), odd).prop_map(|(lines, odd)| {
        let mut object = lines.concat().into_bytes();
        if let Some((place, byte)) = odd
            && !object.is_empty()
        {
            let place = place.index(object.len());
            object[place] = byte;
        }
        object
    })
}

const PATHS: &[&str] = &[
    "/a", "/a", "/b", "/c", "/A", "/é", "/a~1b", "/", "/a/b", "/b/c", "/a/b/c",
];

/// Requests for the object.
pub fn requests() -> impl Strategy<Value = Vec<String>> {
    let columns = proptest::option::of(proptest::collection::vec(select(PATHS), 0..4));
    let limit = proptest::option::weighted(0.2, 0..4_u64);
    let line_sep = proptest::option::weighted(0.2, select(&["\n", "\r\n", "\u{1e}"][..]));
    (
        proptest::option::weighted(0.8, selections()),
        columns,
        limit,
        line_sep,
    )
        .prop_map(|(selection, columns, limit, line_sep)| {
            let all = [
                selection.map(|json| format!("selection={json}")),
                columns.map(|columns| format!("columns={}", json!(columns))),
                limit.map(|limit| format!("limit={limit}")),
                line_sep.map(|line_sep| format!("lineSep={line_sep}")),
            ];
            all.into_iter().flatten().collect()
        })
}

/// Trees of predicates.
pub fn selections() -> impl Strategy<Value = Value> {
    let typed = |kind: &'static str, literals: &'static [&'static str]| {
        const OPERATORS: &[&str] = &[
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
        ];
        (select(PATHS), select(OPERATORS), select(literals)).prop_map(move |(column, op, literal)| match op {
            "in" => json!({"column": column, "type": kind, "op": op, "values": [literal, literals[0]]}),
            "in?" => json!({"column": column, "type": kind, "op": "in", "values": [null, literal]}),
            "is_null" | "is_not_null" => json!({"column": column, "type": kind, "op": op}),
            _ => json!({"column": column, "type": kind, "op": op, "value": literal}),
        })
    };
    let part = (select(PATHS), select(&["prefix", "suffix", "contains"][..]), select(&["", "a", "é", "1", " ", "ab", "20", "015-0"][..]))
        .prop_map(|(column, op, literal)| json!({"column": column, "type": "string", "op": op, "value": literal}));
    let leaf = prop_oneof![
        2 => typed("string", &["a", "", "é", "10", "😀", "ab", "2015-01-02"]),
        1 => part,
        1 => typed("int", &["1", "-7", "10"]),
        1 => typed("long", &["9223372036854775807", "0"]),
        1 => typed("byte", &["-56", "10"]),
        1 => typed("decimal(4,1)", &["1", "1.5", "39.0"]),
        1 => typed("double", &["1e0", "-7", "10"]),
        1 => typed("boolean", &["true", "false"]),
        1 => typed("date", &["2015-01-02", "2016-02-29"]),
        1 => typed("timestamp", &["2015-01-02T03:04:05Z"]),
    ];
    leaf.prop_recursive(3, 10, 3, |node| {
        let nodes = proptest::collection::vec(node.clone(), 1..4);
        prop_oneof![
            nodes.clone().prop_map(|nodes| json!({"and": nodes})),
            nodes.prop_map(|nodes| json!({"or": nodes})),
            node.prop_map(|node| json!({"not": node})),
        ]
    })
}
