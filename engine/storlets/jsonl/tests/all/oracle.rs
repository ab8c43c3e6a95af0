//! A slow and simple second implementation of the JSON lines storlet, with serde's JSON instead of the scanner and
//! lists of outcomes instead of bit sets. It shares only the search for lines and the parsing of typed texts with the
//! storlet.

use headwater_predicates::Type;
use headwater_storlet::{Parameters, Records, Separator, Split};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::fmt;

/// The expected answer for this split of the object.
pub fn answer(object: &[u8], split: Split, arguments: &[String]) -> Vec<u8> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let json = |key| {
        parameters
            .get(key)
            .map(|json| serde_json::from_str::<Json>(json).expect("JSON"))
    };
    let (selection, columns) = (json("selection"), json("columns"));
    let separator = parameters.get("lineSep").map_or(Separator::Line, |bytes| {
        Separator::of(bytes.as_bytes()).expect("a separator")
    });
    let mut limit = parameters
        .parsed("limit")
        .expect("a number")
        .unwrap_or(u64::MAX);
    let end = separator.bytes().to_vec();
    let start = usize::try_from(split.start).expect("a small start");
    let mut lines = Records::open(&object[start..], split, separator).expect("lines");
    let mut answer = Vec::new();
    while let Some(line) = lines.next().expect("a line") {
        if limit == 0 {
            break;
        }
        let Some(members) = std::str::from_utf8(line).ok().and_then(plain) else {
            answer.extend([line, &end].concat());
            continue;
        };
        let outcomes = selection
            .as_ref()
            .map_or(vec![Some(true)], |node| outcomes(&members, node));
        if outcomes.contains(&Some(true)) {
            limit -= u64::from(outcomes.iter().all(|outcome| *outcome == Some(true)));
            match &columns {
                None => answer.extend(line),
                Some(columns) => answer.extend(projected(&members, &names(columns)).into_bytes()),
            }
            answer.extend(&end);
        }
    }
    answer
}

/// The members of an object, if it is plain: raw names and values.
pub fn plain(text: &str) -> Option<Vec<(String, String)>> {
    let members = members(text)?;
    let escaped = members.iter().any(|(name, _)| name.contains('\\'));
    (!escaped && is_shallow(text)).then_some(members)
}

/// The members of a JSON object: raw names and values.
pub fn members(text: &str) -> Option<Vec<(String, String)>> {
    let Members(members) = serde_json::from_str(text).ok()?;
    let members = members.into_iter().map(|(name, value)| {
        let name = name.get();
        (name[1..name.len() - 1].to_string(), value.get().to_string())
    });
    Some(members.collect())
}

/// Whether a JSON text has no nesting deeper than 64 and stays within the length limits.
fn is_shallow(text: &str) -> bool {
    let (mut depth, mut number) = (0, 0);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            '"' => {
                let mut length = 0;
                loop {
                    match characters.next().expect("a quote") {
                        '"' => break,
                        '\\' => length += 1 + usize::from(characters.next().is_some()),
                        other => length += other.len_utf8(),
                    }
                }
                let is_name = characters.as_str().trim_start().starts_with(':');
                if is_name && length > 1000 {
                    return false;
                }
            }
            _ => {}
        }
        let in_number = character.is_ascii_digit() || "+-.eE".contains(character);
        number = if in_number { number + 1 } else { 0 };
        if depth > 64 || number > 100 {
            return false;
        }
    }
    true
}

struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut members = vec![];
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

/// The paths of the columns in a list.
fn names(columns: &Json) -> Vec<Vec<String>> {
    let columns = columns.as_array().expect("a list").iter();
    columns
        .map(|column| way(column.as_str().expect("a path")))
        .collect()
}

fn way(pointer: &str) -> Vec<String> {
    let name = |name: &str| name.replace("~1", "/").replace("~0", "~");
    pointer.split('/').skip(1).map(name).collect()
}

/// The members on the paths.
fn projected(members: &[(String, String)], ways: &[Vec<String>]) -> String {
    let mut kept = Vec::new();
    for (name, value) in members {
        let behind: Vec<_> = ways
            .iter()
            .filter(|way| way[0] == *name)
            .map(|way| way[1..].to_vec())
            .collect();
        if behind.is_empty() {
            continue;
        }
        let whole = behind.iter().any(Vec::is_empty);
        let value = match plain(value).filter(|_| !whole) {
            Some(members) => projected(&members, &behind),
            None => value.clone(),
        };
        kept.push(format!("\"{name}\":{value}"));
    }
    format!("{{{}}}", kept.join(","))
}

enum Value {
    Null,
    Unknown,
    Json(String),
}

fn value(members: &[(String, String)], way: &[String]) -> Value {
    let mut found = members.iter().filter(|(name, _)| *name == way[0]);
    let json = match (found.next(), found.next()) {
        (None, _) => return Value::Null,
        (Some((_, value)), None) => value,
        _ => return Value::Unknown,
    };
    if json == "null" {
        return Value::Null;
    }
    match (way.len(), plain(json)) {
        (1, _) => Value::Json(json.clone()),
        (_, Some(members)) => value(&members, &way[1..]),
        _ => Value::Unknown,
    }
}

type Outcome = Option<bool>;

const ALL: [Outcome; 3] = [Some(true), Some(false), None];

fn outcomes(members: &[(String, String)], node: &Json) -> Vec<Outcome> {
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
