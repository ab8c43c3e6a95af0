//! The interface of storlets: `wasi_snapshot_preview1` without files, sockets and fine clocks.
//!
//! Bytes are read from the object's file directly into the guest's memory, and written from there directly to the
//! answer. Reference:
//! <https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md>.

mod absent;
mod arguments;
mod clocks;
mod descriptors;
mod memory;

use crate::cancellation::Cancellation;
use crate::limits::Limiter;
use crate::report::{Report, Tail};
use crate::sink::Sink;
use crate::source::Source;
use headwater_requests::failure::Stop;
use memory::Memory;
use std::sync::Arc;
use wasmtime::{Caller, Engine, Extern, Linker};

/// The only module whose functions a storlet may import.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// The state of one instance.
pub struct Guest {
    /// Its arguments, each without the terminating zero byte.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment, as `NAME=value`.
    pub environment: Vec<Vec<u8>>,
    /// Descriptor 0.
    pub input: Source,
    /// Descriptor 1.
    pub answer: Sink,
    /// Descriptor 2.
    pub log: Tail,
    /// Descriptor 3.
    pub report: Report,
    /// Descriptors from 4.
    pub resources: Vec<Source>,
    /// Its cancellation, which says when it must stop.
    pub cancellation: Arc<Cancellation>,
    /// The limiter of its memory.
    pub limiter: Limiter,
}

/// Error numbers of preview 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
enum Errno {
    Badf = 8,
    Fault = 21,
    Inval = 28,
    Nosys = 52,
    Notsup = 58,
    Spipe = 70,
    Notcapable = 76,
}

/// The reason why a function failed.
enum Refusal {
    /// Returned to the guest.
    Errno(Errno),
    /// Ends the guest.
    Stop(Stop),
}

impl From<Errno> for Refusal {
    fn from(errno: Errno) -> Self {
        Refusal::Errno(errno)
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Self {
        Refusal::Stop(stop)
    }
}

type Outcome = Result<(), Refusal>;

/// Every function of preview 1, linked.
pub fn linker(engine: &Engine) -> wasmtime::Result<Linker<Guest>> {
    let mut linker = Linker::new(engine);
    arguments::link(&mut linker)?;
    descriptors::link(&mut linker)?;
    clocks::link(&mut linker)?;
    absent::link(&mut linker)?;
    Ok(linker)
}

/// Whether preview 1 has a function of this name.
pub fn has_function(name: &str) -> bool {
    [arguments::NAMES, descriptors::NAMES, clocks::NAMES]
        .iter()
        .any(|names| names.contains(&name))
        || absent::has_function(name)
}

/// Run a function's body on the guest's memory and state, and convert its result to preview 1's form.
fn call(
    mut caller: Caller<'_, Guest>,
    body: impl FnOnce(&mut Memory<'_>, &mut Guest) -> Outcome,
) -> wasmtime::Result<i32> {
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
        return Ok(Errno::Fault as i32);
    };
    let (bytes, guest) = memory.data_and_store_mut(&mut caller);
    match body(&mut Memory(bytes), guest) {
        Ok(()) => Ok(0),
        Err(Refusal::Errno(errno)) => Ok(errno as i32),
        Err(Refusal::Stop(stop)) => Err(stop.into()),
    }
}
