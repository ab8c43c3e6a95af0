//! The storlet `stats`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let (read, written) = stats::stats(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, written)
    })
}
