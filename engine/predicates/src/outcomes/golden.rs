//! `protocol/golden-outcomes`, which Spark's tests run too.

use super::Outcomes;
use headwater_golden_cases as golden_cases;
use serde_json::Value;

fn outcomes(names: &Value) -> Outcomes {
    let names = names.as_array().expect("outcomes").iter();
    Outcomes(names.fold(0, |set, name| {
        let outcome = match name.as_str() {
            Some("true") => Outcomes::TRUE,
            Some("false") => Outcomes::FALSE,
            Some("null") => Outcomes::NULL,
            other => panic!("{other:?} is no outcome"),
        };
        set | outcome.0
    }))
}

fn rows<'a>(golden: &'a Value, operator: &str) -> &'a Vec<Value> {
    golden[operator].as_array().expect("rows")
}

fn check(golden: &Value, _: &str) {
    for row in rows(golden, "not") {
        assert_eq!(
            !outcomes(&row["operand"]),
            outcomes(&row["outcomes"]),
            "{row}"
        );
    }
    for row in rows(golden, "and") {
        let (left, right) = (outcomes(&row["left"]), outcomes(&row["right"]));
        assert_eq!(left & right, outcomes(&row["outcomes"]), "{row}");
    }
    for row in rows(golden, "or") {
        let (left, right) = (outcomes(&row["left"]), outcomes(&row["right"]));
        assert_eq!(left | right, outcomes(&row["outcomes"]), "{row}");
    }
    assert_eq!(rows(golden, "and").len(), 49);
    assert_eq!(rows(golden, "or").len(), 49);
}

#[test]
fn outcomes_combine_as_the_golden_cases_say() {
    golden_cases::check_all("golden-outcomes", check);
}

#[test]
fn wrong_golden_outcomes_are_rejected() {
    golden_cases::check_wrong("engine/predicates", "golden-outcomes", check);
}
