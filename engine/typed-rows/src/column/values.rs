//! Values in Arrow's layout, until their batch is written.

use super::Column;
use crate::column_type::ColumnType;
use crate::dictionary::Dictionary;
use arrow_buffer::{BooleanBufferBuilder, Buffer, MutableBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use headwater_predicates::Type;

/// The values of a column.
pub enum Values {
    Bits(BooleanBufferBuilder),
    /// Numbers of one width in bytes.
    Numbers(MutableBuffer, usize),
    /// The end of each value, after a 0, and the bytes of all values.
    Texts(MutableBuffer, MutableBuffer),
    /// Texts that repeat.
    Dictionary(Dictionary),
    /// The end of each list or map, after a 0, and the elements of all lists, or the entries of all maps.
    Lists(MutableBuffer, Box<Column>),
    /// The fields.
    Structs(Vec<Column>),
}

impl Values {
    /// No values. `arrow` is their type in the answer.
    pub fn of(kind: &ColumnType, arrow: &DataType) -> Self {
        match (kind, arrow) {
            (ColumnType::List(element), DataType::List(field)) => {
                Self::lists(Column::of(element, field.data_type().clone()))
            }
            (ColumnType::Map(value), DataType::Map(field, _)) => {
                let key = ("key".into(), ColumnType::Scalar(Type::Text));
                let entry = ColumnType::Struct(vec![key, ("value".into(), (**value).clone())]);
                Self::lists(Column::of(&entry, field.data_type().clone()))
            }
            (ColumnType::Struct(kinds), DataType::Struct(fields)) => {
                let columns = kinds.iter().zip(fields);
                let columns =
                    columns.map(|((_, kind), field)| Column::of(kind, field.data_type().clone()));
                Self::Structs(columns.collect())
            }
            (_, DataType::Boolean) => Self::Bits(BooleanBufferBuilder::new(0)),
            (_, arrow) => match arrow.primitive_width() {
                Some(width) => Self::Numbers(MutableBuffer::new(0), width),
                None => Self::Texts(zero(), MutableBuffer::new(0)),
            },
        }
    }

    fn lists(elements: Column) -> Self {
        Self::Lists(zero(), elements.into())
    }

    /// Adds what represents a null.
    #[inline]
    pub fn push_null(&mut self) {
        match self {
            Self::Bits(bits) => bits.append(false),
            Self::Numbers(numbers, width) => numbers.extend_zeros(*width),
            Self::Texts(ends, bytes) => ends.push(bytes.len() as i32),
            Self::Dictionary(dictionary) => dictionary.push_null(),
            Self::Lists(ends, elements) => ends.push(elements.len() as i32),
            Self::Structs(fields) => fields.iter_mut().for_each(Column::push_null),
        }
    }

    /// Adds what represents nulls.
    pub fn push_nulls(&mut self, count: usize) {
        match self {
            Self::Texts(ends, bytes) => ends.repeat_slice_n_times(&[bytes.len() as i32], count),
            _ => (0..count).for_each(|_| self.push_null()),
        }
    }

    /// Removes all values but the first.
    pub fn truncate(&mut self, rows: usize) {
        match self {
            Self::Bits(bits) => bits.truncate(rows),
            Self::Numbers(numbers, width) => numbers.truncate(rows * *width),
            Self::Texts(ends, bytes) => bytes.truncate(truncated(ends, rows)),
            Self::Dictionary(dictionary) => dictionary.truncate(rows),
            Self::Lists(ends, elements) => elements.truncate(truncated(ends, rows)),
            Self::Structs(fields) => fields.iter_mut().for_each(|field| field.truncate(rows)),
        }
    }

    /// The buffers of Arrow's array, and its children. The values are empty again.
    pub fn finish(&mut self) -> (Vec<Buffer>, Vec<ArrayData>) {
        match self {
            Self::Bits(bits) => (vec![bits.finish().into_inner()], vec![]),
            Self::Numbers(numbers, _) => (vec![taken(numbers)], vec![]),
            Self::Texts(ends, bytes) => (vec![taken_ends(ends), taken(bytes)], vec![]),
            Self::Dictionary(dictionary) => dictionary.finish(),
            Self::Lists(ends, elements) => (vec![taken_ends(ends)], vec![elements.finish_data()]),
            Self::Structs(fields) => (vec![], fields.iter_mut().map(Column::finish_data).collect()),
        }
    }
}

/// The ends of no values.
fn zero() -> MutableBuffer {
    let mut ends = MutableBuffer::new(0);
    ends.push(0_i32);
    ends
}

fn taken(buffer: &mut MutableBuffer) -> Buffer {
    std::mem::take(buffer).into()
}

fn taken_ends(ends: &mut MutableBuffer) -> Buffer {
    std::mem::replace(ends, zero()).into()
}

/// Removes all ends but the first, and returns the last that remains.
fn truncated(ends: &mut MutableBuffer, rows: usize) -> usize {
    ends.truncate((rows + 1) * size_of::<i32>());
    ends.typed_data::<i32>()[rows] as usize
}
