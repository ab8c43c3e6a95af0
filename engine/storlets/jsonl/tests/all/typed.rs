//! Typed answers: Arrow columns, and the lines that only the reader may parse.

use crate::support::storlet;
use crate::typed_answer::{Item, batches, items, row};
use arrow_array::{Array, ArrayRef};
use headwater_storlet::Split;
use serde_json::{Value as Json, json};
use std::slice;

/// The items of an object's answer, for columns `a`, `b`, ... of these types.
fn typed(object: &str, types: &[Json], others: &[&str]) -> Vec<Item> {
    let columns = types.iter().zip('a'..);
    let columns = columns.map(|(kind, name)| json!({"column": format!("/{name}"), "type": kind}));
    let schema = format!("schema={}", Json::from_iter(columns));
    let arguments = ["answer=arrow", &schema]
        .into_iter()
        .chain(others.iter().copied());
    let arguments: Vec<_> = arguments.map(String::from).collect();
    items(&storlet(object.as_bytes(), Split::default(), &arguments).expect("an answer"))
}

fn record(text: &str) -> Item {
    Item::Record(text.as_bytes().escape_ascii().to_string())
}

#[test]
fn each_type_has_its_exact_values() {
    for (kind, text, value) in [
        ("string", r#""\u00e9\ud83d\ude00\n""#, "é😀\n"),
        ("string", r#""\u0000""#, "\0"),
        ("string", r#""""#, ""),
        ("boolean", "true", "1"),
        ("byte", "-128", "-128"),
        ("short", "32767", "32767"),
        ("int", "-0", "0"),
        ("long", "9223372036854775807", "9223372036854775807"),
        ("float", "3.4028235e38", "3.4028235e38"),
        ("double", "-0.0", "-0.0"),
        ("double", "4.9e-324", "5e-324"),
        ("double", "12345678901234567890", "1.2345678901234567e19"),
        (
            "decimal(38,0)",
            "99999999999999999999999999999999999999",
            "99999999999999999999999999999999999999",
        ),
        ("decimal(5,2)", "12.3", "1230"),
        ("date", r#""9999-12-31""#, "2932896"),
        ("timestamp", r#""1970-01-01T00:00:01.5+00:00""#, "1500000"),
        ("timestamp_ntz", r#""1969-12-31 23:59:59.999999""#, "-1"),
    ] {
        assert_eq!(
            typed(
                &format!("{{\"a\":{text}}}\n{{}}\n{{\"a\":null}}"),
                &[kind.into()],
                &[]
            ),
            [row(&[value]), row(&["null"]), row(&["null"])],
            "{kind}"
        );
    }
}

#[test]
fn a_value_that_is_not_exact_leaves_its_line_to_the_reader() {
    for (kind, text) in [
        ("string", "1"),
        ("string", r#""\ud83d""#),
        ("string", "{}"),
        ("boolean", r#""true""#),
        ("byte", "200"),
        ("int", "1.0"),
        ("int", r#""1""#),
        ("long", "9223372036854775808"),
        ("float", "1e39"),
        ("double", "-0"),
        ("double", "1e400"),
        ("double", r#""NaN""#),
        ("decimal(3,1)", "12.34"),
        ("decimal(3,1)", "1e1"),
        ("date", r#""2015-1-2""#),
        ("date", r#""0000-01-01""#),
        ("timestamp", r#""1970-01-01 00:00:00""#),
        ("timestamp", "1"),
    ] {
        let line = format!("{{\"a\":{text}}}");
        assert_eq!(typed(&line, &[kind.into()], &[]), [record(&line)], "{kind}");
    }
    let zone = typed(
        r#"{"a":"1970-01-01 00:00:00"}"#,
        &["timestamp".into()],
        &["timeZone=+01:00"],
    );
    assert_eq!(zone, [row(&["-3600000000"])]);
}

/// Jackson reads some numbers as doubles, and rounds them to floats after that.
#[test]
fn a_float_that_would_be_rounded_twice_is_left_to_the_reader() {
    let line = r#"{"a":1.00000005960464477540}"#;
    assert_eq!(typed(line, &["float".into()], &[]), [record(line)]);
    assert_eq!(
        typed(line, &["double".into()], &[]),
        [row(&["1.0000000596046448"])]
    );
}

#[test]
fn lines_that_are_not_plain_stay_in_their_places() {
    let odd = [
        "",
        r#"[{"a":1}]"#,
        r#"{"a":1,"a":2}"#,
        r#"{"a":NaN}"#,
        r#"{"a":01}"#,
        r#"{"\u0061":1}"#,
        r#"{"a":1} x"#,
        r#"{"a":1"#,
        "7",
        "\u{feff}{}",
    ];
    let object = odd.map(|line| format!("{{\"a\":1}}\n{line}\n")).concat();
    let expected: Vec<_> = odd
        .iter()
        .flat_map(|line| [row(&["1"]), record(line)])
        .collect();
    assert_eq!(typed(&object, &["int".into()], &[]), expected);
    assert_eq!(
        typed(
            "{\"A\":1}\n{\"a\":2,\"x\":{\"a\":3}}\n",
            &["int".into()],
            &[]
        ),
        [row(&["null"]), row(&["2"])]
    );
}

#[test]
fn texts_are_utf_8() {
    let arguments = [
        "answer=arrow",
        r#"schema=[{"column":"/a","type":"string"}]"#,
    ]
    .map(String::from);
    let object = b"{\"a\":\"x\"}\n{\"a\":\"\xFF\"}\n{\"a\":\"y\"}";
    let answer = storlet(object, Split::default(), &arguments).expect("an answer");
    assert_eq!(
        items(&answer),
        [
            row(&["x"]),
            Item::Record(r#"{\"a\":\"\xff\"}"#.into()),
            row(&["y"])
        ]
    );
}

#[test]
fn nested_values_are_nested_columns() {
    let kind = json!({"struct": [
        {"name": "n", "type": "int"},
        {"name": "l", "type": {"array": {"struct": [{"name": "x", "type": "string"}]}}},
        {"name": "m", "type": {"map": {"array": "double"}}},
    ]});
    for (line, value) in [
        (
            r#"{"a":{"m":{"k":[1,null],"":null},"n":7,"l":[{"x":"y"},null,{},{"z":[1]}]}}"#,
            "(7,[(y),null,(null),(null)],[(k,[1.0,null]),(,null)])",
        ),
        (
            r#"{"a": { "l" : [ ] , "m" : { } , "other":{"n":[]} } }"#,
            "(null,[],[])",
        ),
        (r#"{"a":{}}"#, "(null,null,null)"),
        (r#"{"a":null}"#, "null"),
    ] {
        let expected = [row(&["null"]), row(&[value]), row(&["null"])];
        assert_eq!(
            typed(&format!("{{}}\n{line}\n{{}}"), slice::from_ref(&kind), &[]),
            expected,
            "{line}"
        );
    }
    for inexact in [
        r#"{"n":"7"}"#,
        r#"{"n":1,"n":2}"#,
        r#"{"\u006e":1}"#,
        r#"{"l":{}}"#,
        r#"{"l":[{"x":"y"},{"x":1}]}"#,
        r#"{"l":[[]]}"#,
        r#"{"m":{"k":[1],"k":[2]}}"#,
        r#"{"m":{"k":["1"]}}"#,
        r#"{"n":1,"m":[]}"#,
        "[]",
        "7",
    ] {
        let line = format!("{{\"a\":{inexact}}}");
        let rows = format!("{{\"a\":{{\"n\":1,\"l\":[{{}}]}}}}\n{line}\n{{\"a\":{{\"m\":{{}}}}}}");
        let expected = [
            row(&["(1,[(null)],null)"]),
            record(&line),
            row(&["(null,null,[])"]),
        ];
        assert_eq!(
            typed(&rows, slice::from_ref(&kind), &[]),
            expected,
            "{inexact}"
        );
    }
}

#[test]
fn a_batch_of_nested_values_is_bounded() {
    let fields = (0..50).map(|n| json!({"name": n.to_string(), "type": "decimal(38,0)"}));
    let kind = json!({"array": {"struct": fields.collect::<Vec<_>>()}});
    let schema = json!([{"column": "/a", "type": kind}, {"column": "/b", "type": kind["array"]}]);
    let lines = "{\"a\":[null,{}]}\n".repeat(9_000);
    let long = format!("{{\"a\":[{}null]}}", "{},".repeat(10_000));
    let arguments = ["answer=arrow".into(), format!("schema={schema}")];
    let object = format!("{lines}{long}\n{lines}");
    let answer = storlet(object.as_bytes(), Split::default(), &arguments).expect("an answer");
    let size = |column: &ArrayRef| column.to_data().get_slice_memory_size().expect("a size");
    let sizes = batches(&answer);
    let sizes = sizes
        .iter()
        .map(|batch| batch.columns().iter().map(size).sum::<usize>());
    assert!(sizes.max().expect("batches") < 4 << 20);
    assert_eq!(items(&answer)[9_000], record(&long));
}

#[test]
fn a_batch_of_lines_that_alternate_is_bounded() {
    let repeated = "{\"a\":\"repeated\"}\n".repeat(100_000);
    let other = |n| format!("{{\"a\":\"{n}\"}}\n{{\"b\":1,\"a\":\"{n}\"}}\n");
    let alternating: String = (0..100_000).map(other).collect();
    let rows = typed(
        &(repeated + &alternating),
        &["string".into()],
        &["dictionaries=true"],
    );
    for n in [0, 50_000, 99_999] {
        let found = &rows[100_000 + 2 * n..][..2];
        assert_eq!(found, [row(&[&n.to_string()]), row(&[&n.to_string()])]);
    }
}

#[test]
fn lines_in_doubt_do_not_count_towards_a_limit() {
    let selection = r#"selection={"column":"/a","type":"int","op":"gt","value":"1"}"#;
    let object = "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":2}\n{\"a\":3}\n";
    assert_eq!(
        typed(object, &["int".into()], &["limit=1", selection]),
        [record("{\"a\":\"x\"}"), row(&["2"])]
    );
    assert_eq!(typed("{}\n[]\n", &[], &[]), [row(&[]), record("[]")]);
}

#[test]
fn parameters_that_do_not_go_together_are_refused() {
    let schema = r#"schema=[{"column":"/a","type":"int"}]"#;
    for (arguments, problem) in [
        (&["answer=arrow"][..], "'schema' is missing"),
        (&[schema], "'schema' needs 'answer=arrow'"),
        (
            &["answer=arrow", schema, r#"columns=["/a"]"#],
            "leave out 'columns'",
        ),
        (
            &["answer=arrow", schema, "inference=true"],
            "leave out 'inference'",
        ),
        (&["answer=arrow", "schema=["], "'schema' is not JSON"),
        (
            &["answer=arrow", r#"schema=[{"column":"a","type":"int"}]"#],
            "a path like /address/city",
        ),
        (
            &["answer=arrow", r#"schema=[{"column":"/a","type":"money"}]"#],
            "unknown type 'money'",
        ),
        (
            &[
                "answer=arrow",
                r#"schema=[{"column":"/a","type":{"list":"int"}}]"#,
            ],
            "a type is a name",
        ),
        (
            &[
                "answer=arrow",
                r#"schema=[{"column":"/a","type":{"struct":[]}}]"#,
            ],
            "a struct without fields",
        ),
    ] {
        let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
        let failure = storlet(b"", Split::default(), &arguments)
            .expect_err("refused")
            .to_string();
        assert!(failure.contains(problem), "{failure}");
    }
}
