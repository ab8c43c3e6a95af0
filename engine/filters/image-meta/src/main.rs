//! The storlet `image-meta`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_filter::run(|request, streams| {
        let image = image_meta::read(request, &mut streams.input)?;
        for (name, value) in image.metadata() {
            streams.report.metadata(name, &value)?;
        }
        image.write(&mut streams.output)
    })
}
