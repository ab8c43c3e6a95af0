//! The possible outcomes of a selection on a line, as lists.

use super::{Value, value, way};
use headwater_predicates::Type;
use serde_json::Value as Json;
use std::cmp::Ordering;

type Outcome = Option<bool>;

const ALL: [Outcome; 3] = [Some(true), Some(false), None];

pub fn outcomes(members: &[(String, String)], node: &Json) -> Vec<Outcome> {
    let children = |key: &str| {
        let all = node[key].as_array()?.iter();
        Some(
            all.map(|child| outcomes(members, child))
                .collect::<Vec<_>>(),
        )
    };
    if let Some(children) = children("and") {
        let both = children
            .into_iter()
            .reduce(|left, right| combined(&left, &right, and));
        both.expect("a predicate")
    } else if let Some(children) = children("or") {
        let either = children
            .into_iter()
            .reduce(|left, right| combined(&left, &right, or));
        either.expect("a predicate")
    } else if let Some(child) = node.get("not") {
        let outcomes = outcomes(members, child).into_iter();
        outcomes
            .map(|outcome| outcome.map(|value| !value))
            .collect()
    } else {
        leaf(
            value(members, &way(node["column"].as_str().expect("a path"))),
            node,
        )
    }
}

fn combined(
    left: &[Outcome],
    right: &[Outcome],
    combine: fn(Outcome, Outcome) -> Outcome,
) -> Vec<Outcome> {
    let pairs = left
        .iter()
        .flat_map(|left| right.iter().map(move |right| (*left, *right)));
    let mut all: Vec<_> = pairs.map(|(left, right)| combine(left, right)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn and(left: Outcome, right: Outcome) -> Outcome {
    if left == Some(false) || right == Some(false) {
        Some(false)
    } else {
        Some(left? && right?)
    }
}

fn or(left: Outcome, right: Outcome) -> Outcome {
    if left == Some(true) || right == Some(true) {
        Some(true)
    } else {
        Some(left? || right?)
    }
}

/// The text that represents a value of a type, without quotes and escapes.
fn text(json: &str, kind: &str) -> Option<String> {
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

fn leaf(value: Value, node: &Json) -> Vec<Outcome> {
    let member = |name: &str| node[name].as_str().expect("a text").to_string();
    let (op, name) = (member("op"), member("type"));
    let kind = Type::named(&name, None).expect("a type");
    let text = match (value, op.as_str()) {
        (Value::Unknown, _) => return ALL.to_vec(),
        (Value::Null, "is_null") => return vec![Some(true)],
        (Value::Null, "is_not_null") => return vec![Some(false)],
        (Value::Null, _) => return vec![None],
        (Value::Json(json), _) => match text(&json, &name) {
            Some(text) if kind.parse(text.as_bytes()).is_some() => text,
            _ => return ALL.to_vec(),
        },
    };
    let order = |literal: &str| {
        let (value, literal) = (kind.parse(text.as_bytes()), kind.parse(literal.as_bytes()));
        value.partial_cmp(&literal).expect("an order")
    };
    vec![match op.as_str() {
        "is_null" => Some(false),
        "is_not_null" => Some(true),
        "eq" => Some(order(&member("value")) == Ordering::Equal),
        "ne" => Some(order(&member("value")) != Ordering::Equal),
        "lt" => Some(order(&member("value")) == Ordering::Less),
        "le" => Some(order(&member("value")) != Ordering::Greater),
        "gt" => Some(order(&member("value")) == Ordering::Greater),
        "ge" => Some(order(&member("value")) != Ordering::Less),
        "prefix" => Some(text.starts_with(&member("value"))),
        "suffix" => Some(text.ends_with(&member("value"))),
        "contains" => Some(text.contains(&member("value"))),
        "in" => {
            let values = node["values"].as_array().expect("literals");
            let mut literals = values.iter().filter_map(Json::as_str);
            match literals.any(|literal| order(literal) == Ordering::Equal) {
                true => Some(true),
                false => values.iter().all(|value| !value.is_null()).then_some(false),
            }
        }
        other => panic!("the operator {other}"),
    }]
}
