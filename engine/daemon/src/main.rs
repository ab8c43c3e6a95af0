//! `headwater-engine`: the command line.

mod commands;

use clap::Parser;
use headwater_engine::pause::set_exact_timers;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = commands::Arguments::parse();
    if let Err(error) = set_exact_timers() {
        eprintln!(
            "headwater-engine: storlets pause for longer, because timers are inexact: {error}"
        );
    }
    arguments.run().unwrap_or_else(|message| {
        eprintln!("headwater-engine: {message}");
        ExitCode::FAILURE
    })
}
