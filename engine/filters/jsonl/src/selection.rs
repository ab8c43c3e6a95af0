//! Which lines are kept.

use crate::members::{Found, Members};
use crate::path::{self, Path};
use csv_storlet::{Columns, Value};
use headwater_filter::{Failure, Parameters};
use serde_json::Value as Json;

/// The predicates, and what they ask for; every line is kept where there are none.
pub struct Selection(Option<(csv_storlet::Selection, Vec<Column>)>);

/// What a predicate asks for: a path, and the type that it takes the value for.
#[derive(PartialEq)]
struct Column {
    path: Path,
    kind: String,
}

impl Selection {
    /// Reads `selection`, the predicates of the storlet `csv` with a path for each column, and `timeZone`.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let Some(text) = parameters.get("selection") else {
            return csv_storlet::Selection::parse(parameters).map(|_| Self(None));
        };
        let mut tree: Json = serde_json::from_str(text)
            .map_err(|error| Failure::parameters(format!("'selection' is no JSON: {error}")))?;
        let mut columns = vec![];
        number(&mut tree, &mut columns)?;
        let zone = parameters
            .get("timeZone")
            .map(|zone| format!("timeZone={zone}"));
        let numbered = Parameters::parse([format!("selection={tree}")].into_iter().chain(zone))?;
        let selection = csv_storlet::Selection::parse(&numbered)?;
        Ok(Self(selection.map(|selection| (selection, columns))))
    }

    /// Whether the line must be kept whose members these are.
    pub fn may_hold(&self, members: &Members) -> bool {
        self.0.as_ref().is_none_or(|(selection, columns)| {
            let text = String::new();
            let mut line = Line {
                members,
                columns,
                text,
            };
            selection.outcomes(&mut line).may_be_true()
        })
    }
}

/// Puts in place of each path the number of its column.
fn number(tree: &mut Json, columns: &mut Vec<Column>) -> Result<(), Failure> {
    match tree {
        Json::Array(nodes) => nodes.iter_mut().try_for_each(|node| number(node, columns)),
        Json::Object(node) if node.contains_key("column") => {
            let Some(pointer) = node["column"].as_str() else {
                return Err(Failure::parameters(format!(
                    "the column {}: a path like \"/address/city\" is expected",
                    node["column"]
                )));
            };
            let kind = node.get("type").and_then(Json::as_str).unwrap_or("").into();
            let path = path::parse(pointer)?;
            let column = Column { path, kind };
            let index = columns.iter().position(|known| *known == column);
            node["column"] = index.unwrap_or(columns.len()).into();
            if index.is_none() {
                columns.push(column);
            }
            Ok(())
        }
        Json::Object(node) => ["and", "or", "not"].into_iter().try_for_each(|operator| {
            node.get_mut(operator)
                .map_or(Ok(()), |nodes| number(nodes, columns))
        }),
        _ => Ok(()),
    }
}

/// A line's object, of which predicates ask for columns.
struct Line<'a> {
    members: &'a Members<'a>,
    columns: &'a [Column],
    /// The text that was asked for last, without its escapes.
    text: String,
}

impl Columns for Line<'_> {
    fn value(&mut self, column: usize) -> Value<'_> {
        let Column { path, kind } = &self.columns[column];
        match find(self.members, path) {
            Found::Absent | Found::One("null") => Value::Null,
            Found::Unclear => Value::Unsure,
            Found::One(json) => match (json.as_bytes()[0], kind.as_str()) {
                (b'"', "string" | "date" | "timestamp" | "timestamp_ntz") => self.text(json),
                (b't' | b'f', "boolean") => Value::Bytes(json.as_bytes()),
                (b'-' | b'0'..=b'9', kind) if is_numeric(kind) => Value::Bytes(json.as_bytes()),
                // A reader may convert it, or take the line for malformed.
                _ => Value::Unsure,
            },
        }
    }
}

impl Line<'_> {
    fn text(&mut self, json: &str) -> Value<'_> {
        match serde_json::from_str(json) {
            Ok(text) => {
                self.text = text;
                Value::Bytes(self.text.as_bytes())
            }
            Err(_) => Value::Unsure,
        }
    }
}

fn is_numeric(kind: &str) -> bool {
    ["byte", "short", "int", "long", "float", "double"].contains(&kind)
        || kind.starts_with("decimal")
}

/// The value at the end of a path. A value on the way that is no object, nor null, leaves it open.
fn find<'a>(members: &Members<'a>, path: &[String]) -> Found<'a> {
    let (name, rest) = match path {
        [] => return Found::Unclear,
        [name, rest @ ..] => (name, rest),
    };
    match members.find(name) {
        Found::One("null") => Found::Absent,
        Found::One(value) if !rest.is_empty() => match Members::parse(value) {
            Some(members) => find(&members, rest),
            None => Found::Unclear,
        },
        found => found,
    }
}
