//! What one request may take.

use serde::Serialize;
use std::time::Duration;
use wasmtime::ResourceLimiter;

/// Elements that a table may have, of a module or of an instance.
pub const TABLE_ELEMENTS: usize = 100_000;
/// Stages of one pipeline.
pub const STAGES: usize = 8;
/// Bytes of WebAssembly's stack. What the host needs is on top of it.
pub const WASM_STACK: usize = 1 << 20;
/// Bytes of a worker's stack.
pub const THREAD_STACK: usize = 4 << 20;

/// The limits of one request, or the engine's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Limits {
    /// Bytes of linear memory, of each stage.
    pub memory: u64,
    /// Seconds from when a worker takes the request.
    pub time: u64,
    /// Units of wasmtime's fuel, of each stage. Metered only where there is a limit.
    pub fuel: Option<u64>,
    /// Bytes of the answer.
    pub output: Option<u64>,
    /// Requests of one tenant at work and waiting.
    pub at_once: Option<usize>,
}

impl Limits {
    /// The smaller of each.
    pub fn within(self, own: &Limits) -> Limits {
        Limits {
            memory: self.memory.min(own.memory),
            time: self.time.min(own.time),
            fuel: smaller(self.fuel, own.fuel),
            output: smaller(self.output, own.output),
            at_once: smaller(self.at_once, own.at_once),
        }
    }

    /// `time`, as a duration.
    pub fn duration(&self) -> Duration {
        Duration::from_secs(self.time)
    }
}

fn smaller<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    [one, other].into_iter().flatten().min()
}

/// Keeps an instance within its memory, and remembers that it wanted more.
pub struct Limiter {
    memory: u64,
    /// Whether it was refused memory: if it then fails, that is why.
    pub refused: bool,
}

impl Limiter {
    /// For an instance that may have so many bytes.
    pub fn new(memory: u64) -> Self {
        Limiter {
            memory,
            refused: false,
        }
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        _: usize,
        wanted: usize,
        _: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let granted = wanted as u64 <= self.memory;
        self.refused |= !granted;
        Ok(granted)
    }

    fn table_growing(
        &mut self,
        _: usize,
        wanted: usize,
        _: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(wanted <= TABLE_ELEMENTS)
    }
}
