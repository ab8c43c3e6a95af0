//! The storlet `grep`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let (read, found) = grep_storlet::grep(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, found)
    })
}
