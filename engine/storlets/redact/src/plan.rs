//! The treatment of each column.

use crate::treatment::Treatment;
use headwater_rows::{Dialect, Field};
use headwater_storlet::{Failure, Parameters};
use hmac::{Hmac, KeyInit};
use sha2::Sha256;
use std::str::FromStr;

/// The columns' treatments, and the format of the rows.
pub struct Plan {
    pub dialect: Dialect,
    /// The number of columns in each row.
    pub columns: usize,
    /// Whether the object's first row contains names.
    pub header: bool,
    /// Whether ranges of the object may be requested.
    pub ranges: bool,
    /// One for each column.
    treatments: Vec<Treatment>,
}

const PARAMETERS: [&str; 7] = [
    "columns", "header", "ranges", "hash", "key", "truncate", "drop",
];

/// More columns are probably a mistake.
const MOST_COLUMNS: usize = 10_000;

impl Plan {
    pub fn of(parameters: &Parameters) -> Result<Self, Failure> {
        parameters.only(&[&Dialect::PARAMETERS[..], &PARAMETERS].concat())?;
        parameters.required("columns")?;
        let columns = parameters.parsed("columns")?.unwrap_or(0);
        if !(1..=MOST_COLUMNS).contains(&columns) {
            return Err(Failure::parameters(format!(
                "'columns' is {columns}: it must be between 1 and {MOST_COLUMNS}"
            )));
        }
        Ok(Self {
            dialect: Dialect::parse(parameters)?,
            columns,
            header: parameters.flag("header")?,
            ranges: parameters.flag("ranges")?,
            treatments: treatments(parameters, columns)?,
        })
    }

    /// Writes a row with one field for each column. In a header, columns are only dropped.
    pub fn write(&self, row: &[u8], fields: &[Field], header: bool, output: &mut Vec<u8>) {
        let mut first = true;
        for (field, treatment) in fields.iter().zip(&self.treatments) {
            if matches!(treatment, Treatment::Drop) {
                continue;
            }
            if !first {
                output.push(self.dialect.sep());
            }
            first = false;
            match header {
                true => output.extend(field.raw(row)),
                false => treatment.write(&self.dialect, row, field, output),
            }
        }
    }
}

fn treatments(parameters: &Parameters, columns: usize) -> Result<Vec<Treatment>, Failure> {
    let mut treatments = vec![Treatment::Keep; columns];
    let mut set = |key, column, treatment| set(&mut treatments, key, column, treatment);
    if let Some(hash) = hash(parameters)? {
        for column in list(parameters, "hash", number)? {
            set("hash", column, Treatment::Hash(hash.clone()))?;
        }
    }
    for (column, length) in list(parameters, "truncate", column_and_length)? {
        set("truncate", column, Treatment::Truncate(length))?;
    }
    for column in list(parameters, "drop", number)? {
        set("drop", column, Treatment::Drop)?;
    }
    match treatments
        .iter()
        .all(|treatment| matches!(treatment, Treatment::Keep))
    {
        true => Err(Failure::parameters(
            "no column is redacted: give 'hash', 'truncate' or 'drop'",
        )),
        false => Ok(treatments),
    }
}

/// Gives a column its only treatment, which a parameter requests.
fn set(
    treatments: &mut [Treatment],
    key: &str,
    column: usize,
    treatment: Treatment,
) -> Result<(), Failure> {
    let columns = treatments.len();
    match treatments.get_mut(column) {
        Some(place @ Treatment::Keep) => {
            *place = treatment;
            Ok(())
        }
        Some(_) => Err(Failure::parameters(format!(
            "'{key}' has column {column}, which already has a treatment"
        ))),
        None => Err(Failure::parameters(format!(
            "'{key}' has column {column}, and the last one of {columns} is {}",
            columns - 1
        ))),
    }
}

/// A shorter key could be found by brute force.
const SHORTEST_KEY: usize = 16;

/// The hash with its key, if columns are hashed.
fn hash(parameters: &Parameters) -> Result<Option<Hmac<Sha256>>, Failure> {
    match (parameters.get("hash"), parameters.get("key")) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(Failure::parameters("'key' needs 'hash', which is missing")),
        (Some(_), None) => Err(Failure::parameters("'key' is missing: 'hash' needs one")),
        (Some(_), Some(key)) if key.len() < SHORTEST_KEY => Err(Failure::parameters(format!(
            "'key' is shorter than {SHORTEST_KEY} bytes: it could be found by brute force"
        ))),
        (Some(_), Some(key)) => Hmac::new_from_slice(key.as_bytes())
            .map(Some)
            .map_err(|error| Failure::parameters(format!("'key': {error}"))),
    }
}

/// The comma-separated entries of a parameter, none if it is absent.
fn list<T>(
    parameters: &Parameters,
    key: &str,
    entry: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, Failure> {
    let read = |text: &str| {
        entry(text.trim()).ok_or_else(|| {
            Failure::parameters(format!(
                "'{key}' has '{text}': columns are numbers from 0, as in hash=0,3 and truncate=2:5 (its first 5 characters)"
            ))
        })
    };
    parameters
        .get(key)
        .map_or(Ok(vec![]), |value| value.split(',').map(read).collect())
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn column_and_length(text: &str) -> Option<(usize, usize)> {
    let (column, length) = text.split_once(':')?;
    Some((number(column)?, number(length)?))
}
