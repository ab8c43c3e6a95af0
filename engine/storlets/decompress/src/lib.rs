//! Decompresses an object.

mod zstd;

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::GzDecoder;
use headwater_storlet::{Failure, Request};
use std::io::{self, BufRead, BufReader, Read, Write};

const PIECE: usize = 1 << 17;

/// Writes the decompressed content of `input`. The first bytes determine the format: gzip (one or more members), zstd
/// (one or more frames) or bzip2 (one or more streams).
pub fn decompress(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(), Failure> {
    request.parameters.only(&[])?;
    request.whole_object()?;
    let mut input = BufReader::with_capacity(PIECE, input);
    match Format::of(input.fill_buf()?)? {
        Format::Gzip => gzip(input, output)
            .map_err(|error| Failure::failed(format!("the gzip data is broken: {error}"))),
        Format::Zstd => zstd::decompress(input, output)
            .map_err(|error| Failure::failed(format!("the zstd data is broken: {error}"))),
        Format::Bzip2 => io::copy(&mut MultiBzDecoder::new(input), output)
            .map(|_| ())
            .map_err(|error| Failure::failed(format!("the bzip2 data is broken: {error}"))),
    }
}

enum Format {
    Gzip,
    Zstd,
    Bzip2,
}

impl Format {
    fn of(head: &[u8]) -> Result<Self, Failure> {
        match head {
            [] => Err(Failure::failed(
                "the object is empty: not gzip, zstd or bzip2",
            )),
            [0x1F, 0x8B, ..] => Ok(Self::Gzip),
            [b'B', b'Z', b'h', ..] => Ok(Self::Bzip2),
            _ if zstd::is_magic(head) => Ok(Self::Zstd),
            _ => Err(Failure::failed(format!(
                "the object begins with '{}': not gzip, zstd or bzip2",
                head[..head.len().min(4)].escape_ascii()
            ))),
        }
    }
}

/// Members follow one another. Zeros after the last one are an error, as in Hadoop's reader.
fn gzip(mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    loop {
        io::copy(&mut GzDecoder::new(&mut input), output)?;
        if input.fill_buf()?.is_empty() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests;
