//! `protocol/golden-text`, which Spark's tests run too.

use headwater_predicates::{Scalar, Type, offset};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn exact_texts_have_their_value() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../protocol/golden-text");
    let mut cases = 0;
    for entry in fs::read_dir(&folder).expect("the golden cases") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            let content = fs::read_to_string(&path).expect("a case");
            check(&serde_json::from_str(&content).expect("JSON"));
            cases += 1;
        }
    }
    assert!(cases > 10, "{} has {cases} cases", folder.display());
}

fn check(case: &Value) {
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
