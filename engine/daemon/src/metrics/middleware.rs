//! Counters that the middleware adds to.

use super::{Labels, Numbers, bounded};
use headwater_requests::failure::Failure;
use headwater_requests::request::Counter as Addition;
use std::collections::{BTreeMap, BTreeSet};

const LABELS_MAX: usize = 8;
const NAME_LENGTH_MAX: usize = 64;
const VALUE_LENGTH_MAX: usize = 256;

/// The counters by name, and the sets of labels in use.
#[derive(Default)]
pub struct Middleware {
    pub counters: BTreeMap<String, Numbers>,
    label_sets: BTreeSet<(String, Labels)>,
}

impl Middleware {
    /// The labels of a count, or `other` if there are too many sets.
    pub fn labels(&mut self, name: String, labels: BTreeMap<String, String>) -> Labels {
        let labels = Labels::from_iter(labels);
        bounded(&mut self.label_sets, (name, labels.clone()), labels)
    }
}

/// Refuse a counter with an unusable name, value or labels.
pub fn check(addition: &Addition) -> Result<(), Failure> {
    let is_name = |name: &str| {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        name.len() <= NAME_LENGTH_MAX
            && name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.bytes().all(plain)
    };
    let sound = is_name(&addition.name)
        && addition.value.is_finite()
        && addition.value >= 0.0
        && addition.labels.len() <= LABELS_MAX
        && addition
            .labels
            .iter()
            .all(|(name, value)| is_name(name) && value.len() <= VALUE_LENGTH_MAX);
    let message = || {
        format!(
            "the counter {:?}: a lower-case name, a value of at least 0 and at most {LABELS_MAX} labels of {VALUE_LENGTH_MAX} bytes are expected",
            addition.name
        )
    };
    if sound {
        Ok(())
    } else {
        Err(Failure::request(message()))
    }
}
