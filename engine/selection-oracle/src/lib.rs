//! The possible outcomes of a selection on a record, as lists: a slow and simple second implementation for the tests
//! of storlets. It shares only the parsing of typed texts with the first one. All functions panic if a selection is
//! not one.

use headwater_predicates::Type;
use serde_json::Value as Json;
use std::cmp::Ordering;

/// True, false or null.
pub type Outcome = Option<bool>;

const ALL: [Outcome; 3] = [Some(true), Some(false), None];

/// What is known of a column in a record.
pub enum Value {
    /// It is null.
    Null,
    /// It may be anything.
    Unknown,
    /// It is this text.
    Text(Vec<u8>),
}

/// The possible outcomes of a selection, given the value of each of its leaves.
pub fn outcomes(node: &Json, value: &impl Fn(&Json) -> Value) -> Vec<Outcome> {
    if let Some(children) = node["and"].as_array() {
        all_of(children, value, and)
    } else if let Some(children) = node["or"].as_array() {
        all_of(children, value, or)
    } else if let Some(child) = node.get("not") {
        let outcomes = outcomes(child, value).into_iter();
        outcomes.map(|outcome| outcome.map(|is| !is)).collect()
    } else {
        leaf(value(node), node)
    }
}

fn all_of(
    children: &[Json],
    value: &impl Fn(&Json) -> Value,
    combine: fn(Outcome, Outcome) -> Outcome,
) -> Vec<Outcome> {
    let outcomes = children.iter().map(|child| outcomes(child, value));
    let combined = outcomes.reduce(|left, right| combined(&left, &right, combine));
    combined.expect("a predicate")
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

fn leaf(value: Value, node: &Json) -> Vec<Outcome> {
    let (op, name) = (member(node, "op"), member(node, "type"));
    let kind = Type::named(name, None).expect("a type");
    let text = match (value, op) {
        (Value::Unknown, _) => return ALL.to_vec(),
        (Value::Null, "is_null") => return vec![Some(true)],
        (Value::Null, "is_not_null") => return vec![Some(false)],
        (Value::Null, _) => return vec![None],
        (Value::Text(text), _) => text,
    };
    let is_ordered = ["lt", "le", "gt", "ge"].contains(&op);
    let has_no_order = name == "string" && is_ordered && std::str::from_utf8(&text).is_err();
    if kind.parse(&text).is_none() || has_no_order {
        return ALL.to_vec();
    }
    vec![decided(&text, kind, op, node)]
}

/// The outcome for a text that is exact for the type.
fn decided(text: &[u8], kind: Type, op: &str, node: &Json) -> Outcome {
    let order = |literal: &str| {
        let (value, literal) = (kind.parse(text), kind.parse(literal.as_bytes()));
        value.partial_cmp(&literal).expect("an order")
    };
    let literal = || member(node, "value");
    match op {
        "is_null" => Some(false),
        "is_not_null" => Some(true),
        "eq" => Some(order(literal()) == Ordering::Equal),
        "ne" => Some(order(literal()) != Ordering::Equal),
        "lt" => Some(order(literal()) == Ordering::Less),
        "le" => Some(order(literal()) != Ordering::Greater),
        "gt" => Some(order(literal()) == Ordering::Greater),
        "ge" => Some(order(literal()) != Ordering::Less),
        "prefix" => Some(text.starts_with(literal().as_bytes())),
        "suffix" => Some(text.ends_with(literal().as_bytes())),
        "contains" => Some((0..=text.len()).any(|at| text[at..].starts_with(literal().as_bytes()))),
        "in" => {
            let values = node["values"].as_array().expect("literals");
            let mut literals = values.iter().filter_map(Json::as_str);
            match literals.any(|literal| order(literal) == Ordering::Equal) {
                true => Some(true),
                false => values.iter().all(|value| !value.is_null()).then_some(false),
            }
        }
        other => panic!("the operator {other}"),
    }
}

fn member<'a>(node: &'a Json, name: &str) -> &'a str {
    node[name].as_str().expect(name)
}
