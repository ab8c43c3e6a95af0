//! What a typed answer has to contain, by the slow reader of [`super::oracle`].

use crate::oracle::{self, Kept, Value};
use crate::typed_answer::Item;
use csv_storlet::Dialect;
use headwater_predicates::{Scalar, Type, offset};
use headwater_storlet::{Parameters, Split};

/// The expected records of this split of the object.
pub fn items(object: &[u8], split: Split, arguments: &[String]) -> Vec<Item> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let dialect = Dialect::parse(&parameters).expect("a dialect");
    let schema = oracle::json(&parameters, "schema").expect("a schema");
    let zone = parameters
        .get("timeZone")
        .map(|zone| offset(zone.as_bytes()).expect("an offset"));
    let mut limit = oracle::limit(&parameters);
    let mut items = Vec::new();
    for Kept {
        record,
        fields,
        certain,
    } in oracle::kept(object, split, &parameters, &dialect)
    {
        if limit == 0 {
            break;
        }
        let counted = dialect
            .width
            .is_none_or(|width| width == fields.all.len() && !fields.doubtful);
        let cells = schema.as_array().expect("columns").iter().map(|column| {
            let number = column["column"].as_u64().expect("a number") as usize;
            let kind = Type::named(column["type"].as_str().expect("a name"), zone).expect("a type");
            cell(oracle::value(&dialect, &fields, number), kind)
        });
        let row = cells
            .collect::<Option<Vec<_>>>()
            .filter(|_| certain && counted);
        limit -= u64::from(row.is_some());
        items.push(row.map_or_else(
            || Item::Record(record.escape_ascii().to_string()),
            Item::Row,
        ));
    }
    items
}

/// The value of a field, which may be null. None if it is not exact.
fn cell(value: Value, kind: Type) -> Option<Option<String>> {
    let text = match value {
        Value::Unknown => return None,
        Value::Null => return Some(None),
        Value::Text(text) => text,
    };
    Some(Some(match kind.parse(&text)? {
        Scalar::Integer(number) => number.to_string(),
        Scalar::Decimal(digits) => digits.to_string(),
        Scalar::Double(number) if kind == Type::Float => format!("{:?}", number as f32),
        Scalar::Double(number) => format!("{number:?}"),
        Scalar::Text(text) => String::from_utf8(text.into_owned()).ok()?,
    }))
}
