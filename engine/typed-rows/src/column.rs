//! The values of one column, until their batch is written.

mod added;
mod values;

use crate::column_type::ColumnType;
use crate::dictionary::Dictionary;
use added::{append, push_text, scalar, text};
use arrow_array::{ArrayRef, make_array};
use arrow_buffer::NullBufferBuilder;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use headwater_predicates::{Scalar, Type, Value, double};
use std::str;
use values::Values;

/// The values of one column.
pub struct Column {
    kind: ColumnType,
    width: usize,
    arrow: DataType,
    values: Values,
    nulls: NullBufferBuilder,
}

/// The columns inside a column.
pub enum Inside<'a> {
    /// There are none: the column has single values of this type.
    Scalar(Type),
    /// The elements of its lists.
    List(&'a mut Column),
    /// The entries of its maps: structs of a key and a value.
    Map(&'a mut Column),
    /// The fields of its structs, and their types by name.
    Struct(&'a [(String, ColumnType)], &'a mut [Column]),
}

impl Column {
    /// An empty column. `arrow` is the type of its values in the answer.
    pub(crate) fn of(kind: &ColumnType, arrow: DataType) -> Self {
        Self {
            values: Values::of(kind, &arrow),
            kind: kind.clone(),
            width: kind.width(),
            arrow,
            nulls: NullBufferBuilder::new(0),
        }
    }

    /// The bytes that each value takes, null or not, beside those of texts and of what is inside lists and maps.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.nulls.len()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns inside. After all parts of a list, a map or a struct were added there, [`Column::push_nested`] adds
    /// it.
    pub fn inside(&mut self) -> Inside<'_> {
        match (&self.kind, &mut self.values) {
            (ColumnType::Scalar(kind), _) => Inside::Scalar(*kind),
            (ColumnType::Struct(types), Values::Structs(fields)) => Inside::Struct(types, fields),
            (ColumnType::List(_), Values::Lists(_, elements)) => Inside::List(elements),
            (ColumnType::Map(_), Values::Lists(_, entries)) => Inside::Map(entries),
            _ => unreachable!("values of another type"),
        }
    }

    /// Adds the list, map or struct whose parts were added inside.
    pub fn push_nested(&mut self) {
        if let Values::Lists(ends, elements) = &mut self.values {
            ends.push(elements.len() as i32);
        }
        self.nulls.append_non_null();
    }

    /// Adds a single value and returns the bytes of its text, unless [`Column::dictionary_size`] has them. None if the
    /// value is not exact: then nothing is added. `utf8` says that a text is known to be UTF-8.
    #[inline]
    pub fn push(&mut self, value: Value, utf8: bool) -> Option<usize> {
        let text = match value {
            Value::Unknown => return None,
            Value::Null => {
                self.push_null();
                return Some(0);
            }
            Value::Bytes(text) => text,
        };
        let ColumnType::Scalar(kind) = self.kind else {
            return None;
        };
        if kind == Type::Text {
            (utf8 || str::from_utf8(text).is_ok()).then_some(())?;
            return Some(self.push_bytes(text));
        }
        self.push_scalar(&kind.parse(text)?);
        Some(0)
    }

    /// Adds values, as [`Column::push`] does. None if one of them is not exact: then some values may have been added.
    pub(crate) fn push_all<'a>(
        &mut self,
        mut values: impl Iterator<Item = Value<'a>>,
        utf8: bool,
    ) -> Option<usize> {
        let nulls = &mut self.nulls;
        match (&mut self.values, &self.kind) {
            (Values::Texts(ends, bytes), ColumnType::Scalar(Type::Text)) => {
                let before = bytes.len();
                values.try_for_each(|value| {
                    let present = text(value, utf8)?.map(|text| bytes.extend_from_slice(text));
                    ends.push(bytes.len() as i32);
                    append(nulls, present)
                })?;
                Some(bytes.len() - before)
            }
            (Values::Dictionary(dictionary), _) => values
                .try_for_each(|value| {
                    let text = text(value, utf8)?;
                    push_text(dictionary, text);
                    append(nulls, text)
                })
                .map(|()| 0),
            (Values::Numbers(numbers, _), ColumnType::Scalar(Type::Double)) => values
                .try_for_each(|value| {
                    let number = scalar(value, double)?;
                    numbers.push(number.unwrap_or_default());
                    append(nulls, number)
                })
                .map(|()| 0),
            _ => values.map(|value| self.push(value, utf8)).sum(),
        }
    }

    /// Adds a null.
    #[inline]
    pub fn push_null(&mut self) {
        self.values.push_null();
        self.nulls.append_null();
    }

    /// Adds nulls.
    pub(crate) fn push_nulls(&mut self, count: usize) {
        self.values.push_nulls(count);
        self.nulls.append_n_nulls(count);
    }

    /// Adds bytes to a column of texts, which need not be UTF-8 if the column is binary. Returns what [`Column::push`]
    /// does.
    #[inline]
    pub(crate) fn push_bytes(&mut self, value: &[u8]) -> usize {
        self.nulls.append_non_null();
        match &mut self.values {
            Values::Texts(ends, bytes) => {
                bytes.extend_from_slice(value);
                ends.push(bytes.len() as i32);
                value.len()
            }
            Values::Dictionary(dictionary) => {
                dictionary.push(value);
                0
            }
            _ => unreachable!("numbers have no bytes"),
        }
    }

    /// Encodes the texts of this batch and of all others by a dictionary, if that pays.
    pub(crate) fn encode(&mut self) {
        if let (Values::Texts(ends, bytes), DataType::Utf8) = (&self.values, &self.arrow)
            && let Some(dictionary) = Dictionary::of(ends.typed_data(), bytes)
        {
            self.values = Values::Dictionary(dictionary);
            self.arrow = Dictionary::arrow();
        }
    }

    /// The type of its values in the answer.
    pub(crate) fn arrow(&self) -> &DataType {
        &self.arrow
    }

    /// The bytes that the texts of its dictionary take. Texts of rows that were removed stay there.
    pub(crate) fn dictionary_size(&self) -> usize {
        match &self.values {
            Values::Dictionary(dictionary) => dictionary.size(),
            _ => 0,
        }
    }

    /// Whether the batch must end before more rows are added.
    pub(crate) fn is_full(&self) -> bool {
        matches!(&self.values, Values::Dictionary(dictionary) if dictionary.is_full())
    }

    #[inline]
    fn push_scalar(&mut self, value: &Scalar) {
        match (&mut self.values, value) {
            (Values::Bits(bits), Scalar::Integer(value)) => bits.append(*value != 0),
            (Values::Numbers(numbers, 1), Scalar::Integer(value)) => numbers.push(*value as i8),
            (Values::Numbers(numbers, 2), Scalar::Integer(value)) => numbers.push(*value as i16),
            (Values::Numbers(numbers, 4), Scalar::Integer(value)) => numbers.push(*value as i32),
            (Values::Numbers(numbers, _), Scalar::Integer(value)) => numbers.push(*value),
            (Values::Numbers(numbers, _), Scalar::Decimal(value)) => numbers.push(*value),
            (Values::Numbers(numbers, 4), Scalar::Double(value)) => numbers.push(*value as f32),
            (Values::Numbers(numbers, _), Scalar::Double(value)) => numbers.push(*value),
            _ => unreachable!("a value of another type"),
        }
        self.nulls.append_non_null();
    }

    /// Removes all values but the first, and all parts that were added inside and not as values.
    pub(crate) fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
        self.nulls.truncate(rows);
    }

    /// The values as an Arrow array. The column is empty again.
    pub(crate) fn finish(&mut self) -> ArrayRef {
        make_array(self.finish_data())
    }

    /// The values in Arrow's layout. The column is empty again.
    pub(crate) fn finish_data(&mut self) -> ArrayData {
        let rows = self.nulls.len();
        let (buffers, children) = self.values.finish();
        let data = ArrayData::builder(self.arrow.clone())
            .len(rows)
            .buffers(buffers)
            .child_data(children)
            .nulls(self.nulls.finish());
        // SAFETY: the buffers have a value for each row, ends do not decrease, and texts of a column of type Utf8 were
        // checked by `push`. Checking them a second time would cost a tenth of the answer's time.
        unsafe { data.build_unchecked() }
    }
}
