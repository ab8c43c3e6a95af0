//! `compiler`: the process in which the daemon compiles modules.

use clap::Args;
use headwater_engine::compiler::process;
use std::io;
use std::os::fd::AsFd;
use std::process::ExitCode;

/// Compile what the daemon sends on the socket that is standard input.
#[derive(Args)]
pub struct Compiler;

impl Compiler {
    pub fn run(self) -> Result<ExitCode, String> {
        let socket = io::stdin().as_fd().try_clone_to_owned();
        let socket = socket.map_err(|error| super::tell("standard input", error))?;
        process::serve(socket).map_err(|error| format!("the compiler's process: {error}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
