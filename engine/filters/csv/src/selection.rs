//! Which rows are kept: a tree of predicates, as `protocol/selection.schema.json` has it.

mod leaf;
mod parse;

use crate::{Columns, Outcomes, temporal};
use headwater_filter::{Failure, Parameters};
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
    /// The parameters that are read here.
    pub const PARAMETERS: [&str; 2] = ["selection", "timeZone"];

    /// Reads `selection`, and `timeZone` that its timestamps need.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let offset = temporal::time_zone(parameters)?;
        parameters
            .get("selection")
            .map(|json| parse::node(json, offset).map(Self))
            .transpose()
    }

    /// What the predicate may be on this row. The row is kept where it may be true.
    #[inline]
    pub fn outcomes(&self, row: &mut impl Columns) -> Outcomes {
        self.0.outcomes(row)
    }
}

impl Node {
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

/// Combines what the nodes may be until nothing can change it any more.
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
