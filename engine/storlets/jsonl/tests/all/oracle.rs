//! A slow and simple second implementation of the JSON lines storlet, with serde's JSON instead of the scanner and
//! lists of outcomes instead of bit sets. It shares only the search for lines and the parsing of typed texts with the
//! storlet.

mod predicates;

use headwater_storlet::{Parameters, Records, Separator, Split};
use predicates::outcomes;
pub use predicates::text;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;
use serde_json::value::RawValue;
use std::fmt;

/// The expected answer for this split of the object.
pub fn answer(object: &[u8], split: Split, arguments: &[String]) -> Vec<u8> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let columns = json(&parameters, "columns");
    let mut limit = parameters
        .parsed("limit")
        .expect("a number")
        .unwrap_or(u64::MAX);
    let mut answer = Vec::new();
    for (line, certain) in kept(object, split, &parameters) {
        if limit == 0 {
            break;
        }
        limit -= u64::from(certain);
        let members = std::str::from_utf8(&line).ok().and_then(plain);
        match (&columns, members) {
            (Some(columns), Some(members)) => {
                answer.extend(projected(&members, &names(columns)).into_bytes());
            }
            _ => answer.extend(&line),
        }
        answer.extend(separator(&parameters).bytes());
    }
    answer
}

/// The lines of a split that the selection may keep, and whether it certainly keeps them.
pub fn kept(object: &[u8], split: Split, parameters: &Parameters) -> Vec<(Vec<u8>, bool)> {
    let selection = json(parameters, "selection");
    let start = usize::try_from(split.start).expect("a small start");
    let mut lines = Records::open(&object[start..], split, separator(parameters)).expect("lines");
    let mut kept = Vec::new();
    while let Some(line) = lines.next().expect("a line") {
        if is_left_out(line, parameters) {
            continue;
        }
        let members = std::str::from_utf8(line).ok().and_then(plain);
        let outcomes = match (members, &selection) {
            (None, _) => vec![Some(true), None],
            (Some(_), None) => vec![Some(true)],
            (Some(members), Some(node)) => outcomes(&members, node),
        };
        if outcomes.contains(&Some(true)) {
            let certain = outcomes.iter().all(|outcome| *outcome == Some(true));
            kept.push((line.to_vec(), certain));
        }
    }
    kept
}

/// Whether a line lacks the text that the selection requires, and cannot become one with it.
fn is_left_out(line: &[u8], parameters: &Parameters) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let flat = !line.contains(['\\', '[', '\0']) && !line.chars().skip(1).any(|c| c == '{');
    flat && required(parameters).is_some_and(|text| !line.contains(&text))
}

fn required(parameters: &Parameters) -> Option<String> {
    let by_line_feed = parameters.get("lineSep").is_none_or(|bytes| bytes == "\n");
    let mut texts = Vec::new();
    if by_line_feed {
        collect(&json(parameters, "selection")?, &mut texts);
    }
    texts.retain(|text| (2..=1024).contains(&text.len()) && !text.contains(['\n', '\r']));
    texts.retain(|text| !is_like_a_number(text));
    texts
        .into_iter()
        .max_by_key(|text| (text.len(), text.clone()))
}

/// The texts of predicates that must all be true.
fn collect(node: &Json, texts: &mut Vec<String>) {
    if let Some(nodes) = node.get("and") {
        let nodes = nodes.as_array().expect("a list");
        nodes.iter().for_each(|node| collect(node, texts));
    }
    let is = |key: &str, values: &[&str]| node[key].as_str().is_some_and(|v| values.contains(&v));
    if is("type", &["string"]) && is("op", &["eq", "prefix", "suffix", "contains"]) {
        texts.push(node["value"].as_str().expect("a text").into());
    }
}

fn is_like_a_number(text: &str) -> bool {
    let mut before = ' ';
    for character in text.chars() {
        if before.is_ascii_digit() && character == '-' {
            return false;
        }
        before = character;
    }
    text.chars().all(|c| {
        c.is_ascii_digit() || "+-.eE".contains(c) || "Infinity INF NaN".contains(c) && c != ' '
    })
}

fn json(parameters: &Parameters, key: &str) -> Option<Json> {
    let json = parameters.get(key)?;
    Some(serde_json::from_str(json).expect("JSON"))
}

fn separator(parameters: &Parameters) -> Separator {
    parameters.get("lineSep").map_or(Separator::Line, |bytes| {
        Separator::of(bytes.as_bytes()).expect("a separator")
    })
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

pub fn way(pointer: &str) -> Vec<String> {
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

pub enum Value {
    Null,
    Unknown,
    Json(String),
}

pub fn value(members: &[(String, String)], way: &[String]) -> Value {
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
