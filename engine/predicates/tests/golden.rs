//! `protocol/golden-text`, which Spark's tests run too.

use headwater_golden_cases as golden_cases;
use headwater_predicates::{Scalar, Type, offset};
use serde_json::Value;

#[test]
fn exact_texts_have_their_value() {
    golden_cases::check_all("golden-text", check);
}

#[test]
fn wrong_golden_texts_are_rejected() {
    golden_cases::check_wrong("engine/predicates", "golden-text", check);
}

fn check(case: &Value, _: &str) {
    let name = case["type"].as_str().expect("a type");
    let zone = case.get("timeZone").map(|zone| match zone.as_str() {
        Some("UTC") => 0,
        other => offset(other.expect("a zone").as_bytes()).expect("an offset"),
    });
    let kind = Type::named(name, zone).expect(name);
    for row in case["texts"].as_array().expect("texts") {
        let text = row["text"].as_str().expect("a text");
        let expected = row.get("value").map(|value| {
            let value = value.as_str().expect("a value");
            scalar(kind, value).unwrap_or_else(|| panic!("{name} has no value {value}"))
        });
        assert_eq!(kind.parse(text.as_bytes()), expected, "{name} '{text}'");
    }
}

/// The value of a type that a case writes as a text.
fn scalar(kind: Type, value: &str) -> Option<Scalar<'_>> {
    Some(match kind {
        Type::Text => Scalar::Text(value.as_bytes().into()),
        Type::Decimal(..) => Scalar::Decimal(value.parse().ok()?),
        Type::Double => Scalar::Double(value.parse().ok()?),
        Type::Float => Scalar::Double(value.parse::<f32>().ok()?.into()),
        Type::Boolean => Scalar::Integer(value.parse::<bool>().ok()?.into()),
        _ => Scalar::Integer(value.parse().ok()?),
    })
}
