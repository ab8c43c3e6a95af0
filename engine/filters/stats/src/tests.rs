use super::*;
use proptest::collection::vec;
use proptest::prelude::{prop_assert_eq, proptest};
use serde_json::Value;

fn run(arguments: &[&str], range: Option<(usize, usize)>, object: &[u8]) -> Result<Value, Failure> {
    let (start, end) = range.unwrap_or((0, object.len()));
    let variables = [
        ("HEADWATER_RANGE_START", start.to_string()),
        ("HEADWATER_RANGE_END", end.to_string()),
    ];
    let request = Request::new(arguments, variables)?;
    let mut answer = Vec::new();
    stats(&request, &object[start..], &mut answer)?;
    Ok(serde_json::from_slice(&answer).unwrap())
}

#[test]
fn columns_are_summed_up() {
    let object = b"id,amount,name\n1,2.5,Ann\n-20,,\"B, b\"\n3,1e3,Ann\n\n7,-1\n\"x,1\n";
    let expected = json!({"rows": 4, "malformed": 1, "columns": [
        {"name": "id", "type": "integer", "count": 4, "nulls": 0, "min": -20, "max": 7, "distinct": 4},
        {"name": "amount", "type": "number", "count": 3, "nulls": 1, "min": -1.0, "max": 1000.0, "distinct": 3},
        {"name": "name", "type": "text", "count": 3, "nulls": 1, "min": "Ann", "max": "B, b", "distinct": 2},
    ]});
    assert_eq!(run(&["header=true"], None, object).unwrap(), expected);
}

#[test]
fn types_are_those_of_all_values() {
    for (values, kind, least, most) in [
        (&["9", "10"][..], "integer", json!(9), json!(10)),
        (&["9", "10.0"], "number", json!(9.0), json!(10.0)),
        (&["9", "10", "x"], "text", json!("10"), json!("x")),
        (&["07", "8"], "text", json!("07"), json!("8")),
        (&["inf"], "text", json!("inf"), json!("inf")),
        (&["1e999"], "text", json!("1e999"), json!("1e999")),
        (
            &["9223372036854775807", "9223372036854775808"],
            "number",
            json!(2f64.powi(63)),
            json!(2f64.powi(63)),
        ),
        (&["NULL"], "null", Value::Null, Value::Null),
    ] {
        let told = run(&["nullValue=NULL"], None, values.join("\n").as_bytes()).unwrap();
        let column = &told["columns"][0];
        assert_eq!(
            (&column["type"], &column["min"], &column["max"]),
            (&json!(kind), &least, &most),
            "{values:?}"
        );
    }
}

#[test]
fn nothing_has_no_columns() {
    let nothing = json!({"rows": 0, "malformed": 0, "columns": []});
    assert_eq!(run(&[], None, b"").unwrap(), nothing);
    let names = run(&["header=true"], None, b"a,b").unwrap();
    assert_eq!(
        names["columns"][1],
        json!({"name": "b", "type": "null", "count": 0, "nulls": 0, "min": null, "max": null, "distinct": 0})
    );
}

#[test]
fn estimates_are_near() {
    for count in [1, 10, 100, 1_000, 10_000, 20_000, 100_000, 1_000_000] {
        let mut distinct = Distinct::default();
        for value in (0..count).chain(0..count / 2) {
            distinct.add(format!("value {value}").as_bytes());
        }
        let error = distinct.estimate() as f64 / f64::from(count) - 1.0;
        assert!(
            error.abs() < 0.05,
            "{count}: {} estimated",
            distinct.estimate()
        ); // three standard errors
    }
}

#[test]
fn too_many_columns_are_told() {
    let failure = run(&[], None, ",".repeat(5000).as_bytes()).unwrap_err();
    assert!(
        failure.to_string().contains("has 5001 columns"),
        "{failure}"
    );
}

#[test]
fn parameters_that_cannot_be_used_are_refused() {
    for arguments in [&["sep=ab"][..], &["header=yes"], &["columns=3"]] {
        assert_eq!(
            run(arguments, None, b"").unwrap_err().code(),
            64,
            "{arguments:?}"
        );
    }
}

proptest! {
    #[test]
    fn splits_add_up(lines in vec("[0-9a,]{0,5}", 1..9), size in 1usize..20) {
        let object = lines.join("\n").into_bytes();
        let whole = run(&[], None, &object).unwrap();
        let splits: Vec<_> = (0..object.len())
            .step_by(size)
            .map(|start| run(&[], Some((start, (start + size).min(object.len()))), &object).unwrap())
            .collect();
        let sum = |key: &str| splits.iter().map(|split| split[key].as_u64().unwrap()).sum::<u64>();
        prop_assert_eq!(json!(sum("rows")), whole["rows"].clone());
        for index in 0..whole["columns"].as_array().unwrap().len() {
            let counted: u64 = splits.iter().filter_map(|split| split["columns"][index]["count"].as_u64()).sum();
            prop_assert_eq!(json!(counted), whole["columns"][index]["count"].clone());
        }
    }
}
