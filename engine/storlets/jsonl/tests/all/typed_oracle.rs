//! What a typed answer has to contain, by the slow reader of [`super::oracle`].

use crate::oracle::{self, plain};
use crate::typed_answer::Item;
use headwater_predicates::{Scalar, Type, offset};
use headwater_storlet::{Parameters, Split};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::collections::HashSet;

/// The expected records of this split of the object.
pub fn items(object: &[u8], split: Split, arguments: &[String]) -> Vec<Item> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let zone = parameters
        .get("timeZone")
        .map(|zone| offset(zone.as_bytes()).expect("an offset"));
    let schema: Json =
        serde_json::from_str(parameters.required("schema").expect("a schema")).expect("JSON");
    let mut limit = parameters
        .parsed("limit")
        .expect("a number")
        .unwrap_or(u64::MAX);
    let mut items = Vec::new();
    for (line, certain) in oracle::kept(object, split, &parameters) {
        if limit == 0 {
            break;
        }
        let members = std::str::from_utf8(&line)
            .ok()
            .and_then(plain)
            .filter(|_| certain);
        let row = members.and_then(|members| row(&members, &schema, zone));
        limit -= u64::from(row.is_some());
        items.push(row.map_or_else(|| Item::Record(line.escape_ascii().to_string()), Item::Row));
    }
    items
}

fn row(
    members: &[(String, String)],
    schema: &Json,
    zone: Option<i64>,
) -> Option<Vec<Option<String>>> {
    let columns = schema.as_array().expect("columns").iter();
    columns
        .map(|column| {
            let path = oracle::way(column["column"].as_str().expect("a path"));
            match oracle::value(members, &path) {
                oracle::Value::Null => Some(None),
                oracle::Value::Unknown => None,
                oracle::Value::Json(json) => cell(&json, &column["type"], zone),
            }
        })
        .collect()
}

/// A value, which may be null. None if it is not exact.
fn cell(json: &str, kind: &Json, zone: Option<i64>) -> Option<Option<String>> {
    if json == "null" {
        return Some(None);
    }
    let part =
        |json: &str, kind: &Json| Some(cell(json, kind, zone)?.unwrap_or_else(|| "null".into()));
    Some(Some(match kind {
        Json::String(name) => scalar(json, name, zone)?,
        kind if kind.get("array").is_some() => {
            let elements: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let elements = elements
                .iter()
                .map(|element| part(element.get(), &kind["array"]));
            format!("[{}]", elements.collect::<Option<Vec<_>>>()?.join(","))
        }
        kind if kind.get("map").is_some() => {
            let members = plain(json)?;
            let names: HashSet<_> = members.iter().map(|(name, _)| name).collect();
            (names.len() == members.len()).then_some(())?;
            let entry = |(name, value): &(String, String)| {
                Some(format!("({name},{})", part(value, &kind["map"])?))
            };
            let entries = members.iter().map(entry);
            format!("[{}]", entries.collect::<Option<Vec<_>>>()?.join(","))
        }
        kind => {
            let members = plain(json)?;
            let fields = kind["struct"]
                .as_array()
                .expect("fields")
                .iter()
                .map(|field| {
                    match oracle::value(&members, &[field["name"].as_str().expect("a name").into()])
                    {
                        oracle::Value::Null => Some("null".into()),
                        oracle::Value::Unknown => None,
                        oracle::Value::Json(json) => part(&json, &field["type"]),
                    }
                });
            format!("({})", fields.collect::<Option<Vec<_>>>()?.join(","))
        }
    }))
}

fn scalar(json: &str, name: &str, zone: Option<i64>) -> Option<String> {
    let text = oracle::text(json, name)?;
    let kind = Type::named(name, zone).expect("a type");
    if kind == Type::Float {
        let once: f32 = text.parse().ok()?;
        let twice: f64 = text.parse().ok()?;
        (once == twice as f32).then_some(())?;
    }
    Some(match kind.parse(text.as_bytes())? {
        Scalar::Integer(number) => number.to_string(),
        Scalar::Decimal(digits) => digits.to_string(),
        Scalar::Double(number) if kind == Type::Float => format!("{:?}", number as f32),
        Scalar::Double(number) => format!("{number:?}"),
        Scalar::Text(text) => String::from_utf8(text.into_owned()).ok()?,
    })
}
