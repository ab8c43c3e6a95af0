//! The possible outcomes of a selection on a line, as lists.

use super::{Value, value, way};
use headwater_selection_oracle::{self as oracle, Outcome};
use serde_json::Value as Json;

pub fn outcomes(members: &[(String, String)], node: &Json) -> Vec<Outcome> {
    oracle::outcomes(node, &|leaf| {
        let member = |name: &str| leaf[name].as_str().expect(name);
        match value(members, &way(member("column"))) {
            Value::Null => oracle::Value::Null,
            Value::Unknown => oracle::Value::Unknown,
            Value::Json(json) => match text(&json, member("type")) {
                Some(text) => oracle::Value::Text(text.into_bytes()),
                None => oracle::Value::Unknown,
            },
        }
    })
}

/// The text that represents a value of a type, without quotes and escapes.
pub fn text(json: &str, kind: &str) -> Option<String> {
    match (serde_json::from_str(json).ok()?, kind) {
        (Json::String(text), "string" | "date" | "timestamp" | "timestamp_ntz") => Some(text),
        (Json::Bool(_), "boolean") => Some(json.to_string()),
        // Jackson parses it as the integer zero, without a sign.
        (Json::Number(_), "double" | "float") if json == "-0" => None,
        (Json::Number(_), kind)
            if ["byte", "short", "int", "long", "double", "float"].contains(&kind)
                || kind.starts_with("decimal") =>
        {
            Some(json.to_string())
        }
        _ => None,
    }
}
