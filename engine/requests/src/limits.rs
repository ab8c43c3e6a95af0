//! The limits of a request.

use serde::Serialize;
use std::time::Duration;

/// The maximum number of stages in a pipeline.
pub const STAGES: usize = 8;

/// The limits of one request, or the engine's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Bytes of linear memory of each stage.
    pub memory: u64,
    /// Seconds since a worker took the request.
    pub time: u64,
    /// Units of wasmtime's fuel of each stage. Fuel is metered only if there is a limit.
    pub fuel: Option<u64>,
    /// Bytes of the answer.
    pub output: Option<u64>,
    /// Requests of one tenant, running and waiting.
    pub at_once: Option<usize>,
}

impl Limits {
    /// The smaller value of each limit.
    pub fn within(self, own: &Limits) -> Limits {
        Limits {
            memory: self.memory.min(own.memory),
            time: self.time.min(own.time),
            fuel: smaller(self.fuel, own.fuel),
            output: smaller(self.output, own.output),
            at_once: smaller(self.at_once, own.at_once),
        }
    }

    /// `time` as a duration.
    pub fn duration(&self) -> Duration {
        Duration::from_secs(self.time)
    }
}

fn smaller<T: Ord>(first: Option<T>, second: Option<T>) -> Option<T> {
    [first, second].into_iter().flatten().min()
}
