//! Compresses an object.

mod error_recorder;

use error_recorder::ErrorRecorder;
use flate2::Compression;
use flate2::write::GzEncoder;
use headwater_storlet::{Failure, Parameters, Request, Split};
use ruzstd::encoding::{CompressionLevel, compress as compress_zstd};
use std::io::{self, Read, Write};

/// Writes the request's range of `input`, compressed.
pub fn compress(request: &Request, input: impl Read, output: impl Write) -> Result<(), Failure> {
    let format = Format::of(&request.parameters)?;
    let input = input.take(length(request.split));
    match format {
        Format::Gzip(level) => gzip(input, output, level),
        Format::Zstd => zstd(input, output),
    }
    .map_err(|error| Failure::failed(format!("compressing the object: {error}")))
}

/// The length of the range. The input continues after it.
fn length(split: Split) -> u64 {
    split.end.map_or(u64::MAX, |end| end - split.start)
}

enum Format {
    Gzip(Compression),
    /// The encoder has one level, similar to zstd's level 1.
    Zstd,
}

impl Format {
    fn of(parameters: &Parameters) -> Result<Self, Failure> {
        parameters.only(&["format", "level"])?;
        let level: Option<u32> = parameters.parsed("level")?;
        match (parameters.required("format")?, level) {
            ("gzip", None) => Ok(Self::Gzip(Compression::default())),
            ("gzip", Some(level @ 0..=9)) => Ok(Self::Gzip(Compression::new(level))),
            ("gzip", Some(level)) => Err(Failure::parameters(format!(
                "'level' is {level}: gzip levels are 0 to 9"
            ))),
            ("zstd", None) => Ok(Self::Zstd),
            ("zstd", Some(_)) => Err(Failure::parameters(
                "'level' is given, and zstd has one level here: leave it out",
            )),
            (other, _) => Err(Failure::parameters(format!(
                "'format' is '{other}': gzip or zstd is expected"
            ))),
        }
    }
}

const PIECE: usize = 1 << 17;

fn gzip(input: impl Read, output: impl Write, level: Compression) -> io::Result<()> {
    let mut encoder = GzEncoder::new(output, level);
    io::copy(
        &mut io::BufReader::with_capacity(PIECE, input),
        &mut encoder,
    )?;
    encoder.finish()?.flush()
}

fn zstd(input: impl Read, output: impl Write) -> io::Result<()> {
    let (mut input, mut output) = (ErrorRecorder::new(input), ErrorRecorder::new(output));
    compress_zstd(&mut input, &mut output, CompressionLevel::Fastest);
    input.outcome()?;
    output.outcome()
}

#[cfg(test)]
mod tests;
