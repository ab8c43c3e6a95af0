//! `headwater-engine`: the command line.

mod commands;

use clap::Parser;
use headwater_engine::pause::set_exact_timers;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = commands::Arguments::parse();
    set_exact_timers()
        .map_err(|error| format!("the precision of timers: {error}"))
        .and_then(|()| arguments.run())
        .unwrap_or_else(|message| {
            eprintln!("headwater-engine: {message}");
            ExitCode::FAILURE
        })
}
