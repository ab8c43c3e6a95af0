//! The selected lines.

use crate::line::{Column, LineColumns};
use crate::path;
use crate::scanner::Members;
use headwater_predicates::{Outcomes, parameter};
use headwater_storlet::{Failure, Parameters};
use serde_json::Value as Json;

/// The predicates and their columns. Without predicates, every line is kept.
pub struct Selection(Option<(headwater_predicates::Selection, LineColumns)>);

impl Selection {
    /// Reads `selection`, the predicates of the storlet `csv` with a path for each column, and `timeZone`.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let Some(text) = parameters.get(parameter::SELECTION) else {
            return headwater_predicates::Selection::parse(parameters).map(|_| Self(None));
        };
        let mut tree: Json = serde_json::from_str(text)
            .map_err(|error| Failure::parameters(format!("'selection' is not JSON: {error}")))?;
        let mut columns = vec![];
        number(&mut tree, &mut columns)?;
        let selection = headwater_predicates::Selection::parse(
            &parameters.with(parameter::SELECTION, &tree.to_string()),
        )?;
        Ok(Self(
            selection.map(|selection| (selection, LineColumns::of(columns))),
        ))
    }

    /// Texts that a plain line contains, without their escapes, if it may be kept.
    pub fn required_texts(&self) -> Vec<&[u8]> {
        match &self.0 {
            Some((selection, _)) => selection.required_texts(false),
            None => Vec::new(),
        }
    }

    /// The possible outcomes of the predicates on a line with these members.
    #[inline]
    pub fn outcomes(&mut self, members: Members) -> Outcomes {
        let Some((selection, columns)) = &mut self.0 else {
            return Outcomes::TRUE;
        };
        selection.outcomes(&mut columns.line(members))
    }
}

/// Replaces each path with its column number.
fn number(tree: &mut Json, columns: &mut Vec<Column>) -> Result<(), Failure> {
    match tree {
        Json::Array(nodes) => nodes.iter_mut().try_for_each(|node| number(node, columns)),
        Json::Object(node) if node.contains_key("column") => {
            let pointer = path::pointer(&node["column"])?;
            let kind = node.get("type").and_then(Json::as_str).unwrap_or("");
            let column = Column::parse(pointer, kind)?;
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
