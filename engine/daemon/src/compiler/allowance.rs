//! The limits of a compilation, and its outcomes.

use headwater_requests::failure::Failure;
use headwater_requests::names::Reason;

/// The child's exit code if its file contains native code.
pub const COMPILED: i32 = 0;
/// The child's exit code if its file contains the reason why the module was refused.
pub const REFUSED: i32 = 3;

/// The limits for compiling a module.
#[derive(Clone, Copy)]
pub struct Allowance {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds of processor time.
    pub seconds: u64,
}

impl Allowance {
    /// The limits for a module of this length in bytes, several times what modules usually take. An empty module may
    /// take `seconds`.
    pub fn of(length: usize, seconds: u64) -> Self {
        let length = length as u64;
        Allowance {
            memory: (256 << 20) + 96 * length,
            seconds: seconds + (4 * length).div_ceil(1 << 20),
        }
    }
}

/// The outcome of a child.
pub enum Outcome {
    /// Its file contains native code.
    Compiled,
    /// Its file contains the reason why the module was refused.
    Refused,
    /// It exceeded its processor time.
    OutOfTime,
    /// It exceeded its memory.
    OutOfMemory,
    /// It was killed from outside of the engine.
    Killed,
    /// The exit code or signal, as `wait` reports them.
    Failed(i32),
}

impl Outcome {
    /// The outcome for a status that `wait` reported.
    pub fn of(status: i32) -> Self {
        match (libc::WIFEXITED(status), libc::WEXITSTATUS(status)) {
            (true, COMPILED) => return Outcome::Compiled,
            (true, REFUSED) => return Outcome::Refused,
            _ => {}
        }
        match libc::WTERMSIG(status) {
            libc::SIGXCPU => Outcome::OutOfTime,
            libc::SIGKILL => Outcome::Killed,
            // A failed allocation, a stack that cannot grow, and a result that is too long.
            libc::SIGABRT | libc::SIGSEGV | libc::SIGXFSZ => Outcome::OutOfMemory,
            _ => Outcome::Failed(status),
        }
    }

    /// The child's result if it is native code.
    pub fn into_code(self, result: Vec<u8>, allowance: Allowance) -> Result<Vec<u8>, Failure> {
        let mebibytes = allowance.memory >> 20;
        let more_than = |bound| {
            Failure::module(format!(
                "compiling it takes more than {bound}: make the module or its largest functions smaller"
            ))
        };
        Err(match self {
            Outcome::Compiled => return Ok(result),
            Outcome::Refused => Failure::module(String::from_utf8_lossy(&result)),
            Outcome::OutOfTime => more_than(format!("{} s of a processor", allowance.seconds)),
            Outcome::OutOfMemory => more_than(format!("{mebibytes} MiB of memory")),
            Outcome::Killed => killed(),
            Outcome::Failed(status) => Failure::module(format!(
                "the compiler failed on it with the status {status}: it may need more than {mebibytes} MiB of memory"
            )),
        })
    }
}

fn killed() -> Failure {
    let message = "the process that compiled the module was killed, by the kernel if the machine lacks memory: \
                   try again, or give the engine more memory";
    Failure {
        retry_after: Some(1),
        ..Failure::new(Reason::Busy, message)
    }
}
