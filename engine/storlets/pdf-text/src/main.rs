//! The storlet `pdf-text`.

use std::process::{self, ExitCode};

fn main() -> ExitCode {
    // The PDF reader panics on some broken files.
    std::panic::set_hook(Box::new(|panic| {
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or(payload.downcast_ref::<String>().map(String::as_str));
        let reason = text.unwrap_or("the reason is unknown");
        eprintln!("the PDF is broken, or of an unsupported kind: {reason}");
        process::exit(1);
    }));
    headwater_storlet::run(|request, streams| {
        pdf_text_storlet::extract(request, &mut streams.input, &mut streams.output)
    })
}
