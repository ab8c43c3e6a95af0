//! The statistics of one column, as specified in `protocol/SKIP-INDEX.md`.

use crate::bloom::Bloom;
use crate::number::Numbers;
use crate::{Distinct, Form};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use xxhash_rust::xxh64::xxh64;

/// The maximum number of values in a list, and their maximum total length in bytes.
const MOST_VALUES: usize = 64;
const MOST_BYTES: usize = 1024;
/// The maximum length of a bound.
const LONGEST_BOUND: usize = 256;

/// The statistics of one column.
pub struct Column {
    name: Option<String>,
    /// Values that are not null.
    count: u64,
    /// The number of rows in which the value is unknown.
    unsure: u64,
    distinct: Distinct,
    /// Every value, or none if there are too many.
    values: Option<BTreeSet<Box<[u8]>>>,
    bytes: usize,
    min: Option<Vec<u8>>,
    /// The flag says whether it is only the start of a value.
    max: Option<(Vec<u8>, bool)>,
    /// None after a value that is not a number.
    numbers: Option<Numbers>,
    form: Form,
    bloom: Option<Bloom>,
}

impl Column {
    /// A column without values, with an optional Bloom filter.
    pub fn new(bloom: bool) -> Self {
        Self {
            name: None,
            count: 0,
            unsure: 0,
            distinct: Distinct::default(),
            values: Some(BTreeSet::new()),
            bytes: 0,
            min: None,
            max: None,
            numbers: Some(Numbers::default()),
            form: Form::ANY,
            bloom: bloom.then(Bloom::default),
        }
    }

    /// Sets its name.
    pub fn name(&mut self, name: &str) {
        self.name = Some(name.into());
    }

    /// Adds a row whose value is unknown.
    pub fn doubt(&mut self) {
        self.unsure += 1;
    }

    /// Adds a value that is not null.
    pub fn add(&mut self, value: &[u8]) {
        let Ok(text) = str::from_utf8(value) else {
            return self.doubt(); // a reader sees another text
        };
        self.count += 1;
        if self
            .values
            .as_ref()
            .is_some_and(|known| known.contains(value))
        {
            return;
        }
        let hash = xxh64(value, 0);
        self.distinct.add(hash);
        if let Some(bloom) = &mut self.bloom {
            bloom.add(hash);
        }
        if self
            .numbers
            .as_mut()
            .is_some_and(|numbers| !numbers.add(value))
        {
            self.numbers = None;
        }
        self.form.narrow(value);
        self.widen(text);
        self.list(value);
    }

    fn widen(&mut self, text: &str) {
        let start = &text.as_bytes()[..text.floor_char_boundary(LONGEST_BOUND)];
        let cut = start.len() < text.len();
        match &mut self.min {
            Some(min) if start >= &min[..] => {}
            min => *min = Some(start.into()),
        }
        match &mut self.max {
            Some((max, _)) if start < &max[..] => {}
            Some((max, was_cut)) => {
                *was_cut = cut || *was_cut && start.starts_with(max);
                *max = start.into();
            }
            None => self.max = Some((start.into(), cut)),
        }
    }

    fn list(&mut self, value: &[u8]) {
        if let Some(values) = &mut self.values {
            self.bytes += value.len();
            values.insert(value.into());
            if values.len() > MOST_VALUES || self.bytes > MOST_BYTES {
                self.values = None;
            }
        }
    }

    /// The column as JSON, for a table with this many rows. A row without the column has a null.
    pub fn json(&self, rows: u64, doubts_before: u64) -> Value {
        let unsure = self.unsure + doubts_before;
        let mut json = json!({
            "count": self.count, "nulls": rows - self.count - unsure, "unsure": unsure, "distinct": self.distinct.estimate(),
        });
        put(
            &mut json,
            "name",
            self.name.as_ref().map(|name| json!(name)),
        );
        let values = self.values.as_ref();
        put(
            &mut json,
            "values",
            values.map(|values| values.iter().map(|value| text(value)).collect()),
        );
        self.put_bounds(&mut json);
        let bloom = self.bloom.as_ref();
        put(&mut json, "bloom", bloom.map(|bloom| json!(bloom.text())));
        json
    }

    /// Adds the bounds of the values as texts and as numbers.
    fn put_bounds(&self, json: &mut Value) {
        if self.count > 0 {
            put(json, "min", self.min.as_deref().map(text));
            let whole = self.max.as_ref().filter(|(_, cut)| !cut);
            put(json, "max", whole.map(|(max, _)| text(max)));
            put(json, "form", self.form.name().map(Value::from));
        }
        let Some(numbers) = &self.numbers else {
            return;
        };
        if let Some((low, high)) = numbers.bounds() {
            put(json, "low", Some(json!(low)));
            put(json, "high", Some(json!(high)));
            put(json, "scale", numbers.scale().map(Value::from));
        }
    }
}

fn put(json: &mut Value, member: &str, value: Option<Value>) {
    if let Some(value) = value {
        json[member] = value;
    }
}

fn text(bytes: &[u8]) -> Value {
    json!(String::from_utf8_lossy(bytes))
}
