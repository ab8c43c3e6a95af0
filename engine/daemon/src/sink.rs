//! Where a storlet's answer goes: gathered to larger pieces, into a pipe or as frames into a socket.

use crate::failure::{Failure, Limit, Stop};
use crate::frames::{HEADER, Kind, PAYLOAD_MAX, header};
use crate::report::MetadataSet;
use crate::watch::Watch;
use rustix::event::PollFlags;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
use std::io::IoSlice;
use std::os::fd::{AsFd, OwnedFd};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Pieces are gathered up to so many bytes.
const GATHER: usize = 256 << 10;
/// What was gathered leaves after so long, if the storlet goes on reading.
const LINGER: Duration = Duration::from_secs(1);

/// Where gathered pieces go.
pub trait Outlet: Send {
    /// Send them all.
    fn send(&mut self, bytes: &[u8]) -> Result<(), Stop>;
}

/// A storlet's answer on its way.
pub struct Sink {
    outlet: Box<dyn Outlet>,
    gathered: Vec<u8>,
    since: Instant,
    written: u64,
    limit: Option<u64>,
}

impl Sink {
    /// Into this outlet, at most so many bytes.
    pub fn new(outlet: Box<dyn Outlet>, limit: Option<u64>) -> Self {
        Sink {
            outlet,
            gathered: Vec::new(),
            since: Instant::now(),
            written: 0,
            limit,
        }
    }

    /// Bytes that were written.
    pub fn bytes_written(&self) -> u64 {
        self.written
    }

    /// More of the answer.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.written += bytes.len() as u64;
        if self.limit.is_some_and(|limit| self.written > limit) {
            return Err(Stop::Limit(Limit::Output));
        }
        if self.gathered.len() + bytes.len() > GATHER {
            self.flush()?;
        }
        if bytes.len() > GATHER {
            return self.outlet.send(bytes);
        }
        if self.gathered.is_empty() {
            self.since = Instant::now();
        }
        self.gathered.extend_from_slice(bytes);
        Ok(())
    }

    /// What was gathered leaves, if it has waited for long.
    pub fn linger(&mut self) -> Result<(), Stop> {
        if !self.gathered.is_empty() && self.since.elapsed() > LINGER {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// What was gathered leaves.
    pub fn flush(&mut self) -> Result<(), Stop> {
        if !self.gathered.is_empty() {
            self.outlet.send(&self.gathered)?;
            self.gathered.clear();
        }
        Ok(())
    }
}

/// The pipe to the next stage, or a local program's standard output.
pub struct Pipe {
    /// Its writing end.
    pub descriptor: OwnedFd,
    /// Of the request.
    pub watch: Arc<Watch>,
}

impl Outlet for Pipe {
    fn send(&mut self, mut bytes: &[u8]) -> Result<(), Stop> {
        while !bytes.is_empty() {
            match rustix::io::write(&self.descriptor, bytes) {
                Ok(count) => bytes = &bytes[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => self.watch.ready(self.descriptor.as_fd(), PollFlags::OUT)?,
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

/// The frames of one answer, on a socket.
pub struct Answer {
    socket: Arc<OwnedFd>,
    watch: Arc<Watch>,
    metadata: Arc<MetadataSet>,
    begun: bool,
    torn: bool,
}

impl Answer {
    /// On this socket; the metadata that is set before the first byte goes first.
    pub fn new(socket: Arc<OwnedFd>, watch: Arc<Watch>, metadata: Arc<MetadataSet>) -> Self {
        Answer {
            socket,
            watch,
            metadata,
            begun: false,
            torn: false,
        }
    }

    fn begin(&mut self) -> Result<(), Stop> {
        if self.begun {
            return Ok(());
        }
        self.begun = true;
        let metadata = self.metadata.union();
        if metadata.is_empty() {
            return Ok(());
        }
        self.frame(
            Kind::Metadata,
            &json(&serde_json::json!({ "metadata": metadata }))?,
        )
    }

    fn frame(&mut self, kind: Kind, payload: &[u8]) -> Result<(), Stop> {
        self.torn = true;
        send_frame(&self.socket, &self.watch, kind, payload)?;
        self.torn = false;
        Ok(())
    }

    /// The answer is complete.
    pub fn end(&mut self, end: &impl serde::Serialize) -> Result<(), Stop> {
        self.begin()?;
        self.frame(Kind::End, &json(end)?)
    }

    /// The answer failed. Behind a torn frame nothing can be told: the client sees that the answer is broken.
    pub fn fail(&mut self, failure: &Failure) {
        if !self.torn {
            fail(&self.socket, failure);
        }
    }
}

/// Shared with who ends the answer.
impl Outlet for Arc<Mutex<Answer>> {
    fn send(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let mut answer = self.lock().unwrap_or_else(PoisonError::into_inner);
        answer.begin()?;
        bytes
            .chunks(PAYLOAD_MAX)
            .try_for_each(|payload| answer.frame(Kind::Data, payload))
    }
}

/// Tell a failure. It waits for no reader: a client that does not take these few bytes, or left, sees a broken answer.
pub fn fail(socket: &OwnedFd, failure: &Failure) {
    if let Ok(payload) = json(failure) {
        let frame = crate::frames::encode(Kind::Error, &payload);
        let _ = rustix::net::send(socket, &frame, SendFlags::DONTWAIT | SendFlags::NOSIGNAL);
    }
}

/// A document that must fit one frame.
pub fn json(document: &impl serde::Serialize) -> Result<Vec<u8>, Stop> {
    let bytes = serde_json::to_vec(document).map_err(|error| {
        Stop::Internal(
            "an answer could not be written as JSON".into(),
            error.into(),
        )
    })?;
    if bytes.len() > PAYLOAD_MAX {
        return Err(Stop::Report(format!(
            "what it reports is longer than a frame: {} bytes",
            bytes.len()
        )));
    }
    Ok(bytes)
}

/// Send one frame whole, or stop when the watch says so.
pub fn send_frame(socket: &OwnedFd, watch: &Watch, kind: Kind, payload: &[u8]) -> Result<(), Stop> {
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
            Err(Errno::AGAIN) => watch.ready(socket.as_fd(), PollFlags::OUT)?,
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
