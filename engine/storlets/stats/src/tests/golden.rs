//! The golden cases of `protocol/`, which the tests of other languages read too.

use super::{column, run};
use headwater_golden_cases as golden_cases;
use serde_json::Value;

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
