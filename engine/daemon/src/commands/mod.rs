//! The commands and their settings: `--help` is the operator's manual.

mod check;
mod compiler;
mod run;
mod serve;
mod settings;
mod user;

use clap::{Parser, Subcommand};
use headwater_requests::failure::chain;
use std::process::ExitCode;

/// Runs storlets (WebAssembly programs) beside the bytes of an object store, in a sandbox.
#[derive(Parser)]
#[command(version, max_term_width = 120)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Check(check::Check),
    Run(run::Run),
    #[command(name = headwater_engine::compiler::COMMAND, hide = true)]
    Compiler(compiler::Compiler),
}

impl Arguments {
    /// Run the command. An error is one line.
    pub fn run(self) -> Result<ExitCode, String> {
        match self.command {
            Command::Serve(serve) => serve.run(),
            Command::Check(check) => check.run(),
            Command::Run(run) => run.run(),
            Command::Compiler(compiler) => compiler.run(),
        }
    }
}

/// Formats an error with its causes and its subject.
fn describe(subject: &str, error: std::io::Error) -> String {
    format!("{subject}: {}", chain(&error))
}
