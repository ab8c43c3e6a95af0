//! The storlet `stats`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let (read, written) =
            stats_storlet::stats(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, written)
    })
}
