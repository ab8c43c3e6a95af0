//! The destination of a storlet's answer. It collects small pieces and writes them to a pipe, or as frames to a socket.

use crate::cancellation::Cancellation;
use crate::report::MetadataSet;
use headwater_requests::failure::{Failure, Stop};
use headwater_requests::frames::{HEADER, PAYLOAD_MAX, header};
use headwater_requests::names::FrameType;
use headwater_requests::names::Limit;
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
use std::io::IoSlice;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The maximum length in bytes of the collected pieces.
const BUFFER_SIZE: usize = 256 << 10;
/// Collected pieces are sent after this time, if the storlet continues to read.
const FLUSH_INTERVAL: Duration = Duration::from_secs(1);

/// The destination of collected pieces.
pub trait Outlet: Send {
    /// Send them all.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Stop>;
}

/// Collects a storlet's answer.
pub struct Sink {
    outlet: Box<dyn Outlet>,
    buffer: Vec<u8>,
    since: Instant,
    written: u64,
    limit: Option<u64>,
}

impl Sink {
    /// Creates a sink for this outlet, with a maximum length in bytes.
    pub fn new(outlet: Box<dyn Outlet>, limit: Option<u64>) -> Self {
        Sink {
            outlet,
            buffer: Vec::new(),
            since: Instant::now(),
            written: 0,
            limit,
        }
    }

    /// The number of bytes written.
    pub fn bytes_written(&self) -> u64 {
        self.written
    }

    /// Add to the answer.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.written += bytes.len() as u64;
        if self.limit.is_some_and(|limit| self.written > limit) {
            return Err(Stop::Limit(Limit::Output));
        }
        if self.buffer.len() + bytes.len() > BUFFER_SIZE {
            self.flush()?;
        }
        if bytes.len() > BUFFER_SIZE {
            return self.outlet.send(bytes);
        }
        if self.buffer.is_empty() {
            self.since = Instant::now();
        }
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    /// Send the collected pieces if they have waited long.
    pub fn flush_if_due(&mut self) -> Result<(), Stop> {
        if !self.buffer.is_empty() && self.since.elapsed() > FLUSH_INTERVAL {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Send the collected pieces.
    pub fn flush(&mut self) -> Result<(), Stop> {
        if !self.buffer.is_empty() {
            self.outlet.send(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }
}

/// The pipe to the next stage, or a local program's standard output.
pub struct Pipe {
    /// Its write end.
    pub descriptor: OwnedFd,
    /// The request's cancellation.
    pub cancellation: Arc<Cancellation>,
}

impl Outlet for Pipe {
    fn send(&mut self, mut bytes: &[u8]) -> Result<(), Stop> {
        while !bytes.is_empty() {
            match rustix::io::write(&self.descriptor, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self
                    .cancellation
                    .wait_until_ready(self.descriptor.as_fd(), PollFlags::OUT)?,
                Err(Errno::PIPE) => return Err(Stop::Unread),
                Err(error) => {
                    return Err(Stop::Internal(
                        "the answer could not be written".into(),
                        error.into(),
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The frames of one answer on a socket.
pub struct Answer {
    socket: Arc<OwnedFd>,
    cancellation: Arc<Cancellation>,
    metadata: Arc<MetadataSet>,
    started: bool,
    incomplete: bool,
}

impl Answer {
    /// Creates an answer on this socket. Metadata that is set before the first byte is sent first.
    pub fn new(
        socket: Arc<OwnedFd>,
        cancellation: Arc<Cancellation>,
        metadata: Arc<MetadataSet>,
    ) -> Self {
        Answer {
            socket,
            cancellation,
            metadata,
            started: false,
            incomplete: false,
        }
    }

    fn begin(&mut self) -> Result<(), Stop> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        let metadata = self.metadata.union();
        if metadata.is_empty() {
            return Ok(());
        }
        self.frame(
            FrameType::Metadata,
            &json(&serde_json::json!({ "metadata": metadata }))?,
        )
    }

    fn frame(&mut self, kind: FrameType, payload: &[u8]) -> Result<(), Stop> {
        self.incomplete = true;
        send_frame(&self.socket, &self.cancellation, kind, payload)?;
        self.incomplete = false;
        Ok(())
    }

    /// Complete the answer.
    pub fn end(&mut self, end: &impl serde::Serialize) -> Result<(), Stop> {
        self.begin()?;
        self.frame(FrameType::End, &json(end)?)
    }

    /// Fail the answer. After an incomplete frame nothing more can be sent, and the client sees that the answer is
    /// broken.
    pub fn fail(&mut self, failure: &Failure) {
        if !self.incomplete {
            fail(&self.socket, failure);
        }
    }
}

/// Shared with the code that ends the answer.
impl Outlet for Arc<Mutex<Answer>> {
    fn send(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let mut answer = self.lock().unwrap_or_else(PoisonError::into_inner);
        answer.begin()?;
        bytes
            .chunks(PAYLOAD_MAX)
            .try_for_each(|payload| answer.frame(FrameType::Data, payload))
    }
}

/// Send a failure without waiting. A client that does not receive these few bytes, or has disconnected, sees a broken
/// answer.
pub fn fail(socket: &OwnedFd, failure: &Failure) {
    if let Ok(payload) = json(failure) {
        let frame = headwater_requests::frames::encode(FrameType::Error, &payload);
        let _ = rustix::net::send(socket, &frame, SendFlags::DONTWAIT | SendFlags::NOSIGNAL);
    }
}

/// Encode a document that must fit into one frame.
pub fn json(document: &impl serde::Serialize) -> Result<Vec<u8>, Stop> {
    let bytes = serde_json::to_vec(document).map_err(|error| {
        Stop::Internal(
            "an answer could not be written as JSON".into(),
            error.into(),
        )
    })?;
    if bytes.len() > PAYLOAD_MAX {
        return Err(Stop::Report(format!(
            "its report is longer than a frame: {} bytes",
            bytes.len()
        )));
    }
    Ok(bytes)
}

/// Send one complete frame, or stop if the cancellation requires it.
pub fn send_frame(
    socket: &OwnedFd,
    cancellation: &Cancellation,
    kind: FrameType,
    payload: &[u8],
) -> Result<(), Stop> {
    let head = header(kind, payload);
    let mut sent = 0;
    while sent < HEADER + payload.len() {
        let parts = [
            IoSlice::new(&head[sent.min(HEADER)..]),
            IoSlice::new(&payload[sent.saturating_sub(HEADER)..]),
        ];
        let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
        match sendmsg(socket, &parts, &mut SendAncillaryBuffer::default(), flags) {
            Ok(count) => sent += count,
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => cancellation.wait_until_ready(socket.as_fd(), PollFlags::OUT)?,
            Err(Errno::PIPE | Errno::CONNRESET) => return Err(Stop::Cancelled),
            Err(error) => {
                return Err(Stop::Internal(
                    "the answer could not be sent".into(),
                    error.into(),
                ));
            }
        }
    }
    Ok(())
}
