//! The storlet `decompress`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        decompress::decompress(request, &mut streams.input, &mut streams.output)
    })
}
