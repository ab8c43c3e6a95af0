//! The golden cases of `protocol/golden-selection/`, which any other implementation of selections runs as well.

use csv_storlet::{Dialect, Row, Selection};
use headwater_filter::Parameters;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn the_golden_cases_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../protocol/golden-selection");
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

fn check(case: &Value, name: &str) {
    let options = case["parameters"].as_object().expect("parameters").iter();
    let options = options.map(|(key, value)| format!("{key}={}", value.as_str().expect("a text")));
    let arguments: Vec<_> = options
        .chain([format!("selection={}", case["selection"])])
        .collect();
    let parameters = Parameters::parse(arguments).expect("parameters");
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
