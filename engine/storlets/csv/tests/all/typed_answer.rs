//! Reads typed answers, as a reader in another language would.

use arrow_array::cast::AsArray;
use arrow_array::types::*;
use arrow_array::{Array, ArrayAccessor, RecordBatch, StringArray, StructArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, TimeUnit};

/// A record of a typed answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// The values of its columns, as texts.
    Row(Vec<Option<String>>),
    /// The complete record.
    Record(String),
}

/// The types of single values, of which texts are the most frequent.
pub const SCALARS: &[&str] = &[
    "string",
    "string",
    "int",
    "byte",
    "long",
    "double",
    "float",
    "decimal(4,1)",
    "boolean",
    "date",
    "timestamp",
];

/// A row with these values, of which `null` is none.
pub fn row(values: &[&str]) -> Item {
    let values = values
        .iter()
        .map(|value| Some((*value).to_string()).filter(|text| text != "null"));
    Item::Row(values.collect())
}

/// The records of an answer in their order.
pub fn items(answer: &[u8]) -> Vec<Item> {
    batches(answer).iter().flat_map(items_of).collect()
}

/// The batches of an answer.
pub fn batches(answer: &[u8]) -> Vec<RecordBatch> {
    streams(answer).concat()
}

/// The batches of each stream of an answer.
pub fn streams(mut answer: &[u8]) -> Vec<Vec<RecordBatch>> {
    let mut streams = vec![];
    while streams.is_empty() || !answer.is_empty() {
        let stream = StreamReader::try_new(&mut answer, None).expect("a stream");
        streams.push(stream.map(|batch| batch.expect("a batch")).collect());
    }
    streams
}

/// The records of a batch.
pub fn items_of(batch: &RecordBatch) -> Vec<Item> {
    let records = batch.column_by_name("record");
    let columns = &batch.columns()[..batch.num_columns() - usize::from(records.is_some())];
    for column in columns {
        let data = column.to_data();
        data.validate_full().expect("a valid column");
    }
    let records = records.map(|records| records.as_binary::<i32>());
    let rows = 0..batch.num_rows();
    rows.map(
        |row| match records.filter(|records| records.is_valid(row)) {
            Some(records) => Item::Record(records.value(row).escape_ascii().to_string()),
            None => Item::Row(columns.iter().map(|column| value(column, row)).collect()),
        },
    )
    .collect()
}

/// A value, as `typed_oracle` writes it.
fn value(column: &dyn Array, row: usize) -> Option<String> {
    column.is_valid(row).then(|| match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into(),
        DataType::Dictionary(_, _) => {
            let texts = column.as_dictionary::<Int16Type>();
            let texts = texts.downcast_dict::<StringArray>().expect("texts");
            texts.value(row).into()
        }
        DataType::Boolean => i32::from(column.as_boolean().value(row)).to_string(),
        DataType::Int8 => number::<Int8Type>(column, row),
        DataType::Int16 => number::<Int16Type>(column, row),
        DataType::Int32 => number::<Int32Type>(column, row),
        DataType::Int64 => number::<Int64Type>(column, row),
        DataType::Date32 => number::<Date32Type>(column, row),
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            number::<TimestampMicrosecondType>(column, row)
        }
        DataType::Decimal128(_, _) => number::<Decimal128Type>(column, row),
        DataType::Float32 => format!("{:?}", column.as_primitive::<Float32Type>().value(row)),
        DataType::Float64 => format!("{:?}", column.as_primitive::<Float64Type>().value(row)),
        DataType::List(_) => format!("[{}]", elements(&column.as_list::<i32>().value(row))),
        DataType::Map(_, _) => format!("[{}]", elements(&column.as_map().value(row))),
        DataType::Struct(_) => fields(column.as_struct(), row),
        other => panic!("a column of the type {other}"),
    })
}

fn elements(column: &dyn Array) -> String {
    let elements = (0..column.len()).map(|row| part(column, row));
    elements.collect::<Vec<_>>().join(",")
}

fn fields(column: &StructArray, row: usize) -> String {
    let fields = column.columns().iter().map(|field| part(field, row));
    format!("({})", fields.collect::<Vec<_>>().join(","))
}

fn part(column: &dyn Array, row: usize) -> String {
    value(column, row).unwrap_or_else(|| "null".into())
}

fn number<T: ArrowPrimitiveType<Native: ToString>>(column: &dyn Array, row: usize) -> String {
    column.as_primitive::<T>().value(row).to_string()
}
