//! The storlet `decompress`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        decompress_storlet::decompress(request, &mut streams.input, &mut streams.output)
    })
}
