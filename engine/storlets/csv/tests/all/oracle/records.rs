//! The records of a split.

use csv_storlet::Dialect;
use headwater_storlet::{Separator, Split};

/// The records of a split: those that start in `(start, end]`, or at 0.
pub fn records(object: &[u8], split: Split, separator: &Separator) -> Vec<Vec<u8>> {
    let end = split.end.unwrap_or(u64::MAX);
    let mut records = Vec::new();
    let mut start = if object.starts_with(b"\xEF\xBB\xBF") {
        3
    } else {
        0
    };
    let mut before = 0;
    let mut first = true;
    while start < object.len() {
        let found = (start..object.len())
            .find_map(|at| separator_at(object, at, separator).map(|length| (at, at + length)));
        let (stop, next) = found.unwrap_or((object.len(), object.len()));
        let place = start as u64;
        // Whether the separator of several bytes before this record spans a position.
        let across =
            |at: u64| place > at && before < at && matches!(separator, Separator::Bytes(_));
        let after_start = if first {
            split.start == 0
        } else {
            split.start == 0 || place > split.start && !across(split.start)
        };
        if after_start && (first || place <= end || across(end)) {
            records.push(object[start..stop].to_vec());
        }
        (start, before, first) = (next, stop as u64, false);
    }
    records
}

fn separator_at(object: &[u8], at: usize, separator: &Separator) -> Option<usize> {
    let rest = &object[at..];
    match separator {
        Separator::Line if rest.starts_with(b"\r\n") => Some(2),
        Separator::Line => (rest[0] == b'\r' || rest[0] == b'\n').then_some(1),
        other => rest
            .starts_with(other.bytes())
            .then_some(other.bytes().len()),
    }
}

/// The records without comments, blank records and the header.
pub fn data(dialect: &Dialect, records: Vec<Vec<u8>>, at_start: bool) -> Vec<Vec<u8>> {
    let is_comment =
        |record: &[u8]| dialect.comment.is_some() && record.first().copied() == dialect.comment;
    let data = records
        .into_iter()
        .filter(|record| !is_comment(record) && record.iter().any(|byte| *byte > b' '));
    data.skip(usize::from(dialect.header && at_start)).collect()
}
