//! The input of a storlet: a part of a file, or a stream.

use crate::cancellation::Cancellation;
use headwater_requests::failure::{Failure, Stop};
use rustix::event::PollFlags;
use rustix::fs::{FileType, OFlags, fcntl_getfl, fstat};
use rustix::io::Errno;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

/// The source of bytes. Reads go directly into the caller's memory.
pub struct Source {
    descriptor: Arc<OwnedFd>,
    form: Form,
    read: u64,
}

enum Form {
    /// Bytes `[position, end)` of a regular file.
    File { position: u64, end: u64 },
    /// A pipe or socket, and the number of bytes still expected.
    Stream { remaining: Option<u64> },
}

impl Source {
    /// Bytes `[start, length)` of a file.
    pub fn file(descriptor: Arc<OwnedFd>, start: u64, length: u64) -> Self {
        Source {
            descriptor,
            form: Form::File {
                position: start.min(length),
                end: length,
            },
            read: 0,
        }
    }

    /// A stream that yields this many bytes, or an unknown number.
    pub fn stream(descriptor: Arc<OwnedFd>, remaining: Option<u64>) -> Self {
        Source {
            descriptor,
            form: Form::Stream { remaining },
            read: 0,
        }
    }

    /// The number of bytes read.
    pub fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Fill a part of `bytes`. 0 is the end.
    pub fn read(&mut self, bytes: &mut [u8], cancellation: &Cancellation) -> Result<usize, Stop> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let count = match self.form {
            Form::File { position, end } => self.read_file(bytes, position, end)?,
            Form::Stream { remaining } => self.read_stream(bytes, remaining, cancellation)?,
        };
        self.read += count as u64;
        Ok(count)
    }

    fn read_file(&mut self, bytes: &mut [u8], position: u64, end: u64) -> Result<usize, Stop> {
        let wanted = clip(bytes, end - position);
        if wanted.is_empty() {
            return Ok(0);
        }
        let count = loop {
            match rustix::io::pread(&self.descriptor, &mut *wanted, position) {
                Err(Errno::INTR) => {}
                Err(error) => {
                    return Err(Stop::Input(format!(
                        "the object could not be read at {position}: {error}"
                    )));
                }
                Ok(0) => {
                    return Err(Stop::Input(format!(
                        "the file ends at {position}; the object has {end} bytes"
                    )));
                }
                Ok(count) => break count,
            }
        };
        self.form = Form::File {
            position: position + count as u64,
            end,
        };
        Ok(count)
    }

    fn read_stream(
        &mut self,
        bytes: &mut [u8],
        remaining: Option<u64>,
        cancellation: &Cancellation,
    ) -> Result<usize, Stop> {
        let wanted = clip(bytes, remaining.unwrap_or(u64::MAX));
        if wanted.is_empty() {
            return Ok(0);
        }
        let count = self.receive(wanted, cancellation)?;
        match remaining {
            Some(remaining) if count == 0 => Err(Stop::Input(format!(
                "the object's stream ended {remaining} bytes before the object"
            ))),
            Some(remaining) => {
                self.form = Form::Stream {
                    remaining: Some(remaining - count as u64),
                };
                Ok(count)
            }
            // A failed stage cancels before it closes its pipe. The end of the pipe is then not the end of the input.
            None if count == 0 => cancellation.check().map(|()| 0),
            None => Ok(count),
        }
    }

    /// Waits for bytes of the stream. 0 is the end.
    fn receive(&self, wanted: &mut [u8], cancellation: &Cancellation) -> Result<usize, Stop> {
        loop {
            cancellation.wait_until_ready(self.descriptor.as_fd(), PollFlags::IN)?;
            match rustix::io::read(&self.descriptor, &mut *wanted) {
                Err(Errno::INTR | Errno::AGAIN) => {}
                Err(error) => {
                    return Err(Stop::Input(format!("the object's stream failed: {error}")));
                }
                Ok(count) => return Ok(count),
            }
        }
    }
}

fn clip(bytes: &mut [u8], most: u64) -> &mut [u8] {
    let length = bytes.len().min(usize::try_from(most).unwrap_or(usize::MAX));
    &mut bytes[..length]
}

/// Refuse a descriptor that is not a readable regular file.
pub fn expect_file(descriptor: &OwnedFd, input: &str) -> Result<(), Failure> {
    expect(descriptor, input, "a regular file", |kind| {
        kind == FileType::RegularFile
    })
}

/// Refuse a descriptor that is not a readable pipe or socket.
pub fn expect_stream(descriptor: &OwnedFd, input: &str) -> Result<(), Failure> {
    expect(descriptor, input, "a pipe or a socket", |kind| {
        matches!(kind, FileType::Fifo | FileType::Socket)
    })
}

fn expect(
    descriptor: &OwnedFd,
    input: &str,
    wanted: &str,
    fits: impl Fn(FileType) -> bool,
) -> Result<(), Failure> {
    let unusable =
        |error: Errno| Failure::request(format!("{input}: its descriptor cannot be used: {error}"));
    let kind = FileType::from_raw_mode(fstat(descriptor).map_err(unusable)?.st_mode);
    let flags = fcntl_getfl(descriptor).map_err(unusable)?;
    if !fits(kind) {
        return Err(Failure::request(format!(
            "{input}: its descriptor is {kind:?}, not {wanted}"
        )));
    }
    if flags.contains(OFlags::PATH) || flags & OFlags::ACCMODE == OFlags::WRONLY {
        return Err(Failure::request(format!(
            "{input}: its descriptor is not open for reading"
        )));
    }
    Ok(())
}
