//! The values of one column, until their batch is written.

use arrow_array::{ArrayRef, make_array};
use arrow_buffer::{BooleanBufferBuilder, MutableBuffer, NullBufferBuilder};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use headwater_predicates::{Scalar, Type, Value, double};
use std::{mem, str};

/// The values of one column.
pub struct Column {
    kind: Type,
    arrow: DataType,
    values: Values,
    nulls: NullBufferBuilder,
}

/// Values in Arrow's layout.
enum Values {
    Bits(BooleanBufferBuilder),
    /// Numbers of one width in bytes.
    Numbers(MutableBuffer, usize),
    /// The end of each value, after a 0, and the bytes of all values.
    Texts(MutableBuffer, MutableBuffer),
}

impl Column {
    /// An empty column. `arrow` is the type of its values in the answer.
    pub fn of(kind: Type, arrow: DataType) -> Self {
        Self {
            kind,
            values: Values::of(&arrow),
            arrow,
            nulls: NullBufferBuilder::new(0),
        }
    }

    /// Adds the value of a field and returns the bytes of its text. None if the value is not exact: then nothing is
    /// added. `utf8` says that a text is known to be UTF-8.
    #[inline]
    pub fn push(&mut self, value: Value, utf8: bool) -> Option<usize> {
        match value {
            Value::Unknown => return None,
            Value::Null => self.push_null(),
            Value::Bytes(text) if self.kind == Type::Text => {
                (utf8 || str::from_utf8(text).is_ok()).then_some(())?;
                self.push_bytes(text);
                return Some(text.len());
            }
            Value::Bytes(text) => self.push_scalar(&self.kind.parse(text)?),
        }
        Some(0)
    }

    /// Adds values, as [`Column::push`] does. None if one of them is not exact: then some values may have been added.
    pub fn push_all<'a>(
        &mut self,
        mut values: impl Iterator<Item = Value<'a>>,
        utf8: bool,
    ) -> Option<usize> {
        let nulls = &mut self.nulls;
        match (&mut self.values, self.kind) {
            (Values::Texts(ends, bytes), Type::Text) => {
                let before = bytes.len();
                values.try_for_each(|value| {
                    let present = text(value, utf8)?.map(|text| bytes.extend_from_slice(text));
                    ends.push(bytes.len() as i32);
                    append(nulls, present)
                })?;
                Some(bytes.len() - before)
            }
            (Values::Numbers(numbers, _), Type::Double) => values
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
        match &mut self.values {
            Values::Bits(bits) => bits.append(false),
            Values::Numbers(numbers, width) => numbers.extend_zeros(*width),
            Values::Texts(ends, bytes) => ends.push(bytes.len() as i32),
        }
        self.nulls.append_null();
    }

    /// Adds bytes to a column of texts, which need not be UTF-8 if the column is binary.
    #[inline]
    pub fn push_bytes(&mut self, value: &[u8]) {
        let Values::Texts(ends, bytes) = &mut self.values else {
            unreachable!("numbers have no bytes");
        };
        bytes.extend_from_slice(value);
        ends.push(bytes.len() as i32);
        self.nulls.append_non_null();
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

    /// Removes all values but the first.
    pub fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
        self.nulls.truncate(rows);
    }

    /// The values as an Arrow array. The column is empty again.
    pub fn finish(&mut self) -> ArrayRef {
        let rows = self.nulls.len();
        let nulls = self.nulls.finish();
        let buffers = match mem::replace(&mut self.values, Values::of(&self.arrow)) {
            Values::Bits(bits) => vec![bits.into()],
            Values::Numbers(numbers, _) => vec![numbers.into()],
            Values::Texts(ends, bytes) => vec![ends.into(), bytes.into()],
        };
        let data = ArrayData::builder(self.arrow.clone())
            .len(rows)
            .buffers(buffers)
            .nulls(nulls);
        // SAFETY: the buffers have a value for each row, ends do not decrease, and texts of a column of type Utf8 were
        // checked by `push`. Checking them a second time would cost a tenth of the answer's time.
        make_array(unsafe { data.build_unchecked() })
    }
}

/// A null or a text. None if it is not exact.
#[inline]
fn text(value: Value<'_>, utf8: bool) -> Option<Option<&[u8]>> {
    scalar(value, |text| {
        (utf8 || str::from_utf8(text).is_ok()).then_some(text)
    })
}

/// A null, or what `parse` makes of a text. None if it is not exact.
#[inline]
fn scalar<'a, T>(value: Value<'a>, parse: impl FnOnce(&'a [u8]) -> Option<T>) -> Option<Option<T>> {
    match value {
        Value::Unknown => None,
        Value::Null => Some(None),
        Value::Bytes(text) => parse(text).map(Some),
    }
}

#[inline]
fn append<T>(nulls: &mut NullBufferBuilder, value: Option<T>) -> Option<()> {
    nulls.append(value.is_some());
    Some(())
}

impl Values {
    fn of(arrow: &DataType) -> Self {
        match arrow.primitive_width() {
            Some(width) => Self::Numbers(MutableBuffer::new(0), width),
            None if *arrow == DataType::Boolean => Self::Bits(BooleanBufferBuilder::new(0)),
            None => {
                let mut ends = MutableBuffer::new(0);
                ends.push(0_i32);
                Self::Texts(ends, MutableBuffer::new(0))
            }
        }
    }

    fn truncate(&mut self, rows: usize) {
        match self {
            Self::Bits(bits) => bits.truncate(rows),
            Self::Numbers(numbers, width) => numbers.truncate(rows * *width),
            Self::Texts(ends, bytes) => {
                ends.truncate((rows + 1) * size_of::<i32>());
                let end = ends.typed_data::<i32>()[rows];
                bytes.truncate(end as usize);
            }
        }
    }
}
