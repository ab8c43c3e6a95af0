//! The storlet `grep`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let (read, found) = grep::grep(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, found)
    })
}
