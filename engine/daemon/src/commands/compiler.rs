//! `compiler`: the process in which the daemon compiles modules.

use clap::Args;
use headwater_engine::compiler::process;
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::ExitCode;

/// Compile what the daemon sends on the socket that is standard input.
#[derive(Args)]
pub struct Compiler;

impl Compiler {
    pub fn run(self) -> Result<ExitCode, String> {
        // SAFETY: nothing else here uses standard input. A copy would stay open in the processes that this one starts.
        let socket = unsafe { OwnedFd::from_raw_fd(libc::STDIN_FILENO) };
        process::serve(socket).map_err(|error| format!("the compiler's process: {error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
