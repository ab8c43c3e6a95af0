//! The counts of a pipeline and of its stages.

use crate::report::Metadata;
use serde::Serialize;
use std::time::Duration;

/// The payload of a complete answer's `E` frame.
#[derive(Debug, Serialize)]
pub struct End {
    /// The sums over all stages. Bytes and records are those read by the first stage and written by the last.
    #[serde(flatten)]
    pub whole: Counts,
    /// The counts of each stage.
    pub stages: Vec<Counts>,
}

/// The counts of a storlet.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Bytes of its input that it read.
    pub bytes_in: u64,
    /// Bytes of its answer.
    pub bytes_out: u64,
    /// Seconds of wall-clock time.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// Units of fuel, if metered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fuel: Option<u64>,
    /// Records read, if it reported them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records_in: Option<u64>,
    /// Records written, if it reported them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub records_out: Option<u64>,
    /// Metadata that it set.
    pub metadata: Metadata,
    /// The time to create its instance.
    #[serde(skip)]
    pub instantiation: Duration,
    /// The end of its log.
    #[serde(skip)]
    pub log: String,
}

impl End {
    /// The end of a pipeline of these stages, at least one, which took this time and set this metadata.
    pub fn of(stages: Vec<Counts>, time: Duration, metadata: Metadata) -> Self {
        let (first, last) = (&stages[0], &stages[stages.len() - 1]);
        let whole = Counts {
            bytes_in: first.bytes_in,
            bytes_out: last.bytes_out,
            seconds: time.as_secs_f64(),
            cpu_seconds: stages.iter().map(|stage| stage.cpu_seconds).sum(),
            fuel: stages.iter().map(|stage| stage.fuel).sum(),
            records_in: first.records_in,
            records_out: last.records_out,
            metadata,
            instantiation: stages.iter().map(|stage| stage.instantiation).sum(),
            log: stages.iter().map(|stage| stage.log.as_str()).collect(),
        };
        End { whole, stages }
    }
}
