//! The storlet `jsonl`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let (read, written) = jsonl::filter(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(read, written)
    })
}
