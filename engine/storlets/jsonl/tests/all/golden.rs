//! `protocol/golden-names`, which the tests of other languages read too.

use crate::support::storlet;
use headwater_golden_cases as golden_cases;
use headwater_storlet::Split;
use serde_json::Value;

fn check(golden: &Value, _: &str) {
    let failure = storlet(b"", Split::default(), &["unknown=".into()]).expect_err("a refusal");
    golden_cases::check_parameters(golden, "jsonl", &failure.to_string());
}

#[test]
fn the_names_are_the_golden_ones() {
    golden_cases::check_all("golden-names", check);
}

#[test]
fn wrong_golden_names_are_rejected() {
    golden_cases::check_wrong("engine/storlets/jsonl", "golden-names", check);
}
