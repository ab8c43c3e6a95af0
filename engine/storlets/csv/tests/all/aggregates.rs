//! Partial aggregates: examples, and comparisons with their oracle.

use crate::groups_oracle;
use crate::support::{check, dialects, objects, selections, storlet};
use headwater_storlet::Split;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

const COLUMNS: usize = 5;

/// An aggregate of columns of these types, and the columns of the rows that are returned.
pub fn aggregates() -> impl Strategy<Value = Vec<String>> {
    const TYPES: [&str; 10] = [
        "string",
        "string",
        "int",
        "long",
        "byte",
        "decimal(3,1)",
        "decimal(38,2)",
        "double",
        "float",
        "boolean",
    ];
    let typed = (select(&TYPES[..]), any::<bool>());
    let function = (
        select(&["count", "sum", "min", "max", "first"][..]),
        0..COLUMNS,
    );
    let part = (0..COLUMNS, proptest::option::of((0..3_u32, 0..4_u32)));
    (
        proptest::collection::vec(typed, COLUMNS),
        proptest::collection::vec(part, 0..3),
        proptest::collection::vec(function, 0..5),
        any::<bool>(),
        proptest::option::weighted(0.3, 1..6_usize),
    )
        .prop_map(|(types, group, functions, rows, width)| {
            let name = |column: usize| types[column].0;
            let is_floating = |column: usize| ["double", "float"].contains(&name(column));
            let group: Vec<_> = group
                .into_iter()
                .filter(|(column, _)| !is_floating(*column))
                .map(|(column, part)| match part {
                    Some(part) if name(column) == "string" => {
                        json!({"column": column, "substring": part})
                    }
                    _ => json!({"column": column}),
                })
                .collect();
            let is_number = |column: usize| !["string", "boolean"].contains(&name(column));
            let functions = functions
                .into_iter()
                .filter(|(op, column)| *op != "sum" || is_number(*column));
            let mut functions: Vec<_> = functions
                .map(|(op, column)| json!({"op": op, "column": column}))
                .collect();
            functions.extend(rows.then(|| json!({"op": "count"})));
            let used = |column: usize| {
                group
                    .iter()
                    .chain(&functions)
                    .any(|each| each["column"] == column)
            };
            let columns: Vec<_> = (0..COLUMNS)
                .filter(|column| used(*column) || types[*column].1)
                .map(|column| json!({"column": column, "type": name(column)}))
                .collect();
            let aggregate = json!({"columns": columns, "group": group, "functions": functions});
            let width = width.map(|width| format!("width={width}"));
            [
                format!("aggregate={aggregate}"),
                "tagged=true".into(),
                "columns=3,0,1".into(),
            ]
            .into_iter()
            .chain(width)
            .collect()
        })
}

/// Rows, many of which are exact.
fn rows() -> impl Strategy<Value = Vec<u8>> {
    const FIELDS: &[&str] = &[
        "",
        "",
        "1",
        "1",
        "01",
        "-7",
        "2",
        "39.5",
        "-0",
        "-0.0",
        "0",
        "a",
        "abc",
        "ab",
        "é",
        "\"a\"",
        "\"\"",
        "x\"y",
        "\\",
        "true",
        "TRUE",
        "false",
        "1e0",
        "1e308",
        "1.7e308",
        "-1.5e308",
        "3e38",
        "9223372036854775807",
        "-9223372036854775808",
        "99.9",
        "999999999999999999999999999999999999.99",
        "0.1",
        "0.2",
        "NaN",
    ];
    let row = proptest::collection::vec(select(FIELDS), 1..7).prop_map(|fields| fields.join(","));
    let few = proptest::collection::vec(
        select(&["1", "2", "", "9223372036854775807", "1e308"][..]),
        COLUMNS,
    )
    .prop_map(|fields| fields.join(","));
    proptest::collection::vec(prop_oneof![1 => row, 2 => few], 0..16)
        .prop_map(|rows| rows.join("\n").into_bytes())
}

fn agree(object: &[u8], arguments: &[String], split: Split) -> Result<(), TestCaseError> {
    let end = split
        .end
        .map(|end| usize::try_from(end).expect("a small end"));
    let start = usize::try_from(split.start).expect("a small start");
    let answer = storlet(object, start, end, arguments).expect("an answer");
    prop_assert_eq!(
        answer.escape_ascii().to_string(),
        groups_oracle::answer(object, split, arguments)
            .escape_ascii()
            .to_string(),
        "{}",
        object.escape_ascii()
    );
    Ok(())
}

#[test]
fn rows_aggregate_as_by_the_oracle() {
    let selection = proptest::option::weighted(0.3, selections());
    check(
        5000,
        (rows(), aggregates(), selection),
        |(object, mut arguments, selection)| {
            arguments.extend(selection.map(|json| format!("selection={json}")));
            agree(&object, &arguments, Split::default())
        },
    );
}

#[test]
fn any_object_in_any_dialect_aggregates_as_by_the_oracle() {
    let arguments =
        (dialects(), selections(), aggregates()).prop_map(|(dialect, selection, aggregate)| {
            [dialect, aggregate, vec![format!("selection={selection}")]].concat()
        });
    let arguments = arguments.prop_filter("refused", |arguments| {
        storlet(b"", 0, None, arguments).is_ok()
    });
    let place = any::<prop::sample::Index>();
    let length = proptest::option::of(0..60_u64);
    check(
        2500,
        (objects(), arguments, place, length),
        |(object, arguments, place, length)| {
            let start = place.index(object.len() + 1) as u64;
            agree(
                &object,
                &arguments,
                Split {
                    start,
                    end: length.map(|length| start + length),
                },
            )
        },
    );
}

fn arguments(aggregate: &Json) -> Vec<String> {
    vec![
        format!("aggregate={aggregate}"),
        "tagged=true".into(),
        "columns=0,1".into(),
    ]
}

/// The records of an answer with this tag, without the tag.
fn tagged(answer: &[u8], tag: char) -> Vec<String> {
    let answer = String::from_utf8(answer.to_vec()).expect("UTF-8");
    answer
        .lines()
        .filter_map(|line| line.strip_prefix(tag))
        .map(str::to_string)
        .collect()
}

#[test]
fn groups_over_the_memory_limit_are_written_early() {
    let aggregate = json!({
        "columns": [{"column": 0, "type": "string"}, {"column": 1, "type": "long"}],
        "group": [{"column": 0}],
        "functions": [{"op": "count"}, {"op": "sum", "column": 1}, {"op": "max", "column": 0}],
    });
    const GROUPS: u64 = 150_000;
    let object: Vec<u8> = (0..2 * GROUPS)
        .flat_map(|row| format!("{:06},{row}\n", row % GROUPS).into_bytes())
        .collect();
    let answer = storlet(&object, 0, None, &arguments(&aggregate)).expect("an answer");
    let mut totals = std::collections::BTreeMap::<String, (u64, u64)>::new();
    let records = tagged(&answer, 'A');
    for record in &records {
        let (key, count, sum, max): (String, u64, String, String) =
            serde_json::from_str(record).expect("JSON");
        assert_eq!(key, max);
        let total = totals.entry(key).or_default();
        *total = (
            total.0 + count,
            total.1 + sum.parse::<u64>().expect("a number"),
        );
    }
    assert!(
        records.len() as u64 > GROUPS,
        "{} records: memory was not bounded",
        records.len()
    );
    assert_eq!(totals.len() as u64, GROUPS);
    for (key, total) in totals {
        let number: u64 = key.parse().expect("a number");
        assert_eq!(total, (2, 2 * number + GROUPS), "{key}");
    }
}

#[test]
fn a_text_too_long_for_json_readers_is_returned_as_a_row() {
    let aggregate = json!({
        "columns": [{"column": 0, "type": "string"}, {"column": 1, "type": "string"}],
        "group": [{"column": 0}],
        "functions": [{"op": "count", "column": 1}],
    });
    let (long, short) = ("x".repeat((64 << 10) + 1), "x".repeat(64 << 10));
    let object = format!("{long},1\n{short},1\na,{long}\n");
    let answer = storlet(object.as_bytes(), 0, None, &arguments(&aggregate)).expect("an answer");
    assert_eq!(tagged(&answer, 'P'), [format!("{long},1")]);
    assert_eq!(
        tagged(&answer, 'A'),
        [format!("[\"{short}\",1]"), "[\"a\",1]".to_string()]
    );
}

#[test]
fn an_unusable_aggregate_is_refused() {
    let columns = json!([{"column": 0, "type": "string"}, {"column": 1, "type": "double"}]);
    let refused = |arguments: &[String], message: &str| {
        let failure = storlet(b"", 0, None, arguments).expect_err(message);
        assert_eq!(failure.code(), 64, "{failure}");
        assert!(failure.to_string().contains(message), "{failure}");
    };
    let count = json!({"columns": columns, "group": [], "functions": [{"op": "count"}]});
    let usable = arguments(&count);
    storlet(b"", 0, None, &usable).expect("an answer");
    refused(&usable[..2], "needs 'tagged=true' and 'columns'");
    refused(
        &[&usable[..1], &usable[2..]].concat(),
        "needs 'tagged=true' and 'columns'",
    );
    refused(
        &[&usable[..], &["limit=1".into()]].concat(),
        "'limit' counts rows",
    );
    refused(
        &[&usable[..], &["lineSep=|".into()]].concat(),
        "control characters",
    );
    let long = json!({"columns": [], "group": [], "functions": vec![json!({"op": "count"}); 8000]});
    refused(&arguments(&long), "is longer than 65536 bytes");
}
