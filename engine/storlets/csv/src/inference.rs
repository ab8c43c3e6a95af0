//! Finds the records that may change the types that a reader infers.

mod shape;

use crate::Row;
use headwater_predicates::{Columns, Value, parameter};
use headwater_storlet::{Failure, Parameters};
use shape::Shape;
use std::mem;

/// Finds the first record of each kind. A reader that infers types from these records infers the same types as from all
/// records.
///
/// Spark processes the records in sequence and keeps a type for each column. A field leaves the type or widens it. A
/// field can be left out if an earlier one has the same [`Shape`].
///
/// The first record is always returned, because readers look for a byte order mark in it. A record with more columns
/// than any before is returned too, because readers may reject it.
pub struct Inference {
    /// The line that readers treat as the header at any position.
    header: Option<Vec<u8>>,
    /// Whether no record has been processed yet.
    first: bool,
    columns: Vec<Seen>,
}

/// The observed values of a column.
#[derive(Clone, Debug, Default)]
struct Seen {
    /// Whether a text was seen. The column is then a column of texts permanently.
    text: bool,
    shapes: Vec<Shape>,
}

impl Inference {
    /// The parameters that this module reads.
    pub const PARAMETERS: [&str; 2] = [parameter::INFERENCE, parameter::HEADER_LINE];

    /// Reads `inference` and `headerLine`.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        let header = parameters.get(parameter::HEADER_LINE);
        match parameters.flag(parameter::INFERENCE)? {
            true => Ok(Some(Self {
                header: header.map(|line| line.as_bytes().into()),
                first: true,
                columns: Vec::new(),
            })),
            false if header.is_some() => {
                Err(Failure::parameters("'headerLine' needs 'inference=true'"))
            }
            false => Ok(None),
        }
    }

    /// Whether a record may change a type.
    pub fn needs(&mut self, row: &mut Row) -> bool {
        if self.header.as_deref() == Some(row.record()) {
            return false;
        }
        let mut needed = mem::take(&mut self.first);
        let mut column = 0;
        while row.field(column).is_some() {
            if column == self.columns.len() {
                self.columns.push(Seen::default());
                needed = true;
            }
            let seen = &mut self.columns[column];
            needed |= !seen.text && seen.add(row.value(column));
            column += 1;
        }
        needed || !row.is_certain(column.saturating_sub(1))
    }
}

impl Seen {
    /// Whether the value may change the column's type.
    fn add(&mut self, value: Value) -> bool {
        let shape = match value {
            Value::Null | Value::Bytes([]) => return false,
            Value::Bytes(bytes) => Shape::of(bytes),
            Value::Unknown => None,
        };
        let Some(shape) = shape else {
            return true;
        };
        self.text |= shape == Shape::Text;
        let known = self.shapes.contains(&shape);
        if !known {
            self.shapes.push(shape);
        }
        !known
    }
}

#[cfg(test)]
mod tests {
    use crate::run;
    use headwater_storlet::Request;

    fn answer(object: &str, more: &[&str]) -> String {
        let parameters = [&["inference=true"], more].concat();
        let request = Request::new(parameters, Vec::<(&str, String)>::new()).expect("a request");
        let mut answer = Vec::new();
        run(&request, object.as_bytes(), &mut answer).expect("an answer");
        String::from_utf8(answer).expect("UTF-8")
    }

    #[test]
    fn one_record_of_each_kind_is_returned() {
        let object = "1,a\n2,b\n3,12\n10,c\n3,d\n2.5,e\n\n,f\n7.25,\n8\n";
        assert_eq!(answer(object, &[]), "1,a\n10,c\n2.5,e\n");
    }

    #[test]
    fn the_header_is_not_a_record_at_any_position() {
        let object = "n,m\n1,2\nn,m\n3,4\nm,n\n";
        assert_eq!(answer(object, &["headerLine=n,m"]), "1,2\nm,n\n");
    }

    #[test]
    fn doubtful_records_are_returned() {
        let object = "a,1 \na,1 \na,\"x\"\"y\"\na,\"x\"\"y\"\n";
        assert_eq!(answer(object, &[]), object);
    }

    #[test]
    fn the_first_record_and_wider_ones_are_returned() {
        let object = ",\n,\n,,\n,,\n,\n";
        assert_eq!(answer(object, &[]), ",\n,,\n");
        assert_eq!(
            answer("n\n\n\u{feff},\n5\n", &["headerLine=n"]),
            "\u{feff},\n5\n"
        );
    }

    #[test]
    fn a_column_of_texts_needs_no_more_records() {
        assert_eq!(answer("x\n5\n2015-01-02\ny\n", &[]), "x\n");
    }
}
