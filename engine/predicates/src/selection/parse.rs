//! Parses a selection from JSON.

use super::Node;
use super::leaf::{Comparison, Leaf, Test};
use crate::{Scalar, Type};
use headwater_storlet::Failure;
use memchr::memmem::Finder;
use serde_json::{Map, Value};

/// A JSON object and its position in the selection.
struct Place<'a> {
    path: String,
    object: &'a Map<String, Value>,
    offset: Option<i64>,
}

/// Parses the tree. `offset` applies to timestamps without an offset, in microseconds.
pub fn node(json: &str, offset: Option<i64>) -> Result<Node, Failure> {
    let value: Value = serde_json::from_str(json)
        .map_err(|error| Failure::parameters(format!("'selection' is not JSON: {error}")))?;
    Place::of("selection".into(), &value, offset)?.node()
}

impl<'a> Place<'a> {
    fn of(path: String, value: &'a Value, offset: Option<i64>) -> Result<Self, Failure> {
        match value.as_object() {
            Some(object) => Ok(Self {
                path,
                object,
                offset,
            }),
            None => Err(Failure::parameters(format!(
                "{path} is {value}: an object is expected"
            ))),
        }
    }

    fn failure<T>(&self, problem: &str) -> Result<T, Failure> {
        Err(Failure::parameters(format!("{} {problem}", self.path)))
    }

    fn node(&self) -> Result<Node, Failure> {
        let mut members = self.object.iter();
        match (members.next(), members.next()) {
            (Some((key, value)), None) if key == "and" => Ok(Node::And(self.nodes("and", value)?)),
            (Some((key, value)), None) if key == "or" => Ok(Node::Or(self.nodes("or", value)?)),
            (Some((key, value)), None) if key == "not" => {
                Ok(Node::Not(self.child("not", value)?.node()?.into()))
            }
            _ => self.leaf().map(Node::Leaf),
        }
    }

    /// The nodes in evaluation order. Their combined outcome does not depend on it.
    fn nodes(&self, key: &str, value: &Value) -> Result<Vec<Node>, Failure> {
        match value.as_array() {
            Some(nodes) if !nodes.is_empty() => {
                let mut nodes = nodes
                    .iter()
                    .enumerate()
                    .map(|(index, node)| self.child(&format!("{key}[{index}]"), node)?.node())
                    .collect::<Result<Vec<_>, _>>()?;
                nodes.sort_by_key(Node::cost);
                Ok(nodes)
            }
            _ => self.failure(&format!("has no predicates in '{key}'")),
        }
    }

    fn child<'b>(&self, name: &str, value: &'b Value) -> Result<Place<'b>, Failure> {
        Place::of(format!("{}.{name}", self.path), value, self.offset)
    }

    fn leaf(&self) -> Result<Leaf, Failure> {
        let column = self.column()?;
        let Some(kind) = Type::named(self.text("type")?, self.offset) else {
            return self.failure(&format!(
                "has the type '{}', which is not known",
                self.text("type")?
            ));
        };
        let (test, members) = self.test(self.text("op")?, kind)?;
        match self
            .object
            .keys()
            .find(|key| !["column", "type", "op", members].contains(&key.as_str()))
        {
            Some(other) => self.failure(&format!(
                "has a member '{other}', which is not allowed here"
            )),
            None => Ok(Leaf { column, kind, test }),
        }
    }

    fn column(&self) -> Result<usize, Failure> {
        let column = self
            .object
            .get("column")
            .and_then(Value::as_u64)
            .and_then(|column| usize::try_from(column).ok());
        match column.filter(|column| *column < crate::MAX_COLUMNS) {
            Some(column) => Ok(column),
            None => self.failure("has no 'column', a number from 0"),
        }
    }

    /// The test of an operator, and the member with its literals.
    fn test(&self, op: &str, kind: Type) -> Result<(Test, &'static str), Failure> {
        let part = || -> Result<Vec<u8>, Failure> {
            match self.literal(kind)? {
                Scalar::Text(text) => Ok(text.into_owned()),
                _ => self.failure(&format!("applies '{op}' to a type that is not 'string'")),
            }
        };
        let test = match op {
            "is_null" => return Ok((Test::IsNull, "op")),
            "is_not_null" => return Ok((Test::IsNotNull, "op")),
            "in" => return Ok((self.list(kind)?, "values")),
            "prefix" => Test::Prefix(part()?),
            "suffix" => Test::Suffix(part()?),
            "contains" => Test::Contains(Box::new(Finder::new(&part()?).into_owned())),
            _ => match Comparison::named(op) {
                Some(comparison) => Test::Compare(comparison, self.literal(kind)?),
                None => {
                    return self.failure(&format!("has the operator '{op}', which is not known"));
                }
            },
        };
        Ok((test, "value"))
    }

    fn list(&self, kind: Type) -> Result<Test, Failure> {
        let Some(values) = self
            .object
            .get("values")
            .and_then(Value::as_array)
            .filter(|values| !values.is_empty())
        else {
            return self.failure("has no 'values'");
        };
        let some = values.iter().filter(|value| !value.is_null());
        let mut literals = some
            .map(|value| self.scalar(kind, value))
            .collect::<Result<Vec<_>, _>>()?;
        literals.sort_by(Scalar::order);
        Ok(Test::In(literals, values.iter().any(Value::is_null)))
    }

    fn literal(&self, kind: Type) -> Result<Scalar<'static>, Failure> {
        match self.object.get("value") {
            Some(value) => self.scalar(kind, value),
            None => self.failure("has no 'value'"),
        }
    }

    /// Literals are written like fields.
    fn scalar(&self, kind: Type, value: &Value) -> Result<Scalar<'static>, Failure> {
        match value
            .as_str()
            .filter(|text| !text.contains('\u{FFFD}'))
            .and_then(|text| kind.parse(text.as_bytes()))
        {
            Some(Scalar::Text(text)) => Ok(Scalar::Text(text.into_owned().into())),
            Some(Scalar::Integer(number)) => Ok(Scalar::Integer(number)),
            Some(Scalar::Decimal(number)) => Ok(Scalar::Decimal(number)),
            Some(Scalar::Double(number)) => Ok(Scalar::Double(number)),
            None => self.failure(&format!(
                "has the literal {value}: a text is expected that is exact for the type"
            )),
        }
    }

    fn text(&self, key: &str) -> Result<&'a str, Failure> {
        match self.object.get(key).and_then(Value::as_str) {
            Some(text) => Ok(text),
            None => self.failure(&format!("has no '{key}', a text")),
        }
    }
}
