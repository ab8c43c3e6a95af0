//! The JSON lines storlet: `docs/storlets/jsonl.md`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let counts = jsonl::run(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(counts.read, counts.written)
    })
}
