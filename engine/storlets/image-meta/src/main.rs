//! The storlet `image-meta`.

use std::process::ExitCode;

fn main() -> ExitCode {
    headwater_storlet::run(|request, streams| {
        let image = image_meta_storlet::read(request, &mut streams.input)?;
        for (name, value) in image.metadata() {
            streams.report.metadata(name, &value)?;
        }
        image.write(&mut streams.output)
    })
}
