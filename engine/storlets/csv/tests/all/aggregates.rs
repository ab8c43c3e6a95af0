//! Partial aggregates: examples, and comparisons with their oracle.

use crate::drawn_aggregates::{aggregates, rows};
use crate::groups_oracle;
use crate::support::{check, dialects, objects, selections, storlet};
use headwater_storlet::Split;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

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
