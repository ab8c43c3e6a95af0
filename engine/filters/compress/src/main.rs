//! The storlet `compress`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        compress::compress(request, &mut streams.input, &mut streams.output)
    })
}
