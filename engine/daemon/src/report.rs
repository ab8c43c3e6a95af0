//! The reports of storlets on descriptor 3 (counts, and metadata of the answer), and the end of their logs.

use headwater_requests::failure::Stop;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum length of a report in bytes.
pub const REPORT_MAX: usize = 64 << 10;
/// The maximum length of the reported end of a log, in bytes.
pub const LOG_TAIL: usize = 4 << 10;

/// User metadata.
pub type Metadata = BTreeMap<String, String>;

/// The metadata that the stages of a pipeline set.
pub struct MetadataSet(Mutex<Vec<Metadata>>);

impl MetadataSet {
    /// Creates a set for this many stages.
    pub fn new(stages: usize) -> Self {
        MetadataSet(Mutex::new(vec![Metadata::new(); stages]))
    }

    /// The metadata of all stages so far. If two stages set the same name, the later stage's value is used.
    pub fn union(&self) -> Metadata {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .flatten()
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect()
    }

    /// The metadata of one stage so far.
    pub fn of(&self, stage: usize) -> Metadata {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[stage].clone()
    }

    fn set(&self, stage: usize, more: Metadata) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)[stage].extend(more);
    }
}

/// The report of one stage, parsed as it arrives.
pub struct Report {
    stage: usize,
    shared: Arc<MetadataSet>,
    bytes: usize,
    line: Vec<u8>,
    /// Records read, if it reported them.
    pub records_in: Option<u64>,
    /// Records written, if it reported them.
    pub records_out: Option<u64>,
}

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    metadata: Metadata,
    records_in: Option<u64>,
    records_out: Option<u64>,
}

impl Report {
    /// Creates the report of this stage, which adds its metadata to the set.
    pub fn new(stage: usize, shared: Arc<MetadataSet>) -> Self {
        Report {
            stage,
            shared,
            bytes: 0,
            line: Vec::new(),
            records_in: None,
            records_out: None,
        }
    }

    /// Process more of the report.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.bytes += bytes.len();
        if self.bytes > REPORT_MAX {
            return Err(Stop::Report(format!(
                "its report (descriptor 3) is longer than {REPORT_MAX} bytes"
            )));
        }
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.finish()?;
            }
        }
        Ok(())
    }

    /// Process the last line, which may be unterminated.
    pub fn finish(&mut self) -> Result<(), Stop> {
        let line = std::mem::take(&mut self.line);
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let line: Line = serde_json::from_slice(&line).map_err(|error| {
            Stop::Report(format!(
                "a line of its report (descriptor 3) cannot be used: {error}"
            ))
        })?;
        line.metadata
            .iter()
            .try_for_each(|(name, value)| usable(name, value))?;
        self.records_in = line.records_in.or(self.records_in);
        self.records_out = line.records_out.or(self.records_out);
        self.shared.set(self.stage, line.metadata);
        Ok(())
    }
}

/// Metadata becomes HTTP headers. A name must be a token (RFC 9110, without its rarer characters), and a value must
/// have no control characters.
fn usable(name: &str, value: &str) -> Result<(), Stop> {
    let token = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.is_empty() || !name.bytes().all(token) || value.chars().any(char::is_control) {
        return Err(Stop::Report(format!(
            "its report sets metadata {name:?} to {value:?}, which is not valid in a header"
        )));
    }
    Ok(())
}

/// The last bytes of a log.
#[derive(Default)]
pub struct Tail(Vec<u8>);

impl Tail {
    /// Add more of the log.
    pub fn write(&mut self, bytes: &[u8]) {
        self.0
            .extend_from_slice(&bytes[bytes.len().saturating_sub(LOG_TAIL)..]);
        if self.0.len() > 2 * LOG_TAIL {
            self.0.drain(..self.0.len() - LOG_TAIL);
        }
    }

    /// At most the last [`LOG_TAIL`] bytes, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0[self.0.len().saturating_sub(LOG_TAIL)..]).into_owned()
    }
}
