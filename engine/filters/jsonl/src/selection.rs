//! Which lines are kept.

use crate::members::{Found, find};
use crate::path::{self, Path};
use crate::scanner::Member;
use csv_storlet::{Columns, Outcomes, Value};
use headwater_filter::{Failure, Parameters};
use serde_json::Value as Json;

/// The predicates, and what they ask for; every line is kept where there are none.
pub struct Selection(Option<(csv_storlet::Selection, Vec<Column>)>);

/// A longer text, a reader may refuse.
const LONGEST_TEXT: usize = 64 << 10;

/// What a predicate asks for: a path, and what must stand there to be read alike by every reader.
#[derive(PartialEq)]
struct Column {
    path: Path,
    kind: Kind,
}

/// What a value of JSON is.
#[derive(PartialEq)]
enum Kind {
    Text,
    Boolean,
    Number,
}

impl Kind {
    /// What stands for a value of this type.
    fn of(name: &str) -> Self {
        match name {
            "string" | "date" | "timestamp" | "timestamp_ntz" => Self::Text,
            "boolean" => Self::Boolean,
            _ => Self::Number,
        }
    }
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

    /// What the predicates may be on the line whose members these are.
    #[inline]
    pub fn outcomes(&self, members: &[Member]) -> Outcomes {
        let Some((selection, columns)) = &self.0 else {
            return Outcomes::TRUE;
        };
        let text = String::new();
        selection.outcomes(&mut Line {
            members,
            columns,
            text,
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
            let kind = Kind::of(node.get("type").and_then(Json::as_str).unwrap_or(""));
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
    members: &'a [Member<'a>],
    columns: &'a [Column],
    /// The text that was asked for last, without its escapes.
    text: String,
}

impl Columns for Line<'_> {
    #[inline]
    fn value(&mut self, column: usize) -> Value<'_> {
        let Column { path, kind } = &self.columns[column];
        let json = match find(self.members, path) {
            Found::Absent => return Value::Null,
            Found::Unclear => return Value::Unsure,
            Found::One(json) => json,
        };
        match (json[0], kind) {
            (b'"', Kind::Text) => self.text(json),
            (b't' | b'f', Kind::Boolean) => Value::Bytes(json),
            (b'-' | b'0'..=b'9', Kind::Number) => Value::Bytes(json),
            // A reader may convert it, or take the line for malformed.
            _ => Value::Unsure,
        }
    }
}

impl Line<'_> {
    #[inline]
    fn text<'a>(&'a mut self, json: &'a [u8]) -> Value<'a> {
        let inside = &json[1..json.len() - 1];
        if inside.len() > LONGEST_TEXT {
            return Value::Unsure;
        }
        if !inside.contains(&b'\\') {
            return Value::Bytes(inside);
        }
        match serde_json::from_slice(json) {
            Ok(text) => {
                self.text = text;
                Value::Bytes(self.text.as_bytes())
            }
            // Half a character of UTF-16.
            Err(_) => Value::Unsure,
        }
    }
}
