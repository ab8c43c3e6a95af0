//! Records that are skipped without parsing are those that would have been dropped.

use crate::support::{check, storlet};
use csv_storlet::run;
use headwater_storlet::Request;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

const TEXTS: &[&str] = &[
    "", " ", "  ", "   ", "ab", "abc", "xabx", "a", "b", "ab ", " ab", "é", "１", "cd", "ba",
];
/// Most blocks have no end of the second kind, which makes the storlet read record by record.
const ENDS: &[&str] = &["\n", "\n", "\n", "\n", "\n\n", "\n   \n", ",\n", "\nab\n"];
const ODD: &[&str] = &[
    "\"ab\"\n",
    "\"a\"\"b\",ab\n",
    "ab\r\n",
    "\u{feff}ab,ab\n",
    "a\"b,ab\n",
];
const PARAMETERS: &[&str] = &[
    "header=true",
    "comment=a",
    "emptyValue=ab",
    "nullValue=ab",
    "ignoreLeadingWhiteSpace=true",
    "lineSep=\n",
    "quote=",
    "sep=b",
    "limit=2",
    "columns=1,0",
];

fn objects() -> impl Strategy<Value = String> {
    let record = (proptest::collection::vec(select(TEXTS), 1..4), select(ENDS))
        .prop_map(|(fields, end)| fields.join(",") + end);
    let odd = select(ODD).prop_map(String::from);
    let records = prop_oneof![
        3 => proptest::collection::vec(record.clone(), 0..60),
        1 => proptest::collection::vec(prop_oneof![20 => record, 1 => odd], 0..60),
    ];
    (records, any::<bool>()).prop_map(|(records, ended)| {
        let object = records.concat();
        match ended {
            true => object,
            false => object.trim_end_matches('\n').into(),
        }
    })
}

fn predicates() -> impl Strategy<Value = Value> {
    let leaf = (
        0..3_usize,
        select(&["eq", "prefix", "suffix", "contains", "ne", "is_null"][..]),
        select(TEXTS),
    )
        .prop_map(|(column, op, text)| match op {
            "is_null" => json!({"column": column, "type": "string", "op": op}),
            _ => json!({"column": column, "type": "string", "op": op, "value": text}),
        });
    proptest::collection::vec(leaf, 1..4).prop_map(|leaves| json!({"and": leaves}))
}

fn answered(object: &str, parameters: &[String]) -> (Vec<u8>, csv_storlet::Counts) {
    let request = Request::new(parameters, Vec::<(&str, String)>::new()).expect("a request");
    let mut answer = Vec::new();
    let counts = run(&request, object.as_bytes(), &mut answer).expect("an answer");
    (answer, counts)
}

#[test]
fn records_without_the_required_text_are_dropped() {
    let more = subsequence(PARAMETERS, 0..3);
    let width = proptest::option::weighted(0.2, 1..4_usize);
    check(4000, (objects(), predicates(), more, width), |drawn| {
        let (object, predicate, more, width) = drawn;
        let parameters = |selection: &Value| -> Vec<String> {
            let mut all: Vec<_> = more.iter().map(|each| (*each).into()).collect();
            all.extend(width.map(|width| format!("width={width}")));
            all.extend([format!("selection={selection}"), "tagged=true".into()]);
            all
        };
        // A text inside a NOT need not be in the record, so there is no needle.
        let read = answered(&object, &parameters(&json!({"not": {"not": predicate}})));
        prop_assert_eq!(answered(&object, &parameters(&predicate)), read);
        Ok(())
    });
}

#[test]
fn a_split_begins_and_ends_as_without_a_needle() {
    let object = b"ab,1\ncd,2\nab,3\ncd,4\nab,5";
    let selection =
        |op: &str| format!(r#"selection={{"column":0,"type":"string","op":"{op}","value":"ab"}}"#);
    let double = r#"selection={"not":{"column":0,"type":"string","op":"ne","value":"ab"}}"#;
    for start in 0..object.len() {
        for end in start..=object.len() {
            assert_eq!(
                storlet(object, start, Some(end), &[selection("prefix")]).expect("an answer"),
                storlet(object, start, Some(end), &[double.into()]).expect("an answer"),
                "{start} to {end}"
            );
        }
    }
}
