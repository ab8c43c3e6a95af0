//! The descriptors of a storlet.

use crate::{Failure, Report};
use std::fs::File;
use std::io::BufWriter;
use std::os::fd::{FromRawFd, RawFd};

/// The object's bytes, unbuffered. Read them in large pieces.
pub type Input = File;

/// The answer, through a buffer of 1 MiB.
pub type Output = BufWriter<File>;

/// The streams of a storlet.
pub struct Streams {
    /// The object's bytes from the range's start to the end of the object.
    pub input: Input,
    /// The answer.
    pub output: Output,
    /// The report in addition to the answer.
    pub report: Report,
}

impl Streams {
    /// The streams of this process. [`run`](crate::run) calls this once.
    pub(crate) fn of_process() -> Result<Self, Failure> {
        Ok(Self {
            input: open(0),
            output: BufWriter::with_capacity(1 << 20, open(1)),
            report: Report::of_process()?,
        })
    }
}

/// The extra resource with this index, from 0, to read. Reading a resource that the request does not have fails.
///
/// Each can be opened once. It is closed when the file is dropped.
pub fn resource(index: u8) -> File {
    open(4 + RawFd::from(index))
}

/// A descriptor that the contract assigns to the process.
pub(crate) fn open(descriptor: RawFd) -> File {
    // SAFETY: nothing else in the process owns the descriptor. std's handles of 0 and 1 do not close theirs, and this
    // crate opens each once.
    unsafe { File::from_raw_fd(descriptor) }
}
