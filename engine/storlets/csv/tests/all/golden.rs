//! The golden cases of `protocol/`, which every other implementation runs too.

use crate::support::storlet;
use csv_storlet::{Dialect, Row};
use headwater_predicates::Selection;
use headwater_storlet::Parameters;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Checks every case in a folder.
fn check_all(folder: &str, check: fn(&Value, &str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../protocol")
        .join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the golden cases")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    assert!(files.len() > 10, "{} has no cases", folder.display());
    for path in files {
        let case: Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("a case")).expect("JSON");
        check(&case, &path.display().to_string());
    }
}

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
    check_all("golden-selection", check_selection);
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
    check_all("golden-aggregate", check_aggregate);
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
    let records = case["records"].as_array().expect("records").iter();
    let records: Vec<_> = records
        .map(|record| record.as_str().expect("a record"))
        .collect();
    let answer = storlet(records.join("\n").as_bytes(), 0, None, &arguments).expect(name);
    let answer = String::from_utf8(answer).expect("UTF-8");
    assert_eq!(
        json!(answer.lines().collect::<Vec<_>>()),
        case["answer"],
        "{name}"
    );
}
