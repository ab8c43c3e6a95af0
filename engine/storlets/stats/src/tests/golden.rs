//! The golden cases of `protocol/`, which the tests of other languages read too.

use super::{column, run};
use crate::column::Column;
use base64::{Engine, engine::general_purpose::STANDARD};
use headwater_golden_cases as golden_cases;
use serde_json::{Value, json};

/// The folder of these tests.
const TESTS: &str = "engine/storlets/stats";
const BLOOM: &str = "golden-skip/bloom.json";

fn check_filters(golden: &Value, _: &str) {
    for case in golden["filters"].as_array().expect("filters") {
        let values = golden_cases::texts(&case["values"]);
        assert_eq!(
            column(&["bloom=true"], &values)["bloom"],
            case["longest"],
            "{values:?}"
        );
    }
}

#[test]
fn a_filter_has_the_bits_of_its_values() {
    check_filters(&golden_cases::read(BLOOM), BLOOM);
}

#[test]
fn wrong_golden_filters_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-skip", check_filters);
}

fn check_statistics(golden: &Value, case: &str) {
    for part in golden["parts"].as_array().expect("parts") {
        let texts = part["texts"].as_array().expect("texts");
        let unknown = part["unknown"].as_u64().unwrap_or(0);
        let mut column = Column::new(true);
        texts
            .iter()
            .filter_map(Value::as_str)
            .for_each(|text| column.add(text.as_bytes()));
        (0..unknown).for_each(|_| column.doubt());
        let mut collected = column.json(texts.len() as u64 + unknown, 0);
        let members = collected.as_object_mut().expect("an object");
        members.remove("distinct");
        let bloom = members.remove("bloom").expect("a filter");
        assert_eq!(bits(&bloom), part["bits"], "{case}");
        assert_eq!(collected, part["part"], "{case}");
    }
}

/// The numbers of the bits that are set in a filter.
fn bits(bloom: &Value) -> Value {
    let bytes = STANDARD
        .decode(bloom.as_str().expect("a text"))
        .expect("base64");
    json!(
        (0..8 * bytes.len())
            .filter(|bit| bytes[bit / 8] >> (bit % 8) & 1 == 1)
            .collect::<Vec<_>>()
    )
}

#[test]
fn parts_have_the_golden_statistics() {
    golden_cases::check_all("golden-statistics", check_statistics);
}

#[test]
fn wrong_golden_statistics_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-statistics", check_statistics);
}

fn check_names(golden: &Value, _: &str) {
    let failure = run(&["unknown="], None, b"").expect_err("a refusal");
    golden_cases::check_parameters(golden, "stats", &failure.to_string());
}

#[test]
fn the_names_are_the_golden_ones() {
    golden_cases::check_all("golden-names", check_names);
}

#[test]
fn wrong_golden_names_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-names", check_names);
}
