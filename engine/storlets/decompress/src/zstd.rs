//! Zstandard (RFC 8878).

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::io::{self, BufRead, Read, Write};

/// The window that RFC 8878 requires every decoder to support. Larger windows are rejected, which bounds the memory.
const WINDOW: u64 = 8 << 20;

/// Whether a frame or a skippable frame begins like this.
pub fn is_magic(head: &[u8]) -> bool {
    matches!(
        head,
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..]
    )
}

/// Writes the content of all frames.
pub fn decompress(mut input: impl BufRead, output: &mut impl Write) -> io::Result<()> {
    while !input.fill_buf()?.is_empty() {
        match StreamingDecoder::new_with_max_window_size(&mut input, WINDOW) {
            Ok(frame) => copy(frame, output)?,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => skip(&mut input, length.into())?,
            Err(error) => return Err(io::Error::other(error)),
        }
    }
    Ok(())
}

fn copy<R: Read>(
    mut frame: StreamingDecoder<R, FrameDecoder>,
    output: &mut impl Write,
) -> io::Result<()> {
    let length = io::copy(&mut frame, output)?;
    let decoder = frame.into_frame_decoder();
    let announced = decoder.content_size(); // 0 if unknown
    if announced != 0 && announced != length {
        return Err(io::Error::other(format!(
            "a frame of {announced} bytes contains {length}"
        )));
    }
    match decoder.get_checksum_from_data() {
        Some(expected) if Some(expected) != decoder.get_calculated_checksum() => Err(
            io::Error::other("a frame's checksum does not match its content"),
        ),
        _ => Ok(()),
    }
}

fn skip(input: &mut impl Read, length: u64) -> io::Result<()> {
    match io::copy(&mut input.take(length), &mut io::sink())? {
        skipped if skipped == length => Ok(()),
        skipped => Err(io::Error::other(format!(
            "a frame of {length} bytes to skip ends after {skipped}"
        ))),
    }
}
