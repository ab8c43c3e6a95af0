//! The world as a storlet sees it: `wasi_snapshot_preview1` without files, sockets and fine clocks.
//!
//! Bytes go from the object's file straight into the guest's memory, and from there straight to the answer. Reference:
//! <https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md>.

mod absent;
mod arguments;
mod clocks;
mod descriptors;
mod memory;

use crate::failure::Stop;
use crate::limits::Limiter;
use crate::report::{Report, Tail};
use crate::sink::Sink;
use crate::source::Source;
use crate::watch::Watch;
use memory::Memory;
use std::sync::Arc;
use wasmtime::{Caller, Engine, Extern, Linker};

/// The one module whose functions a storlet may import.
pub const MODULE: &str = "wasi_snapshot_preview1";

/// What one instance has.
pub struct Guest {
    /// Its arguments, each without the zero byte at its end.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment, `NAME=value` each.
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
    /// When it must stop.
    pub watch: Arc<Watch>,
    /// Its memory.
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

/// Why a function did not do what it was called for.
enum Refusal {
    /// The guest is told.
    Errno(Errno),
    /// The guest ends.
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
pub fn knows(name: &str) -> bool {
    [arguments::NAMES, descriptors::NAMES, clocks::NAMES]
        .iter()
        .any(|names| names.contains(&name))
        || absent::knows(name)
}

/// Run a function's body on the guest's memory and state; its answer as preview 1 gives it.
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
