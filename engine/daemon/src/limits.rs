//! The limits of an instance and its thread.

use wasmtime::ResourceLimiter;

/// The maximum number of elements of a table, in a module or an instance.
pub const TABLE_ELEMENTS: usize = 100_000;
/// The size of WebAssembly's stack in bytes, without the host's part.
pub const WASM_STACK: usize = 1 << 20;
/// The size of a worker's stack in bytes.
pub const THREAD_STACK: usize = 4 << 20;

/// Limits the memory of an instance, and records whether it needed more.
pub struct Limiter {
    memory: u64,
    /// Whether an allocation was refused. If the instance then fails, that is the reason.
    pub refused: bool,
}

impl Limiter {
    /// A limiter for an instance with this much memory in bytes.
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
