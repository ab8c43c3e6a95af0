//! `protocol/golden-names`, which the tests of other languages read too.

use headwater_golden_cases as golden_cases;
use headwater_requests::names::{FrameType, Limit, Operation, Reason, STOPPING};
use serde_json::{Value, json};

const FILE: &str = "golden-names/names.json";

fn check(golden: &Value, _: &str) {
    assert_eq!(
        golden["operations"],
        json!(Operation::ALL.map(Operation::name))
    );
    assert_eq!(golden["limits"], json!(Limit::ALL));
    assert_eq!(golden["stopping"], STOPPING);
    let reasons = golden["reasons"].as_array().expect("reasons").iter();
    let reported: Vec<_> = reasons
        .filter(|reason| reason["engine"] == true)
        .map(|reason| &reason["name"])
        .collect();
    assert_eq!(json!(reported), json!(Reason::ALL));
    for kind in FrameType::ALL {
        let name = format!("{kind:?}").to_lowercase();
        assert_eq!(golden["frames"][name], char::from(kind.byte()).to_string());
    }
}

#[test]
fn the_names_are_the_golden_ones() {
    check(&golden_cases::read(FILE), FILE);
}

#[test]
fn wrong_golden_names_are_rejected() {
    golden_cases::check_wrong("engine/requests", "golden-names", check);
}
