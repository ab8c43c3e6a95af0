//! A slow and simple second implementation of `aggregate`. A group is the list of its rows' values, and every function
//! is computed from that list on each use. Records, fields and selections are those of [`oracle`](crate::oracle).

mod exact;

use crate::oracle::{self, Value};
use csv_storlet::Dialect;
use exact::{Exact, canonical, kind, order, sum};
use headwater_predicates::Scalar;
use headwater_storlet::{Parameters, Split};
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// A group's values as written, and the values of its rows by column position.
struct Group {
    key: Vec<Json>,
    rows: Vec<Vec<Exact>>,
}

struct Oracle {
    dialect: Dialect,
    plan: Json,
    groups: Vec<Group>,
    answer: Vec<u8>,
}

/// The expected answer for this split of the object.
pub fn answer(object: &[u8], split: Split, arguments: &[String]) -> Vec<u8> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let dialect = Dialect::parse(&parameters).expect("a dialect");
    let columns = oracle::columns(&parameters);
    let mut oracle = Oracle {
        dialect: dialect.clone(),
        plan: oracle::json(&parameters, "aggregate").expect("an aggregate"),
        groups: Vec::new(),
        answer: Vec::new(),
    };
    for kept in oracle::kept(object, split, &parameters, &dialect) {
        if !(kept.certain && oracle.take(&kept.fields)) {
            if oracle.is_ordered() {
                oracle.flush();
            }
            let row = oracle::row(
                &dialect,
                &kept.record,
                &kept.fields,
                columns.as_deref(),
                true,
            );
            oracle.answer.extend(row);
            oracle.answer.extend(dialect.line_sep.bytes());
        }
    }
    oracle.flush();
    oracle.answer
}

impl Oracle {
    /// Adds a row to its group, or returns false if it must be returned itself. If the row does not fit, the groups are
    /// written first.
    fn take(&mut self, fields: &oracle::Fields) -> bool {
        if self
            .dialect
            .width
            .is_some_and(|width| fields.doubtful || fields.all.len() != width)
        {
            return false;
        }
        let columns = list(&self.plan, "columns").to_vec();
        let values = columns.iter().map(|column| self.exact(column, fields));
        let Some(row) = values.collect::<Option<Vec<_>>>() else {
            return false;
        };
        let key: Vec<_> = list(&self.plan, "group")
            .iter()
            .map(|part| self.part(part, &row))
            .collect();
        let place = self
            .groups
            .iter()
            .position(|group| group.key == key)
            .unwrap_or(self.groups.len());
        if place == self.groups.len() {
            self.groups.push(Group {
                key,
                rows: Vec::new(),
            });
        }
        self.groups[place].rows.push(row);
        let rows = &self.groups[place].rows;
        let sums = list(&self.plan, "functions")
            .iter()
            .filter(|function| function["op"] == "sum");
        if sums
            .into_iter()
            .all(|function| self.sum(function, rows).is_some())
        {
            return true;
        }
        self.groups[place].rows.pop();
        self.flush();
        false
    }

    fn exact(&self, column: &Json, fields: &oracle::Fields) -> Option<Exact> {
        let number = column["column"].as_u64().expect("a number");
        let is_used = |member: &str, ops: &[&str]| {
            let all = list(&self.plan, member)
                .iter()
                .filter(|each| each["column"] == number);
            all.into_iter().any(|each| {
                ops.is_empty() || ops.contains(&each["op"].as_str().expect("an operator"))
            })
        };
        let text = match oracle::value(&self.dialect, fields, number as usize) {
            Value::Unknown => return None,
            Value::Null => return Some(Exact::Null),
            Value::Text(text) => text,
        };
        match kind(column).parse(&text)? {
            Scalar::Text(_)
                if is_used("group", &[]) || is_used("functions", &["min", "max", "first"]) =>
            {
                String::from_utf8(text).ok().map(Exact::Text)
            }
            Scalar::Text(_) => Some(Exact::Bytes),
            Scalar::Integer(number) => Some(Exact::Whole(number)),
            Scalar::Decimal(number) => Some(Exact::Digits(number)),
            Scalar::Double(number) => {
                let negative_zero = number.to_bits() == (-0.0_f64).to_bits();
                let signless = is_used("functions", &["sum", "min", "max"]);
                (!(negative_zero && signless)).then_some(Exact::Floating(number))
            }
        }
    }

    /// The position of a column in the plan.
    fn place(&self, part: &Json) -> Option<usize> {
        let number = part.get("column")?;
        list(&self.plan, "columns")
            .iter()
            .position(|column| column["column"] == *number)
    }

    fn part(&self, part: &Json, row: &[Exact]) -> Json {
        let place = self.place(part).expect("a column");
        match (&row[place], part["substring"].as_array()) {
            (Exact::Text(text), Some(range)) => {
                let number = |index: usize| range[index].as_u64().expect("a number") as usize;
                let skipped = number(0).max(1) - 1;
                json!(
                    text.chars()
                        .skip(skipped)
                        .take(number(1))
                        .collect::<String>()
                )
            }
            (value, _) => canonical(&list(&self.plan, "columns")[place], value),
        }
    }

    /// The sum of values that are not null, if it is exact.
    fn sum(&self, function: &Json, rows: &[Vec<Exact>]) -> Option<Exact> {
        let place = self.place(function).expect("a column");
        let column = &list(&self.plan, "columns")[place];
        sum(column, rows.iter().map(|row| row[place].clone()))
    }

    fn function(&self, function: &Json, rows: &[Vec<Exact>]) -> Json {
        let Some(place) = self.place(function) else {
            return json!(rows.len());
        };
        let column = &list(&self.plan, "columns")[place];
        let some = || {
            rows.iter()
                .map(|row| &row[place])
                .filter(|value| **value != Exact::Null)
        };
        let extreme = |wanted: Ordering| {
            let better = |held, value| {
                if order(value, held) == wanted {
                    value
                } else {
                    held
                }
            };
            some()
                .reduce(better)
                .map_or(Json::Null, |value| canonical(column, value))
        };
        match function["op"].as_str().expect("an operator") {
            "count" => json!(some().count()),
            "min" => extreme(Ordering::Less),
            "max" => extreme(Ordering::Greater),
            "first" => canonical(column, &rows[0][place]),
            _ => match self.sum(function, rows).expect("a sum that fits") {
                Exact::Floating(sum) => json!(format!("{sum:?}")),
                sum => canonical(column, &sum),
            },
        }
    }

    fn is_ordered(&self) -> bool {
        list(&self.plan, "functions").iter().any(|function| {
            let extreme = function["op"] == "min" || function["op"] == "max";
            let floating = |place: usize| {
                ["double", "float"]
                    .map(Json::from)
                    .contains(&list(&self.plan, "columns")[place]["type"])
            };
            function["op"] == "first" || extreme && self.place(function).is_some_and(floating)
        })
    }

    fn flush(&mut self) {
        for Group { key, rows } in std::mem::take(&mut self.groups) {
            let functions = list(&self.plan, "functions").iter();
            let totals = functions.map(|function| self.function(function, &rows));
            let record: Vec<_> = key.into_iter().chain(totals).collect();
            if !rows.is_empty() {
                self.answer
                    .extend(format!("A{}", json!(record)).into_bytes());
                self.answer.extend(self.dialect.line_sep.bytes());
            }
        }
    }
}

fn list<'a>(plan: &'a Json, member: &str) -> &'a [Json] {
    plan[member].as_array().expect("a list")
}
