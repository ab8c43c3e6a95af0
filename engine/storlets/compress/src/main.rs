//! The storlet `compress`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        compress_storlet::compress(request, &mut streams.input, &mut streams.output)
    })
}
