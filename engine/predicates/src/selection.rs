//! The selected rows: a tree of predicates as in `protocol/selection.schema.json`.

mod leaf;
mod parse;

use crate::{Columns, Outcomes, parameter, temporal};
use headwater_storlet::{Failure, Parameters};
use leaf::Leaf;

/// A tree of predicates on a row.
#[derive(Clone, Debug)]
pub struct Selection(Node);

#[derive(Clone, Debug)]
enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    Leaf(Leaf),
}

impl Selection {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 2] = [parameter::SELECTION, parameter::TIME_ZONE];

    /// Reads `selection`, and `timeZone` for timestamps.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let offset = temporal::time_zone(parameters)?;
        parameters
            .get(parameter::SELECTION)
            .map(|json| parse::node(json, offset).map(Self))
            .transpose()
    }

    /// Texts that the fields of a row contain if the row may be kept and no field is in doubt. If the reader counts
    /// columns, only those of the first column, because no column can be missing.
    pub fn required_texts(&self, counted: bool) -> Vec<&[u8]> {
        let mut leaves = Vec::new();
        self.0.required(&mut leaves);
        leaves
            .into_iter()
            .filter(|leaf| leaf.column == 0 || !counted)
            .filter_map(Leaf::text)
            .collect()
    }

    /// The possible outcomes of the predicate on this row. The row is kept if it may be true.
    #[inline]
    pub fn outcomes(&self, row: &mut impl Columns) -> Outcomes {
        self.0.outcomes(row)
    }
}

impl Node {
    /// The cost: the rightmost column read. Among equals, null tests come last, because other tests fail for null too.
    fn cost(&self) -> (usize, bool) {
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().map(Self::cost).max().unwrap_or_default()
            }
            Self::Not(node) => node.cost(),
            Self::Leaf(leaf) => (leaf.column, leaf.tests_null()),
        }
    }

    /// The leaves that must all be true.
    fn required<'a>(&'a self, leaves: &mut Vec<&'a Leaf>) {
        match self {
            Self::And(nodes) => nodes.iter().for_each(|node| node.required(leaves)),
            Self::Leaf(leaf) => leaves.push(leaf),
            Self::Or(_) | Self::Not(_) => {}
        }
    }

    fn outcomes(&self, row: &mut impl Columns) -> Outcomes {
        match self {
            Self::And(nodes) => combined(
                nodes,
                row,
                Outcomes::TRUE,
                Outcomes::FALSE,
                |left, right| left & right,
            ),
            Self::Or(nodes) => combined(
                nodes,
                row,
                Outcomes::FALSE,
                Outcomes::TRUE,
                |left, right| left | right,
            ),
            Self::Not(node) => !node.outcomes(row),
            Self::Leaf(leaf) => leaf.outcomes(row),
        }
    }
}

/// Combines the outcomes of nodes until no further node can change the result.
#[inline]
fn combined(
    nodes: &[Node],
    row: &mut impl Columns,
    start: Outcomes,
    last: Outcomes,
    combine: fn(Outcomes, Outcomes) -> Outcomes,
) -> Outcomes {
    let mut outcomes = start;
    for node in nodes {
        if outcomes == last {
            break;
        }
        outcomes = combine(outcomes, node.outcomes(row));
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    /// A row with one text in every column, which records the requested columns.
    struct RecordingRow(Vec<usize>);

    impl Columns for RecordingRow {
        fn value(&mut self, column: usize) -> Value<'_> {
            self.0.push(column);
            Value::Bytes(b"2014-12")
        }
    }

    fn requested_columns(json: &str) -> Vec<usize> {
        let mut row = RecordingRow(Vec::new());
        let selection = Selection(parse::node(json, None).expect(json));
        assert_eq!(selection.outcomes(&mut row), Outcomes::FALSE, "{json}");
        row.0
    }

    #[test]
    fn a_row_is_read_no_further_than_needed() {
        let null = |column| format!(r#"{{"column":{column},"type":"string","op":"is_not_null"}}"#);
        let is = |column| {
            format!(r#"{{"column":{column},"type":"string","op":"prefix","value":"2015"}}"#)
        };
        let all = [null(0), null(5), is(5), is(0)].join(",");
        assert_eq!(requested_columns(&format!(r#"{{"and":[{all}]}}"#)), [0]);
        let nested = format!(r#"{{"and":[{{"or":[{},{}]}},{}]}}"#, is(3), is(1), is(2));
        assert_eq!(requested_columns(&nested), [2]);
    }
}
