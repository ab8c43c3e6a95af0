//! The JSON lines storlet: `docs/reference/jsonl.md`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let counts = jsonl_storlet::run(request, &mut streams.input, &mut streams.output)?;
        streams.report.records(counts.read, counts.written)
    })
}
