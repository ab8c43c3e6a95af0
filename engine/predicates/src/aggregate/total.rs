//! The result of a function in a group.

use super::cell::Cell;
use super::plan::{Function, Op};
use crate::Type;
use std::cmp::Ordering;
use std::io::{self, Write};

/// The result of a function in a group.
#[derive(Clone, Debug)]
pub enum Total {
    Count(u64),
    /// Null before the first value that is not null.
    Sum(Cell),
    /// The lowest, highest or first value, with its text.
    Value(Cell, Vec<u8>),
}

impl Total {
    /// The total of a group whose first row has this value.
    pub fn of(op: Op, cell: Cell, text: &[u8]) -> Self {
        match op {
            Op::Count => Self::Count(u64::from(cell != Cell::Null)),
            Op::Sum => Self::Sum(cell),
            Op::Min | Op::Max | Op::First => Self::Value(cell, text.into()),
        }
    }

    /// Whether the total stays exact with this value. `bound` is that of [`Cell::plus`].
    #[inline]
    pub fn fits(&self, cell: Cell, bound: i128) -> bool {
        match self {
            Self::Sum(sum) => sum.plus(cell, bound).is_some(),
            Self::Count(_) | Self::Value(..) => true,
        }
    }

    /// Adds a value that fits, and returns the growth of its memory in bytes.
    #[inline]
    pub fn add(&mut self, function: &Function, cell: Cell, text: &[u8]) -> usize {
        match self {
            Self::Count(count) => *count += u64::from(cell != Cell::Null),
            Self::Sum(sum) => *sum = sum.plus(cell, function.bound).unwrap_or(*sum),
            Self::Value(held, held_text) => {
                let value = (cell, text);
                if is_better(function.op, value, (*held, held_text)) {
                    let before = held_text.capacity();
                    *held = cell;
                    held_text.clear();
                    held_text.extend(text);
                    return held_text.capacity() - before;
                }
            }
        }
        0
    }

    /// The memory of its text in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Value(_, text) => text.capacity(),
            Self::Count(_) | Self::Sum(_) => 0,
        }
    }

    /// Writes the total as JSON. `kind` is the column's type.
    pub fn write(&self, kind: Type, output: &mut impl Write) -> io::Result<()> {
        match (self, kind) {
            (Self::Count(count), _) => write!(output, "{count}"),
            // The sum of floats is a double.
            (Self::Sum(sum), Type::Float) => sum.write(Type::Double, b"", output),
            (Self::Sum(sum), _) => sum.write(kind, b"", output),
            (Self::Value(cell, text), _) => cell.write(kind, text, output),
        }
    }
}

/// Whether a value replaces the current one.
#[inline]
fn is_better(op: Op, (cell, text): (Cell, &[u8]), (held, held_text): (Cell, &[u8])) -> bool {
    let order = match op {
        Op::Min => Ordering::Less,
        Op::Max => Ordering::Greater,
        Op::Count | Op::Sum | Op::First => return false,
    };
    cell != Cell::Null
        && (held == Cell::Null || cell.order(held).then_with(|| text.cmp(held_text)) == order)
}
