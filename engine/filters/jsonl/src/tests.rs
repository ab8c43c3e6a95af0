use super::*;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_oneof, proptest};
use serde_json::{Value, json};

fn run(
    arguments: &[&str],
    range: Option<(usize, usize)>,
    object: &[u8],
) -> Result<Vec<u8>, Failure> {
    let (start, end) = range.unwrap_or((0, object.len()));
    let variables = [
        ("HEADWATER_RANGE_START", start.to_string()),
        ("HEADWATER_RANGE_END", end.to_string()),
    ];
    let request = Request::new(arguments, variables)?;
    let mut answer = Vec::new();
    filter(&request, &object[start..], &mut answer)?;
    Ok(answer)
}

fn text(arguments: &[&str], object: &str) -> String {
    String::from_utf8(run(arguments, None, object.as_bytes()).unwrap()).unwrap()
}

fn selected(predicate: Value, object: &str) -> String {
    text(&[&format!("selection={predicate}")], object)
}

#[test]
fn members_are_copied_as_they_stand() {
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
        (r#"["/\u00e4"]"#, r#"{"\u00e4":1}"#, "{\"\u{e4}\":1}"),
        (r#"[]"#, r#"{"a":1}"#, "{}"),
    ] {
        let told = text(&[&format!("columns={columns}")], line);
        assert_eq!(told, format!("{expected}\n"), "{columns} of {line}");
    }
}

#[test]
fn lines_that_are_no_objects_stay_as_they_are() {
    let object = "[1]\n\n{\"a\":}\n{'a':1}\n{\"a\":1} x\n\"\\ud800\"\n";
    let arguments = [
        r#"columns=["/b"]"#,
        r#"selection={"column":"/a","type":"int","op":"eq","value":"7"}"#,
    ];
    assert_eq!(text(&arguments, object), object);
    assert_eq!(
        run(&arguments, None, b"{\"a\":\"\xFF\"}").unwrap(),
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
        ("int", "gt", "5", "6.5", true), // no integer: it cannot be told
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
fn trees_are_those_of_csv() {
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
fn parameters_that_cannot_be_used_are_refused() {
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
    ] {
        assert_eq!(
            run(&[argument], None, b"").unwrap_err().code(),
            64,
            "{argument}"
        );
    }
    let deep = format!("columns=[\"{}\"]", "/a".repeat(33));
    assert_eq!(run(&[&deep], None, b"").unwrap_err().code(), 64);
}

#[test]
fn deep_lines_are_read() {
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(text(&[r#"columns=["/b"]"#], &deep), "{}\n");
}

/// An object with a member `a` of any kind.
fn lines() -> impl Strategy<Value = Vec<Value>> {
    let value = prop_oneof![
        any::<i8>().prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    let line = prop_oneof![
        value.prop_map(|value| json!({"a": value, "b": [1, "\n"]})),
        Just(json!({}))
    ];
    proptest::collection::vec(line, 0..12)
}

proptest! {
    /// Every line that is true is kept, and one that is surely false or null is not; splits add up.
    #[test]
    fn lines_are_kept_that_may_be_true(lines in lines(), bound in any::<i8>(), size in 1usize..40) {
        let object: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let predicate = json!({"column": "/a", "type": "int", "op": "lt", "value": bound.to_string()});
        let argument = format!("selection={predicate}");
        let expected: String = lines
            .iter()
            .filter(|line| match &line["a"] {
                Value::Null => false,
                Value::Number(number) => number.as_i64().unwrap() < i64::from(bound),
                _ => true,
            })
            .map(|line| format!("{line}\n"))
            .collect();
        prop_assert!(text(&[&argument], &object) == expected);
        let union: Vec<u8> = (0..object.len())
            .step_by(size)
            .flat_map(|start| {
                let range = Some((start, (start + size).min(object.len())));
                run(&[&argument], range, object.as_bytes()).unwrap()
            })
            .collect();
        prop_assert!(union == expected.into_bytes());
    }
}
