//! Streams for an encoder that panics on stream errors.

use std::io::{self, Read, Write};

/// A stream that stores its first error. After it, reads return end of file and writes succeed.
pub struct ErrorRecorder<S> {
    stream: S,
    error: Option<io::Error>,
}

impl<S> ErrorRecorder<S> {
    pub fn new(stream: S) -> Self {
        Self {
            stream,
            error: None,
        }
    }

    /// The stored error, if any. If there is one, the encoder's output is invalid.
    pub fn outcome(self) -> io::Result<()> {
        self.error.map_or(Ok(()), Err)
    }

    fn keep(&mut self, result: io::Result<usize>, instead: usize) -> io::Result<usize> {
        match result {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.error.get_or_insert(error);
                Ok(instead)
            }
            result => result,
        }
    }
}

impl<S: Read> Read for ErrorRecorder<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let result = self.stream.read(buffer);
        self.keep(result, 0)
    }
}

impl<S: Write> Write for ErrorRecorder<S> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let result = self.stream.write(buffer);
        self.keep(result, buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
