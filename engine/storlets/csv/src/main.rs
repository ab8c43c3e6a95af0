//! The CSV storlet: `docs/reference/csv.md`.

use headwater_storlet::run;
use std::process::ExitCode;

fn main() -> ExitCode {
    run(|request, streams| {
        let counts = csv_storlet::run(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(counts.read, counts.written)
    })
}
