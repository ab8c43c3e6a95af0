//! A predicate on one column.

use crate::{Columns, Outcomes, Scalar, Type, Value};
use memchr::memmem::Finder;
use std::cmp::Ordering;
use std::str;

/// A test of one column's value.
#[derive(Clone, Debug)]
pub struct Leaf {
    pub column: usize,
    pub kind: Type,
    pub test: Test,
}

#[derive(Clone, Debug)]
pub enum Test {
    IsNull,
    IsNotNull,
    Compare(Comparison, Scalar<'static>),
    /// Equal to one of the sorted literals. The flag says whether null is among them.
    In(Vec<Scalar<'static>>, bool),
    Prefix(Vec<u8>),
    Suffix(Vec<u8>),
    Contains(Box<Finder<'static>>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Leaf {
    #[inline]
    pub fn outcomes(&self, row: &mut impl Columns) -> Outcomes {
        match (row.value(self.column), &self.test) {
            (Value::Unknown, _) => Outcomes::ANY,
            (Value::Null, Test::IsNull) => Outcomes::TRUE,
            (Value::Null, Test::IsNotNull) => Outcomes::FALSE,
            (Value::Null, _) => Outcomes::NULL,
            (Value::Bytes(text), Test::Prefix(literal)) => text.starts_with(literal).into(),
            (Value::Bytes(text), Test::Suffix(literal)) => text.ends_with(literal).into(),
            (Value::Bytes(text), Test::Contains(literal)) => literal.find(text).is_some().into(),
            (Value::Bytes(text), test) => match self.kind.parse(text) {
                Some(value) if self.is_exact(text) => test.outcomes(&value),
                _ => Outcomes::ANY,
            },
        }
    }

    /// The text that a field contains if the test is true, if there is only one.
    pub fn text(&self) -> Option<&[u8]> {
        match &self.test {
            Test::Prefix(literal) | Test::Suffix(literal) => Some(literal),
            Test::Contains(literal) => Some(literal.needle()),
            Test::Compare(Comparison::Eq, Scalar::Text(literal)) => Some(literal),
            _ => None,
        }
    }

    pub fn tests_null(&self) -> bool {
        matches!(self.test, Test::IsNull | Test::IsNotNull)
    }

    /// Readers replace invalid UTF-8 with U+FFFD, which sorts differently.
    fn is_exact(&self, text: &[u8]) -> bool {
        match (&self.test, self.kind) {
            (Test::Compare(comparison, _), Type::Text) if comparison.needs_order() => {
                str::from_utf8(text).is_ok()
            }
            _ => true,
        }
    }
}

impl Test {
    /// The outcomes for a value that is not null.
    #[inline]
    fn outcomes(&self, value: &Scalar) -> Outcomes {
        match self {
            Self::IsNull => Outcomes::FALSE,
            Self::Compare(comparison, literal) => {
                comparison.is_satisfied_by(value.order(literal)).into()
            }
            Self::In(literals, null) => {
                match literals.binary_search_by(|literal| literal.order(value)) {
                    Ok(_) => Outcomes::TRUE,
                    Err(_) if *null => Outcomes::NULL,
                    Err(_) => Outcomes::FALSE,
                }
            }
            Self::IsNotNull | Self::Prefix(_) | Self::Suffix(_) | Self::Contains(_) => {
                Outcomes::TRUE
            }
        }
    }
}

impl Comparison {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Self::Eq,
            "ne" => Self::Ne,
            "lt" => Self::Lt,
            "le" => Self::Le,
            "gt" => Self::Gt,
            "ge" => Self::Ge,
            _ => return None,
        })
    }

    fn needs_order(self) -> bool {
        !matches!(self, Self::Eq | Self::Ne)
    }

    fn is_satisfied_by(self, order: Ordering) -> bool {
        match self {
            Self::Eq => order.is_eq(),
            Self::Ne => order.is_ne(),
            Self::Lt => order.is_lt(),
            Self::Le => order.is_le(),
            Self::Gt => order.is_gt(),
            Self::Ge => order.is_ge(),
        }
    }
}
