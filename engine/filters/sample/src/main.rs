//! The storlet `sample`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let (read, chosen) = sample::sample(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, chosen)
    })
}
