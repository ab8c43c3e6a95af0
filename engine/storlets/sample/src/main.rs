//! The storlet `sample`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let (read, chosen) =
            sample_storlet::sample(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, chosen)
    })
}
