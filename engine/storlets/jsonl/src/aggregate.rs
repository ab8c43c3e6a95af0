//! Partial aggregates of lines: those of the storlet `csv`, with paths as columns.

use crate::line::{Column, LineColumns};
use crate::path;
use crate::scanner::Members;
use headwater_predicates::{Addition, parameter};
use headwater_storlet::{Failure, Parameters};
use serde_json::Value as Json;
use std::io::{self, Write};

/// The requested aggregates, the current groups, and the columns that they need.
pub struct Aggregate {
    groups: headwater_predicates::Aggregate,
    columns: LineColumns,
}

impl Aggregate {
    /// Reads `aggregate`, and `timeZone` for timestamps.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let Some(text) = parameters.get(parameter::AGGREGATE) else {
            return Ok(None);
        };
        if parameters.get(parameter::LIMIT).is_some() {
            return Err(Failure::parameters(
                "'limit' counts lines, and 'aggregate' returns groups: leave one out",
            ));
        }
        let mut document: Json = serde_json::from_str(text)
            .map_err(|error| Failure::parameters(format!("'aggregate' is not JSON: {error}")))?;
        let columns = number(&mut document)?;
        let groups = headwater_predicates::Aggregate::parse(
            &parameters.with(parameter::AGGREGATE, &document.to_string()),
        )?;
        Ok(groups.map(|groups| Self {
            groups,
            columns: LineColumns::of(columns),
        }))
    }

    /// Adds a line, given its members, to its group if every value is exact and every sum remains exact.
    #[inline]
    pub fn add(&mut self, members: Members) -> Addition {
        self.groups.add(&mut self.columns.line(members))
    }

    /// Whether the groups must be written now, given the result of adding a line.
    pub fn is_due(&self, added: Addition) -> bool {
        self.groups.is_due(added)
    }

    /// Writes the groups in the order of their first lines, removes them, and returns their number.
    pub fn flush(&mut self, separator: &[u8], output: &mut impl Write) -> io::Result<u64> {
        self.groups.flush(separator, output)
    }
}

/// Replaces each path with its column number. Errors are left for the storlet `csv` to report.
fn number(document: &mut Json) -> Result<Vec<Column>, Failure> {
    let mut columns: Vec<Column> = Vec::new();
    for node in nodes(document, "columns") {
        let pointer = path::pointer(&node["column"])?;
        let kind = node.get("type").and_then(Json::as_str).unwrap_or("");
        let column = Column::parse(pointer, kind)?;
        if columns.iter().any(|known| known.path == column.path) {
            return failure(&format!("has the column '{pointer}' in 'columns' twice"));
        }
        node["column"] = columns.len().into();
        columns.push(column);
    }
    for member in ["group", "functions"] {
        for node in nodes(document, member).filter(|node| node.get("column").is_some()) {
            let pointer = path::pointer(&node["column"])?;
            let path = path::parse(pointer)?;
            let Some(place) = columns.iter().position(|column| column.path == path) else {
                return failure(&format!(
                    "has the column '{pointer}' in '{member}', and not in 'columns'"
                ));
            };
            node["column"] = place.into();
        }
    }
    Ok(columns)
}

/// The objects in a list of the document.
fn nodes<'a>(document: &'a mut Json, member: &str) -> impl Iterator<Item = &'a mut Json> {
    let list = document.get_mut(member).and_then(Json::as_array_mut);
    list.into_iter().flatten().filter(|node| node.is_object())
}

fn failure<T>(problem: &str) -> Result<T, Failure> {
    Err(Failure::parameters(format!("'aggregate' {problem}")))
}
