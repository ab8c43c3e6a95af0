//! The types of columns, and those of Arrow for them.

use arrow_schema::{DataType, Field, FieldRef, TimeUnit};
use headwater_predicates::Type;
use serde::Deserialize;
use std::sync::Arc;

/// The type of a column's values.
#[derive(Clone, Debug, PartialEq)]
pub enum ColumnType {
    /// Single values.
    Scalar(Type),
    /// Lists of values of one type.
    List(Box<ColumnType>),
    /// Values of one type by texts.
    Map(Box<ColumnType>),
    /// Values by names, at least one.
    Struct(Vec<(String, ColumnType)>),
}

/// A type in the parameters' JSON.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a type is a name, or has array, map or struct")]
pub enum TypeSpec {
    Named(String),
    Nested(NestedSpec),
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NestedSpec {
    Array(Box<TypeSpec>),
    Map(Box<TypeSpec>),
    Struct(Vec<FieldSpec>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldSpec {
    name: String,
    r#type: TypeSpec,
}

impl TypeSpec {
    /// The type, or what is wrong with it. `zone` is the offset of timestamps without one.
    pub fn named(self, zone: Option<i64>) -> Result<ColumnType, String> {
        Ok(match self {
            Self::Named(name) => match Type::named(&name, zone) {
                Some(kind) => ColumnType::Scalar(kind),
                None => return Err(format!("has the unknown type '{name}'")),
            },
            Self::Nested(NestedSpec::Array(elements)) => {
                ColumnType::List(elements.named(zone)?.into())
            }
            Self::Nested(NestedSpec::Map(values)) => ColumnType::Map(values.named(zone)?.into()),
            Self::Nested(NestedSpec::Struct(fields)) => ColumnType::Struct(named(fields, zone)?),
        })
    }
}

/// The fields of a struct.
fn named(fields: Vec<FieldSpec>, zone: Option<i64>) -> Result<Vec<(String, ColumnType)>, String> {
    let mut named: Vec<(String, ColumnType)> = Vec::new();
    for field in fields {
        if named.iter().any(|(name, _)| *name == field.name) {
            return Err(format!("has a struct with two fields '{}'", field.name));
        }
        named.push((field.name, field.r#type.named(zone)?));
    }
    match named.is_empty() {
        true => Err("has a struct without fields".into()),
        false => Ok(named),
    }
}

impl ColumnType {
    /// The bytes that each value takes, null or not, beside those of texts and of what is inside lists and maps.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Scalar(kind) => scalar(*kind).primitive_width().unwrap_or(size_of::<i32>()),
            Self::List(_) | Self::Map(_) => size_of::<i32>(),
            Self::Struct(fields) => fields.iter().map(|(_, kind)| kind.width()).sum(),
        }
    }

    /// The Arrow type that Spark, too, uses for this type.
    pub fn arrow(&self) -> DataType {
        match self {
            Self::Scalar(kind) => scalar(*kind),
            Self::List(elements) => DataType::List(nullable("element", elements)),
            Self::Map(values) => {
                let key = Arc::new(Field::new("key", DataType::Utf8, false));
                let fields = [key, nullable("value", values)];
                let entries = DataType::Struct(fields.into_iter().collect());
                DataType::Map(Arc::new(Field::new("entries", entries, false)), false)
            }
            Self::Struct(fields) => {
                let fields = fields.iter().map(|(name, kind)| nullable(name, kind));
                DataType::Struct(fields.collect())
            }
        }
    }
}

fn nullable(name: &str, kind: &ColumnType) -> FieldRef {
    Arc::new(Field::new(name, kind.arrow(), true))
}

fn scalar(kind: Type) -> DataType {
    match kind {
        Type::Text => DataType::Utf8,
        Type::Integer(_, high) => match high.leading_zeros() {
            57 => DataType::Int8,
            49 => DataType::Int16,
            33 => DataType::Int32,
            _ => DataType::Int64,
        },
        Type::Decimal(precision, scale) => DataType::Decimal128(precision as u8, scale as i8),
        Type::Double => DataType::Float64,
        Type::Float => DataType::Float32,
        Type::Boolean => DataType::Boolean,
        Type::Date => DataType::Date32,
        Type::Timestamp(_) => DataType::Timestamp(TimeUnit::Microsecond, Some(Arc::from("UTC"))),
        Type::TimestampNtz => DataType::Timestamp(TimeUnit::Microsecond, None),
    }
}
