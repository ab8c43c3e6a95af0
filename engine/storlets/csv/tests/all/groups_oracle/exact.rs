//! Values that are exact, their order, and the texts that represent them.

use headwater_predicates::Type;
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// A value that is exact.
#[derive(Clone, Debug, PartialEq)]
pub enum Exact {
    Null,
    Text(String),
    /// A text that only counts as present.
    Bytes,
    Whole(i64),
    Digits(i128),
    Floating(f64),
}

/// The type of a column in a plan.
pub fn kind(column: &Json) -> Type {
    Type::named(column["type"].as_str().expect("a type"), None).expect("a type")
}

/// The order of values that are not null.
pub fn order(left: &Exact, right: &Exact) -> Ordering {
    match (left, right) {
        (Exact::Text(left), Exact::Text(right)) => left.as_bytes().cmp(right.as_bytes()),
        (Exact::Whole(left), Exact::Whole(right)) => left.cmp(right),
        (Exact::Digits(left), Exact::Digits(right)) => left.cmp(right),
        (Exact::Floating(left), Exact::Floating(right)) => left.total_cmp(right),
        other => panic!("no order of {other:?}"),
    }
}

/// The text that represents a value.
pub fn canonical(column: &Json, value: &Exact) -> Json {
    match (value, kind(column)) {
        (Exact::Null, _) => Json::Null,
        (Exact::Text(text), _) => json!(text),
        (Exact::Bytes, _) => panic!("a text that is not answered"),
        (Exact::Whole(number), Type::Boolean) => json!(["false", "true"][*number as usize]),
        (Exact::Whole(number), _) => json!(number.to_string()),
        (Exact::Floating(number), Type::Float) => json!(format!("{:?}", *number as f32)),
        (Exact::Floating(number), _) => json!(format!("{number:?}")),
        (Exact::Digits(number), kind) => {
            let Type::Decimal(_, scale) = kind else {
                panic!("{kind:?}")
            };
            let mut digits = number.unsigned_abs().to_string();
            while digits.len() <= scale as usize {
                digits.insert(0, '0');
            }
            if scale > 0 {
                digits.insert(digits.len() - scale as usize, '.');
            }
            json!(format!("{}{digits}", if *number < 0 { "-" } else { "" }))
        }
    }
}

/// The sum of a column's values that are not null, if it is exact.
pub fn sum(column: &Json, values: impl Iterator<Item = Exact>) -> Option<Exact> {
    let name = column["type"].as_str().expect("a type");
    let longest = name
        .strip_prefix("decimal(")
        .and_then(|rest| rest.split(',').next());
    let longest = longest.map_or(0, |digits| {
        (digits.parse::<usize>().expect("digits") + 10).min(38)
    });
    values
        .filter(|value| *value != Exact::Null)
        .try_fold(Exact::Null, |sum, value| match (sum, value) {
            (Exact::Null, value) => Some(value),
            (Exact::Whole(sum), Exact::Whole(value)) => {
                i64::try_from(i128::from(sum) + i128::from(value))
                    .ok()
                    .map(Exact::Whole)
            }
            (Exact::Digits(sum), Exact::Digits(value)) => sum
                .checked_add(value)
                .filter(|sum| sum.to_string().trim_start_matches('-').len() <= longest)
                .map(Exact::Digits),
            (Exact::Floating(sum), Exact::Floating(value)) => Some(sum + value)
                .filter(|sum| sum.is_finite())
                .map(Exact::Floating),
            other => panic!("a sum of {other:?}"),
        })
}
