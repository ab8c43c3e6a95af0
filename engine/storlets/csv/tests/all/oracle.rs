//! A slow and simple second implementation of the CSV storlet. It processes every record of the object with its
//! position, every field byte by byte, and lists of outcomes instead of bit sets. It shares only the [`Dialect`] and
//! the parsing of typed texts with the storlet.

mod records;

pub use headwater_selection_oracle::Value;
pub use records::{data, records};

use csv_storlet::Dialect;
use headwater_selection_oracle::Outcome;
use headwater_storlet::{Parameters, Separator, Split};
use serde_json::Value as Json;

/// The expected answer for this split of the object.
pub fn answer(object: &[u8], split: Split, arguments: &[String]) -> Vec<u8> {
    let parameters = Parameters::parse(arguments).expect("parameters");
    let dialect = Dialect::parse(&parameters).expect("a dialect");
    let columns = columns(&parameters);
    let mut limit = limit(&parameters);
    let tagged = parameters.flag("tagged").expect("a flag");
    let mut answer = Vec::new();
    for kept in kept(object, split, &parameters, &dialect) {
        if limit > 0 {
            let row = row(
                &dialect,
                &kept.record,
                &kept.fields,
                columns.as_deref(),
                tagged,
            );
            let sound = !tagged || columns.is_none() || row.starts_with(b"P");
            limit -= u64::from(sound && kept.certain);
            answer.extend(row);
            answer.extend(dialect.line_sep.bytes());
        }
    }
    answer
}

/// A record that the selection may keep.
pub struct Kept {
    pub record: Vec<u8>,
    pub fields: Fields,
    /// Whether the selection is certainly true.
    pub certain: bool,
}

/// The records of a split that its selection may keep.
pub fn kept(object: &[u8], split: Split, parameters: &Parameters, dialect: &Dialect) -> Vec<Kept> {
    let selection = json(parameters, "selection");
    let records = records(object, split, &dialect.line_sep);
    let mut all = Vec::new();
    for record in data(dialect, records, split.start == 0) {
        let fields = fields(dialect, &record);
        let outcomes = selection
            .as_ref()
            .map_or(vec![Some(true)], |node| outcomes(dialect, &fields, node));
        if outcomes.contains(&Some(true)) {
            let certain = outcomes.iter().all(|outcome| *outcome == Some(true));
            all.push(Kept {
                record,
                fields,
                certain,
            });
        }
    }
    all
}

/// The JSON of a parameter.
pub fn json(parameters: &Parameters, name: &str) -> Option<Json> {
    parameters
        .get(name)
        .map(|json| serde_json::from_str(json).expect("JSON"))
}

/// How many certain rows are enough.
pub fn limit(parameters: &Parameters) -> u64 {
    let limit = parameters.parsed("limit").expect("a number");
    limit.unwrap_or(u64::MAX)
}

/// The requested columns.
pub fn columns(parameters: &Parameters) -> Option<Vec<usize>> {
    parameters.get("columns").map(|list| {
        list.split(',')
            .filter(|number| !number.is_empty())
            .map(|number| number.parse().expect("a number"))
            .collect()
    })
}

/// A raw field, and whether it is in doubt.
pub struct Field {
    pub raw: Vec<u8>,
    pub doubtful: bool,
}

pub struct Fields {
    pub all: Vec<Field>,
    /// Whether the last fields are in doubt, which also puts a missing one in doubt.
    pub doubtful: bool,
}

pub fn fields(dialect: &Dialect, record: &[u8]) -> Fields {
    let mut all: Vec<Field> = Vec::new();
    let mut doubtful = record.starts_with(b"\xEF\xBB\xBF")
        || breaks(dialect, record)
        || dialect.trim_end && !dialect.trim_start && record[0] <= b' ';
    let mut start = 0;
    loop {
        let end = end_of_field(dialect, record, start);
        let raw = record[start..end].to_vec();
        let last = end == record.len();
        let leaks =
            last && raw.is_empty() && dialect.sep.len() > 1 && record.starts_with(&dialect.sep);
        doubtful = doubtful || leaks || !is_plain(dialect, &raw, last);
        all.push(Field { raw, doubtful });
        if end == record.len() {
            return Fields { all, doubtful };
        }
        start = end + dialect.sep.len();
    }
}

fn breaks(dialect: &Dialect, record: &[u8]) -> bool {
    match &dialect.line_sep {
        Separator::Line => false,
        other => {
            record.contains(&b'\n') || other.bytes().len() > 1 && record.contains(&other.bytes()[0])
        }
    }
}

/// The end of the field that starts here. A quoted field ends at a quote before a separator or the record's end.
fn end_of_field(dialect: &Dialect, record: &[u8], start: usize) -> usize {
    let at_end = |at: usize| at == record.len() || record[at..].starts_with(&dialect.sep);
    let next = |from: usize| {
        (from..record.len())
            .find(|at| at_end(*at))
            .unwrap_or(record.len())
    };
    if record.get(start) != Some(&dialect.quote) {
        return next(start);
    }
    let mut at = start + 1;
    while at < record.len() {
        let doubled = dialect.escape == dialect.quote && record.get(at + 1) == Some(&dialect.quote);
        if record[at] == dialect.quote && !doubled {
            return if at_end(at + 1) { at + 1 } else { next(at) };
        }
        let escapes = record[at] == dialect.escape && (dialect.escape != dialect.quote || doubled);
        at += if escapes { 2 } else { 1 };
    }
    record.len()
}

/// Whether all parsers read the field in the same way.
fn is_plain(dialect: &Dialect, raw: &[u8], last: bool) -> bool {
    if raw.first() != Some(&dialect.quote) {
        let like_sep = dialect.sep.len() > 1 && last && raw.last() == Some(&dialect.sep[0]);
        return !raw.contains(&dialect.quote) && !like_sep;
    }
    let Some(content) = raw[1..].strip_suffix(&[dialect.quote]) else {
        return false;
    };
    let special = [dialect.quote, dialect.escape, dialect.escape_of_escape, 0];
    let ambiguous = content.is_empty() && (dialect.escape == dialect.quote || dialect.escape == 0);
    dialect.quote != 0
        && dialect.sep.len() == 1
        && !ambiguous
        && !content.iter().any(|byte| special.contains(byte))
}

fn trimmed(dialect: &Dialect, raw: &[u8]) -> Vec<u8> {
    let mut text = raw.to_vec();
    while dialect.trim_end && text.last().is_some_and(|byte| *byte <= b' ') {
        text.pop();
    }
    while dialect.trim_start && text.first().is_some_and(|byte| *byte <= b' ') {
        text.remove(0);
    }
    text
}

/// The possible outcomes of a selection on a record.
pub fn outcomes(dialect: &Dialect, fields: &Fields, node: &Json) -> Vec<Outcome> {
    let column = |leaf: &Json| leaf["column"].as_u64().expect("a column") as usize;
    headwater_selection_oracle::outcomes(node, &|leaf| value(dialect, fields, column(leaf)))
}

pub fn value(dialect: &Dialect, fields: &Fields, column: usize) -> Value {
    let Some(field) = fields.all.get(column) else {
        return if fields.doubtful || dialect.width.is_some() {
            Value::Unknown
        } else {
            Value::Null
        };
    };
    let text = match field.raw.as_slice() {
        _ if field.doubtful => return Value::Unknown,
        [] => return Value::Null,
        [first, .., _] if *first == dialect.quote => match &field.raw[1..field.raw.len() - 1] {
            [] => dialect.empty_value.clone(),
            content => content.to_vec(),
        },
        raw => trimmed(dialect, raw),
    };
    match text {
        text if text.is_empty() && is_vague(dialect, &field.raw) => Value::Unknown,
        text if text == dialect.null_value => Value::Null,
        text => Value::Text(text),
    }
}

fn is_vague(dialect: &Dialect, raw: &[u8]) -> bool {
    !raw.is_empty()
        && (dialect.trim_start || dialect.trim_end)
        && raw.iter().all(|byte| *byte <= b' ')
}

/// The answer for a record that is kept.
pub fn row(
    dialect: &Dialect,
    record: &[u8],
    fields: &Fields,
    columns: Option<&[usize]>,
    tagged: bool,
) -> Vec<u8> {
    let whole = [if tagged { b"W".as_slice() } else { b"" }, record].concat();
    let Some(columns) = columns else { return whole };
    let raw = |column: &usize| fields.all.get(*column).map_or(&b""[..], |field| &field.raw);
    let projected = columns
        .iter()
        .map(raw)
        .collect::<Vec<_>>()
        .join(dialect.sep.as_slice());
    if !tagged {
        return projected;
    }
    let seen = match dialect.width {
        Some(width) if width != fields.all.len() => false,
        Some(_) => !fields.doubtful,
        None => columns.iter().all(|column| {
            fields
                .all
                .get(*column)
                .map_or(!fields.doubtful, |field| !field.doubtful)
        }),
    };
    let vague = columns.iter().any(|column| {
        fields
            .all
            .get(*column)
            .is_some_and(|field| is_vague(dialect, &field.raw))
    });
    let skipped = projected.iter().all(|byte| *byte <= b' ')
        || projected.first().copied() == dialect.comment
        || projected.starts_with(b"\xEF\xBB\xBF");
    if seen && !vague && (columns.is_empty() || !skipped) {
        [b"P", projected.as_slice()].concat()
    } else {
        whole
    }
}
