//! Examples of answers: the rules of `docs/reference/jsonl.md`.

use crate::support::storlet;
use headwater_storlet::{Failure, Request, Split};
use serde_json::{Value, json};
use std::io::Read;

fn run(arguments: &[&str], object: &[u8]) -> Result<Vec<u8>, Failure> {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|argument| argument.to_string())
        .collect();
    storlet(object, Split::default(), &arguments)
}

fn text(arguments: &[&str], object: &str) -> String {
    String::from_utf8(run(arguments, object.as_bytes()).unwrap()).unwrap()
}

fn selected(predicate: Value, object: &str) -> String {
    text(&[&format!("selection={predicate}")], object)
}

#[test]
fn members_are_copied_unchanged() {
    for (columns, line, expected) in [
        (
            r#"["/a"]"#,
            r#"{"b": 1, "a" :  1.50e1 , "c": [ ]}"#,
            r#"{"a":1.50e1}"#,
        ),
        (
            r#"["/c","/a"]"#,
            r#"{"a":"\u00e4","b":2,"c":{ "x": [1, 2] }}"#,
            r#"{"a":"\u00e4","c":{ "x": [1, 2] }}"#,
        ),
        (
            r#"["/c/x"]"#,
            r#"{"a":1,"c":{"y":1,"x": 2}}"#,
            r#"{"c":{"x":2}}"#,
        ),
        (r#"["/c/x"]"#, r#"{"c":[{"x":1}]}"#, r#"{"c":[{"x":1}]}"#),
        (r#"["/c/x","/c"]"#, r#"{"c":{"y": 1}}"#, r#"{"c":{"y": 1}}"#),
        (r#"["/a"]"#, r#"{"b":1}"#, "{}"),
        (r#"["/a"]"#, r#"{"a":1,"a":2}"#, r#"{"a":1,"a":2}"#),
        (
            r#"["/a~1b","/~0"]"#,
            r#"{"a/b":1,"~":2,"a":3}"#,
            r#"{"a/b":1,"~":2}"#,
        ),
        (r#"["/\u00e4"]"#, "{\"ä\":1,\"b\":2}", "{\"ä\":1}"),
        // A name with an escape: the line is kept unchanged.
        (
            r#"["/b"]"#,
            r#"{"\u0061":1, "b":2}"#,
            r#"{"\u0061":1, "b":2}"#,
        ),
        (
            r#"["/c/b"]"#,
            r#"{"a":1,"c":{"\u0062":1}}"#,
            r#"{"c":{"\u0062":1}}"#,
        ),
        (r#"[]"#, r#"{"a":1}"#, "{}"),
    ] {
        let actual = text(&[&format!("columns={columns}")], line);
        assert_eq!(actual, format!("{expected}\n"), "{columns} of {line}");
    }
}

#[test]
fn lines_that_are_not_objects_are_returned_unchanged() {
    let object = "[1]\n\n{\"a\":}\n{'a':1}\n{\"a\":1} x\n\"\\ud800\"\n";
    let arguments = [
        r#"columns=["/b"]"#,
        r#"selection={"column":"/a","type":"int","op":"eq","value":"7"}"#,
    ];
    assert_eq!(text(&arguments, object), object);
    assert_eq!(
        run(&arguments, b"{\"a\":\"\xFF\"}").unwrap(),
        b"{\"a\":\"\xFF\"}\n"
    );
}

#[test]
fn predicates_decide_by_type() {
    let kept = |kind: &str, op: &str, value: &str, json: &str| {
        let predicate = json!({"column": "/a", "type": kind, "op": op, "value": value});
        !selected(predicate, &format!("{{\"a\":{json}}}")).is_empty()
    };
    for (kind, op, value, json, expected) in [
        ("int", "eq", "5", "5", true),
        ("int", "eq", "5", "6", false),
        ("int", "eq", "5", "null", false),
        ("int", "gt", "5", "6.5", true), // not an integer, so the outcome is unknown
        ("int", "eq", "5", "\"6\"", true),
        ("double", "lt", "1e2", "9.5e1", true),
        ("double", "lt", "1e2", "101", false),
        ("decimal(5,2)", "eq", "1.50", "1.5", true),
        ("decimal(5,2)", "eq", "1.50", "1.51", false),
        ("string", "eq", "\u{e4}", "\"\\u00e4\"", true),
        ("string", "prefix", "a", "\"ba\"", false),
        ("string", "eq", "5", "6", true),
        ("boolean", "eq", "true", "false", false),
        ("boolean", "eq", "true", "\"false\"", true),
        ("date", "ge", "2026-01-02", "\"2026-01-01\"", false),
        ("string", "eq", "x", "[\"y\"]", true),
        ("string", "eq", "x", "\"\\ud800\"", true),
    ] {
        assert_eq!(
            kept(kind, op, value, json),
            expected,
            "{json} {op} {value} as {kind}"
        );
    }
}

#[test]
fn paths_lead_through_objects() {
    let null = json!({"column": "/a/b", "type": "int", "op": "is_null"});
    for (line, expected) in [
        ("{}", true),
        (r#"{"a":null}"#, true),
        (r#"{"a":{}}"#, true),
        (r#"{"a":{"b":null}}"#, true),
        (r#"{"a":{"b":1}}"#, false),
        (r#"{"a":3}"#, true),
        (r#"{"a":[{"b":1}]}"#, true),
        (r#"{"a":{"b":1,"b":2}}"#, true),
    ] {
        assert_eq!(!selected(null.clone(), line).is_empty(), expected, "{line}");
    }
}

#[test]
fn trees_are_evaluated_as_by_csv() {
    let tree = json!({"and": [
        {"not": {"column": "/a", "type": "int", "op": "in", "values": ["1", "2"]}},
        {"or": [
            {"column": "/a", "type": "double", "op": "lt", "value": "5"},
            {"column": "/b", "type": "string", "op": "is_null"},
        ]},
    ]});
    let object = "{\"a\":1}\n{\"a\":3,\"b\":\"x\"}\n{\"a\":7,\"b\":\"x\"}\n{\"a\":7}\n";
    assert_eq!(selected(tree, object), "{\"a\":3,\"b\":\"x\"}\n{\"a\":7}\n");
}

#[test]
fn unusable_parameters_are_refused() {
    for argument in [
        "columns=/a",
        r#"columns=["a"]"#,
        r#"columns=[""]"#,
        r#"columns=[1]"#,
        "selection=",
        r#"selection={"column":1,"type":"int","op":"eq","value":"1"}"#,
        r#"selection={"column":"a","type":"int","op":"eq","value":"1"}"#,
        r#"selection={"column":"/a","type":"int","op":"eq","value":"x"}"#,
        r#"selection={"column":"/a","op":"is_null"}"#,
        r#"selection={"and":[]}"#,
        "timeZone=Europe/Berlin",
        "fields=/a",
        "lineSep=",
        "lineSep=|",
        "limit=x",
    ] {
        assert_eq!(run(&[argument], b"").unwrap_err().code(), 64, "{argument}");
    }
    let deep = format!("columns=[\"{}\"]", "/a".repeat(33));
    assert_eq!(run(&[&deep], b"").unwrap_err().code(), 64);
}

#[test]
fn lines_that_a_reader_may_refuse_are_returned_unchanged() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let long = format!("{{\"a\":{}}}", "1".repeat(1001));
    for line in [deep, long] {
        assert_eq!(text(&[r#"columns=["/b"]"#], &line), format!("{line}\n"));
    }
}

#[test]
fn a_long_text_is_not_compared() {
    let long = format!("{{\"a\":\"{}\"}}", "x".repeat((64 << 10) + 1));
    let predicate = json!({"column": "/a", "type": "string", "op": "eq", "value": "y"});
    assert_eq!(selected(predicate, &long), format!("{long}\n"));
}

#[test]
fn lines_in_doubt_do_not_count_towards_a_limit() {
    let selection = r#"selection={"column":"/a","type":"int","op":"gt","value":"1"}"#;
    let object = "{\"a\":1}\n\n{\"a\":\"x\"}\n{\"a\":2}\n{a:3}\n{\"a\":4}\n{\"a\":5}\n";
    assert_eq!(
        text(&["limit=2", selection], object),
        "\n{\"a\":\"x\"}\n{\"a\":2}\n{a:3}\n{\"a\":4}\n"
    );
    assert_eq!(text(&["limit=0"], object), "");
}

#[test]
fn reaching_the_limit_ends_the_reading() {
    let endless = "{}\n".as_bytes().iter().copied().cycle();
    struct Endless<I>(I);
    impl<I: Iterator<Item = u8>> Read for Endless<I> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let bytes = buffer.iter_mut().zip(&mut self.0);
            Ok(bytes.map(|(place, byte)| *place = byte).count())
        }
    }
    let request = Request::new(["limit=3"], [("", ""); 0]).unwrap();
    let mut answer = Vec::new();
    jsonl_storlet::run(&request, Endless(endless), &mut answer).unwrap();
    assert_eq!(answer, b"{}\n{}\n{}\n");
}

#[test]
fn any_control_characters_separate_lines() {
    let object = "{\"a\":\n1,\"b\":2}\u{1e}{\"a\":3}\u{1e}";
    assert_eq!(
        text(&["lineSep=\u{1e}", r#"columns=["/a"]"#], object),
        "{\"a\":1}\u{1e}{\"a\":3}\u{1e}"
    );
}

#[test]
fn a_line_without_a_required_text_is_left_out_unless_a_reader_may_find_it() {
    let text = json!({"column": "/a", "type": "string", "op": "prefix", "value": "ab"});
    let number = json!({"column": "/b", "type": "int", "op": "gt", "value": "1"});
    let both = json!({"and": [number, text]});
    for line in [
        r#"{"a":"abc","b":2}"#,
        r#"{"a":"\u0061b","b":2}"#,
        r#"{"a":["x"],"b":2}"#,
        r#"{"a":{"c":1},"b":2}"#,
        r#" {"b":2,"a":{"#,
        r#"{"a":"ab"#,
        "{'a':'ab'}",
        "{\"a\":\"\0\"",
    ] {
        assert_eq!(selected(both.clone(), line), format!("{line}\n"), "{line}");
    }
    for line in [
        r#"{"a":"xbc","b":2}"#,
        r#"{"a":"x"#,
        "{'a':'b'}",
        "x",
        "",
        r#"{"b":2}"#,
    ] {
        assert_eq!(selected(both.clone(), line), "", "{line}");
    }
    let hundred = json!({"column": "/a", "type": "string", "op": "eq", "value": "100.0"});
    for line in [r#"{"a":1E2}"#, r#"{"a":1"#] {
        assert_eq!(
            selected(hundred.clone(), line),
            format!("{line}\n"),
            "{line}"
        );
    }
}
