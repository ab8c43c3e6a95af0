//! The golden cases of `protocol/`, which every other implementation runs too.

use crate::support::storlet;
use csv_storlet::{Dialect, Row};
use headwater_golden_cases as golden_cases;
use headwater_predicates::Selection;
use headwater_storlet::Parameters;
use serde_json::{Value, json};

/// The folder of these tests.
const TESTS: &str = "engine/storlets/csv";

/// The case's parameters as arguments.
fn arguments(case: &Value) -> Vec<String> {
    let options = case["parameters"].as_object().expect("parameters").iter();
    let options = options.map(|(key, value)| format!("{key}={}", value.as_str().expect("a text")));
    let selection = case
        .get("selection")
        .map(|selection| format!("selection={selection}"));
    options.chain(selection).collect()
}

#[test]
fn the_golden_selections_pass() {
    golden_cases::check_all("golden-selection", check_selection);
}

#[test]
fn wrong_golden_selections_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-selection", check_selection);
}

fn check_selection(case: &Value, name: &str) {
    let parameters = Parameters::parse(arguments(case)).expect("parameters");
    let selection = Selection::parse(&parameters);
    if let Some(member) = case["refused"].as_str() {
        let failure = selection.expect_err(name).to_string();
        assert!(failure.contains(member), "{name}: {failure}");
        return;
    }
    let selection = selection.expect(name).expect("a selection");
    let dialect = Dialect::parse(&parameters).expect(name);
    for row in case["records"].as_array().expect("records") {
        let record = row["record"].as_str().expect("a record");
        let outcomes =
            selection.outcomes(&mut Row::of(&dialect, record.as_bytes(), &mut Vec::new()));
        assert_eq!(json!(outcomes.names()), row["outcomes"], "{name}: {record}");
    }
}

#[test]
fn the_golden_aggregates_pass() {
    golden_cases::check_all("golden-aggregate", check_aggregate);
}

#[test]
fn wrong_golden_aggregates_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-aggregate", check_aggregate);
}

fn check_aggregate(case: &Value, name: &str) {
    let mut arguments = arguments(case);
    arguments.extend([
        "tagged=true".into(),
        format!("aggregate={}", case["aggregate"]),
    ]);
    if let Some(problem) = case["refused"].as_str() {
        let failure = storlet(b"", 0, None, &arguments)
            .expect_err(name)
            .to_string();
        assert!(failure.contains(problem), "{name}: {failure}");
        return;
    }
    let records = golden_cases::texts(&case["records"]);
    let answer = storlet(records.join("\n").as_bytes(), 0, None, &arguments).expect(name);
    let answer = String::from_utf8(answer).expect("UTF-8");
    assert_eq!(
        json!(answer.lines().collect::<Vec<_>>()),
        case["answer"],
        "{name}"
    );
}

fn check_names(golden: &Value, _: &str) {
    let failure = storlet(b"", 0, None, &["unknown=".into()]).expect_err("a refusal");
    golden_cases::check_parameters(golden, "csv", &failure.to_string());
    let defaults = golden["csv_defaults"].as_object().expect("defaults").iter();
    let defaults =
        defaults.map(|(name, value)| format!("{name}={}", value.as_str().expect("a text")));
    assert_eq!(dialect(defaults.collect()), dialect(Vec::new()));
}

fn dialect(arguments: Vec<String>) -> String {
    let parameters = Parameters::parse(arguments).expect("parameters");
    format!("{:?}", Dialect::parse(&parameters).expect("a dialect"))
}

#[test]
fn the_names_are_the_golden_ones() {
    golden_cases::check_all("golden-names", check_names);
}

#[test]
fn wrong_golden_names_are_rejected() {
    golden_cases::check_wrong(TESTS, "golden-names", check_names);
}
