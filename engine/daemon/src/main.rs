//! `headwater-engine`: the command line.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    commands::Arguments::parse()
        .run()
        .unwrap_or_else(|message| {
            eprintln!("headwater-engine: {message}");
            ExitCode::FAILURE
        })
}
