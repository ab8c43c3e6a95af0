mod golden;

use super::*;
use proptest::collection::vec;
use proptest::prelude::{prop_assert_eq, proptest};
use serde_json::{Value, json};

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

fn column(arguments: &[&str], values: &[&str]) -> Value {
    run(arguments, None, values.join("\n").as_bytes()).unwrap()["columns"][0].clone()
}

#[test]
fn columns_are_summed_up() {
    let object = b"id,amount,name\n1,2.5,Ann\n-20,,\"B, b\"\n3,1e3,Ann\n\n7,-1\n";
    let expected = json!({"rows": 4, "columns": [
        {"name": "id", "count": 4, "nulls": 0, "unsure": 0, "distinct": 4, "values": ["-20", "1", "3", "7"],
         "min": "-20", "max": "7", "low": "-20", "high": "7", "scale": 0, "form": "integer"},
        {"name": "amount", "count": 3, "nulls": 1, "unsure": 0, "distinct": 3, "values": ["-1", "1e3", "2.5"],
         "min": "-1", "max": "2.5", "low": "-1", "high": "1e3"},
        {"name": "name", "count": 3, "nulls": 1, "unsure": 0, "distinct": 2, "values": ["Ann", "B, b"],
         "min": "Ann", "max": "B, b"},
    ]});
    assert_eq!(run(&["header=true"], None, object).unwrap(), expected);
}

#[test]
fn a_doubtful_field_marks_its_column_and_all_later_ones() {
    let summary = run(&[], None, b"a,b,c\nd,x\"y,e\n\xFF,f,g\n").unwrap();
    let unsure: Vec<_> = summary["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| column["unsure"].as_u64().unwrap())
        .collect();
    assert_eq!(unsure, [1, 1, 1]);
    assert_eq!(summary["columns"][0]["nulls"], json!(0));
}

#[test]
fn a_short_row_has_nulls() {
    let summary = run(&["nullValue=-"], None, b"a,b\nc\n-,\"\"\n").unwrap();
    assert_eq!(summary["columns"][0]["nulls"], json!(1));
    assert_eq!(summary["columns"][1]["nulls"], json!(1));
    assert_eq!(summary["columns"][1]["values"], json!(["", "b"]));
}

#[test]
fn forms_are_those_of_all_values() {
    for (values, form) in [
        (&["9", "-10", "0"][..], json!("integer")),
        (&["9", "010"], Value::Null),
        (&["-0"], Value::Null),
        (&["2015-01-01", "2016-02-29"], json!("date")),
        (&["2015-01-01", "2015-02-29"], Value::Null),
        (&["2015-01-01", "2015-01-01 00:00:00"], Value::Null),
        (
            &["2015-01-01 00:00:00", "2015-01-01 00:10:00.5"],
            json!("timestamp"),
        ),
        (
            &["2015-01-01T00:00:00", "2015-01-01T00:10:00.5"],
            json!("timestamp"),
        ),
        (&["2015-01-01T00:00:00", "2015-01-01 00:10:00"], Value::Null),
        (&["2015-01-01T00:00:00.000000Z"], json!("instant")),
        (&["2015-01-01T00:00:00Z"], Value::Null),
        (&["2015-01-01 00:00:00+01:00"], Value::Null),
        (&["x"], Value::Null),
    ] {
        assert_eq!(column(&[], values)["form"], form, "{values:?}");
    }
}

#[test]
fn many_values_are_not_listed() {
    let numbers: Vec<_> = (0..65).map(|number| number.to_string()).collect();
    let texts: Vec<_> = numbers.iter().map(String::as_str).collect();
    assert_eq!(
        column(&[], &texts[..64])["values"]
            .as_array()
            .unwrap()
            .len(),
        64
    );
    assert_eq!(column(&[], &texts)["values"], Value::Null);
    assert_eq!(column(&[], &[&"x".repeat(1025)])["values"], Value::Null);
}

#[test]
fn long_bounds_are_cut_or_left_out() {
    let long = format!("a{}", "ß".repeat(200));
    let summary = column(&[], &[&long, "b"]);
    assert_eq!(summary["min"], json!(format!("a{}", "ß".repeat(127))));
    assert_eq!(summary["max"], json!("b"));
    let summary = column(&[], &["a", &"z".repeat(300), "b"]);
    assert_eq!(
        (&summary["min"], &summary["max"]),
        (&json!("a"), &Value::Null)
    );
}

#[test]
fn nothing_has_no_columns() {
    let nothing = json!({"rows": 0, "columns": []});
    assert_eq!(run(&[], None, b"").unwrap(), nothing);
    let names = run(&["header=true"], None, b"a,b").unwrap();
    assert_eq!(
        names["columns"][1],
        json!({"name": "b", "count": 0, "nulls": 0, "unsure": 0, "distinct": 0, "values": []})
    );
}

#[test]
fn estimates_are_near() {
    for count in [1, 10, 100, 1_000, 10_000, 20_000, 100_000, 1_000_000] {
        let mut distinct = Distinct::default();
        for value in (0..count).chain(0..count / 2) {
            distinct.add(xxhash_rust::xxh64::xxh64(
                format!("value {value}").as_bytes(),
                0,
            ));
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
fn too_many_columns_are_reported() {
    let failure = run(&[], None, ",".repeat(5000).as_bytes()).unwrap_err();
    assert!(
        failure.to_string().contains("more than 1024 columns"),
        "{failure}"
    );
}

#[test]
fn unusable_parameters_are_refused() {
    for arguments in [
        &["sep=aba"][..],
        &["header=yes"],
        &["columns=3"],
        &["width=3"],
    ] {
        assert_eq!(
            run(arguments, None, b"").unwrap_err().code(),
            64,
            "{arguments:?}"
        );
    }
}

proptest! {
    #[test]
    fn splits_add_up(lines in vec("[0-9a,\"]{0,5}", 1..9), size in 1usize..20) {
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

    /// The bounds hold for every value, as numbers and as texts.
    #[test]
    fn bounds_are_bounds(values in vec("-?[0-9]{1,3}(\\.[0-9]{1,3})?", 1..30)) {
        let texts: Vec<_> = values.iter().map(String::as_str).collect();
        let summary = column(&[], &texts);
        let number = |member: &str| summary[member].as_str().unwrap().parse::<f64>().unwrap();
        let all = || values.iter().map(|value| value.parse::<f64>().unwrap());
        prop_assert_eq!(number("low"), all().fold(f64::INFINITY, f64::min));
        prop_assert_eq!(number("high"), all().fold(f64::NEG_INFINITY, f64::max));
        prop_assert_eq!(summary["min"].as_str(), values.iter().min().map(String::as_str));
        prop_assert_eq!(summary["max"].as_str(), values.iter().max().map(String::as_str));
    }
}
