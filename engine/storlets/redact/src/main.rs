//! The storlet `redact`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let (read, written) =
            redact_storlet::redact(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, written)
    })
}
