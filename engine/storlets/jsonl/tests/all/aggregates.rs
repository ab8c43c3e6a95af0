//! Aggregates of lines: the rules of `docs/reference/jsonl.md`, "Aggregates".

use crate::support::{check, lines, storlet};
use headwater_storlet::{Failure, Split};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn run(arguments: &[String], object: &str) -> Result<String, Failure> {
    let answer = storlet(object.as_bytes(), Split::default(), arguments)?;
    Ok(String::from_utf8(answer).expect("an answer in UTF-8"))
}

fn aggregated(document: &Value, more: &[&str], object: &str) -> String {
    let more = more.iter().map(|argument| argument.to_string());
    let all: Vec<_> = more.chain([format!("aggregate={document}")]).collect();
    run(&all, object).expect("an answer")
}

fn by_city() -> Value {
    json!({
        "columns": [
            {"column": "/at/city", "type": "string"},
            {"column": "/kwh", "type": "decimal(5,2)"},
            {"column": "/n", "type": "int"},
        ],
        "group": [{"column": "/at/city"}],
        "functions": [
            {"op": "count"},
            {"op": "sum", "column": "/kwh"},
            {"op": "max", "column": "/n"},
        ],
    })
}

#[test]
fn exact_lines_are_grouped_and_the_others_returned() {
    let object = r#"{"at":{"city":"R"},"kwh":1.5,"n":3}
{"n":-4,"kwh":0.25,"at":{"city":"\u0052"}}
{"kwh":1.005,"at":{"city":"R"},"n":1}
{"at":null,"kwh":null}
{"at":{"city":7},"n":1,"other":[]}
{"at":{"city":"R"},"n":1,"n":2}
[{"n":1}]
{}
"#;
    let passed = r#"L{"kwh":1.005,"at":{"city":"R"}}
L{"at":{"city":7}}
L{"at":{"city":"R"}}
L[{"n":1}]
A["R",2,"1.75","3"]
A[null,2,null,null]
"#;
    let columns = r#"columns=["/at/city","/kwh"]"#;
    assert_eq!(aggregated(&by_city(), &[columns], object), passed);
}

#[test]
fn an_uncertain_selection_returns_the_line() {
    let selection = r#"selection={"column":"/n","type":"int","op":"gt","value":"1"}"#;
    let object = "{\"n\":1}\n{\"n\":2}\n{\"n\":\"2\"}\n{\"n\":3}\n";
    let document = json!({"columns": [], "group": [], "functions": [{"op": "count"}]});
    assert_eq!(
        aggregated(&document, &[selection], object),
        "L{\"n\":\"2\"}\nA[2]\n"
    );
}

#[test]
fn the_first_value_of_a_group_precedes_the_returned_lines() {
    let document = json!({
        "columns": [{"column": "/n", "type": "int"}],
        "group": [],
        "functions": [{"op": "first", "column": "/n"}],
    });
    let object = "{\"n\":1}\n{\"n\":2}\n{\"n\":2.5}\n{\"n\":3}\n";
    assert_eq!(
        aggregated(&document, &["columns=[\"/n\"]"], object),
        "A[\"1\"]\nL{\"n\":2.5}\nA[\"3\"]\n"
    );
}

#[test]
fn a_zero_with_a_sign_is_returned_as_a_line() {
    let document = json!({
        "columns": [{"column": "/v", "type": "double"}],
        "group": [],
        "functions": [{"op": "first", "column": "/v"}],
    });
    assert_eq!(
        aggregated(&document, &[], "{\"v\":-0}\n{\"v\":1}\n"),
        "L{\"v\":-0}\nA[\"1.0\"]\n"
    );
}

#[test]
fn groups_end_like_lines() {
    let document = json!({"columns": [], "group": [], "functions": [{"op": "count"}]});
    let object = "{}\u{1e}{}\u{1e}x";
    assert_eq!(
        aggregated(&document, &["lineSep=\u{1e}"], object),
        "Lx\u{1e}A[2]\u{1e}"
    );
}

#[test]
fn unusable_aggregates_are_refused() {
    let refused = |document: Value| {
        let arguments = [format!("aggregate={document}")];
        match run(&arguments, "{}") {
            Err(Failure::Parameters(message)) => message,
            other => panic!("{document}: {other:?}"),
        }
    };
    let column = json!({"column": "/a", "type": "string"});
    let with = |columns: Value, group: Value, functions: Value| json!({"columns": columns, "group": group, "functions": functions});
    let twice = with(
        json!([column, {"column": "/a", "type": "int"}]),
        json!([]),
        json!([]),
    );
    assert_eq!(
        refused(twice),
        "'aggregate' has the column '/a' in 'columns' twice"
    );
    let unknown = with(json!([column]), json!([{"column": "/b"}]), json!([]));
    assert_eq!(
        refused(unknown),
        "'aggregate' has the column '/b' in 'group', and not in 'columns'"
    );
    let number = with(json!([{"column": 0, "type": "int"}]), json!([]), json!([]));
    assert!(refused(number).contains("a path like"));
    let text = with(
        json!([column]),
        json!([]),
        json!([{"op": "sum", "column": "/a"}]),
    );
    assert!(refused(text).contains("is not a number"));
    assert!(
        refused(json!({"columns": [7], "group": [], "functions": []})).contains("invalid type")
    );
    assert!(refused(json!("columns")).contains("invalid type"));
    let limited = [format!("aggregate={}", by_city()), "limit=1".into()];
    assert_eq!(run(&limited, "").expect_err("a refusal").code(), 64);
    assert_eq!(
        run(&["aggregate={".into()], "")
            .expect_err("a refusal")
            .code(),
        64
    );
}

/// Groups by key: the number of lines, the number of lines with a number, and the minimum number.
type Groups = BTreeMap<String, (i64, i64, Option<i64>)>;

/// The groups of an answer, and the other lines.
fn parted(answer: &str) -> (Groups, Vec<String>) {
    let (mut groups, mut passed) = (Groups::new(), Vec::new());
    for line in answer.lines() {
        match line.split_at(1) {
            ("A", group) => {
                let values: Vec<Value> = serde_json::from_str(group).expect("a group");
                let least = values[3]
                    .as_str()
                    .map(|least| least.parse().expect("a number"));
                let count = |at: usize| values[at].as_i64().expect("a count");
                let group = groups.entry(values[0].to_string()).or_default();
                group.0 += count(1);
                group.1 += count(2);
                group.2 = group.2.into_iter().chain(least).min();
            }
            ("L", line) => passed.push(line.into()),
            _ => panic!("neither a group nor a line: {line}"),
        }
    }
    (groups, passed)
}

#[test]
fn many_lines_aggregate_to_the_sum_of_each() {
    let document = json!({
        "columns": [{"column": "/b", "type": "string"}, {"column": "/a", "type": "int"}],
        "group": [{"column": "/b"}],
        "functions": [
            {"op": "count"},
            {"op": "count", "column": "/a"},
            {"op": "min", "column": "/a"},
        ],
    });
    // A byte order mark is removed at the start of an object, but not before another line.
    let lines = lines().prop_map(|line| line.trim_start_matches('\u{FEFF}').to_string());
    check(2000, vec(lines, 1..12), |lines| {
        let together = parted(&aggregated(&document, &[], &(lines.join("\n") + "\n")));
        let each = lines
            .iter()
            .map(|line| aggregated(&document, &[], &format!("{line}\n")));
        prop_assert_eq!(together, parted(&each.collect::<String>()));
        Ok(())
    });
}
