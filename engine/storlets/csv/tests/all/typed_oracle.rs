//! What a typed answer has to contain, by the slow reader of [`super::oracle`].

use crate::oracle::{Value, data, fields, outcomes, records, value};
use crate::typed_answer::Item;
use csv_storlet::Dialect;
use headwater_predicates::{Scalar, Type, offset};
use headwater_storlet::{Parameters, Split};
use serde_json::Value as Json;

/// The expected records of this split of the object.
pub fn items(object: &[u8], split: Split, arguments: &[String]) -> Vec<Item> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let dialect = Dialect::parse(&parameters).expect("a dialect");
    let json = |name| {
        parameters
            .get(name)
            .map(|json| serde_json::from_str(json).expect("JSON"))
    };
    let (schema, selection): (Json, Option<Json>) =
        (json("schema").expect("a schema"), json("selection"));
    let zone = parameters
        .get("timeZone")
        .map(|zone| offset(zone.as_bytes()).expect("an offset"));
    let mut limit = parameters
        .parsed("limit")
        .expect("a number")
        .unwrap_or(u64::MAX);
    let mut items = Vec::new();
    for record in data(
        &dialect,
        records(object, split, &dialect.line_sep),
        split.start == 0,
    ) {
        let fields = fields(&dialect, &record);
        let outcomes = selection
            .as_ref()
            .map_or(vec![Some(true)], |node| outcomes(&dialect, &fields, node));
        if limit == 0 || !outcomes.contains(&Some(true)) {
            continue;
        }
        let certain = outcomes.iter().all(|outcome| *outcome == Some(true));
        let counted = dialect
            .width
            .is_none_or(|width| width == fields.all.len() && !fields.doubtful);
        let cells = schema.as_array().expect("columns").iter().map(|column| {
            let number = column["column"].as_u64().expect("a number") as usize;
            let kind = Type::named(column["type"].as_str().expect("a name"), zone).expect("a type");
            cell(value(&dialect, &fields, number), kind)
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
