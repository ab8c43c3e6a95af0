//! The possible outcomes of a selection on a record, as lists.

use super::{Fields, Value, value};
use csv_storlet::Dialect;
use headwater_predicates::Type;
use serde_json::Value as Json;
use std::cmp::Ordering;

type Outcome = Option<bool>;

const ALL: [Outcome; 3] = [Some(true), Some(false), None];

pub fn outcomes(dialect: &Dialect, fields: &Fields, node: &Json) -> Vec<Outcome> {
    let children = |key: &str| {
        node[key].as_array().map(|all| {
            all.iter()
                .map(|child| outcomes(dialect, fields, child))
                .collect::<Vec<_>>()
        })
    };
    if let Some(children) = children("and") {
        children
            .into_iter()
            .reduce(|left, right| combined(&left, &right, and))
            .expect("a predicate")
    } else if let Some(children) = children("or") {
        children
            .into_iter()
            .reduce(|left, right| combined(&left, &right, or))
            .expect("a predicate")
    } else if let Some(child) = node.get("not") {
        outcomes(dialect, fields, child)
            .into_iter()
            .map(|outcome| outcome.map(|value| !value))
            .collect()
    } else {
        leaf(
            value(
                dialect,
                fields,
                node["column"].as_u64().expect("a column") as usize,
            ),
            node,
        )
    }
}

fn combined(
    left: &[Outcome],
    right: &[Outcome],
    combine: fn(Outcome, Outcome) -> Outcome,
) -> Vec<Outcome> {
    let mut all: Vec<_> = left
        .iter()
        .flat_map(|left| right.iter().map(|right| combine(*left, *right)))
        .collect();
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

fn leaf(value: Value, node: &Json) -> Vec<Outcome> {
    let (op, name) = (
        node["op"].as_str().expect("an operator"),
        node["type"].as_str().expect("a type"),
    );
    let kind = Type::named(name, None).expect("a type");
    let text = match (value, op) {
        (Value::Unknown, _) => return ALL.to_vec(),
        (Value::Null, "is_null") => return vec![Some(true)],
        (Value::Null, "is_not_null") => return vec![Some(false)],
        (Value::Null, _) => return vec![None],
        (Value::Text(text), _) => text,
    };
    if kind.parse(&text).is_none()
        || name == "string"
            && ["lt", "le", "gt", "ge"].contains(&op)
            && std::str::from_utf8(&text).is_err()
    {
        return ALL.to_vec();
    }
    let literal = || {
        node["value"]
            .as_str()
            .expect("a literal")
            .as_bytes()
            .to_vec()
    };
    let order = |literal: &[u8]| {
        kind.parse(&text)
            .partial_cmp(&kind.parse(literal))
            .expect("an order")
    };
    vec![match op {
        "is_null" => Some(false),
        "is_not_null" => Some(true),
        "eq" => Some(order(&literal()) == Ordering::Equal),
        "ne" => Some(order(&literal()) != Ordering::Equal),
        "lt" => Some(order(&literal()) == Ordering::Less),
        "le" => Some(order(&literal()) != Ordering::Greater),
        "gt" => Some(order(&literal()) == Ordering::Greater),
        "ge" => Some(order(&literal()) != Ordering::Less),
        "prefix" => Some(text.len() >= literal().len() && text[..literal().len()] == literal()),
        "suffix" => {
            Some(text.len() >= literal().len() && text[text.len() - literal().len()..] == literal())
        }
        "contains" => Some((0..=text.len()).any(|at| text[at..].starts_with(&literal()))),
        "in" => {
            let values = node["values"].as_array().expect("literals");
            let found = values
                .iter()
                .filter_map(Json::as_str)
                .any(|literal| order(literal.as_bytes()) == Ordering::Equal);
            if found {
                Some(true)
            } else {
                values.iter().all(|value| !value.is_null()).then_some(false)
            }
        }
        other => panic!("the operator {other}"),
    }]
}
