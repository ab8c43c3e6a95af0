//! A connection while its request arrives.

use headwater_requests::failure::Failure;
use headwater_requests::request::{DESCRIPTORS_MAX, LENGTH_MAX};
use rustix::cmsg_space;
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, recv, recvmsg,
};
use std::io::IoSliceMut;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time within which a request must arrive.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const PREFIX: usize = 4;

/// The state of a connection.
pub enum Progress {
    /// More must arrive.
    Waiting,
    /// The request is complete.
    Complete,
    /// The client disconnected.
    Disconnected,
}

/// A connection whose request is not complete.
pub struct Connection {
    /// The client.
    pub socket: Arc<OwnedFd>,
    /// The time at which the connection times out.
    pub deadline: Instant,
    bytes: Vec<u8>,
    descriptors: Vec<OwnedFd>,
}

impl Connection {
    /// Creates a connection for a new client. Its socket is non-blocking.
    pub fn new(socket: OwnedFd) -> Self {
        Connection {
            socket: Arc::new(socket),
            deadline: Instant::now() + REQUEST_TIMEOUT,
            bytes: Vec::new(),
            descriptors: Vec::new(),
        }
    }

    /// Receive the available bytes, but no more than the request has.
    pub fn advance(&mut self) -> Result<Progress, Failure> {
        loop {
            let wanted = self.length()?.map_or(PREFIX, |length| PREFIX + length);
            if self.bytes.len() == wanted {
                return Ok(Progress::Complete);
            }
            match self.receive(wanted - self.bytes.len())? {
                Progress::Complete => {}
                other => return Ok(other),
            }
        }
    }

    /// Receive and discard all other bytes. If a socket is closed with unread bytes, its client sees a reset instead of
    /// the end.
    pub fn drain(&self) {
        let mut bytes = [0; 64 << 10];
        for _ in 0..LENGTH_MAX / bytes.len() {
            match recv(&*self.socket, &mut bytes, RecvFlags::DONTWAIT) {
                Ok((1.., _)) => {}
                _ => return,
            }
        }
    }

    /// The JSON and the descriptors of a complete request.
    pub fn into_request(self) -> (Arc<OwnedFd>, Vec<u8>, Vec<OwnedFd>) {
        let mut bytes = self.bytes;
        (self.socket, bytes.split_off(PREFIX), self.descriptors)
    }

    fn length(&self) -> Result<Option<usize>, Failure> {
        let Some(prefix) = self.bytes.first_chunk::<PREFIX>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*prefix) as usize;
        match length {
            0 => Err(Failure::request("a request of no bytes")),
            1..=LENGTH_MAX => Ok(Some(length)),
            _ => Err(Failure::request(format!(
                "a request of {length} bytes; the most is {LENGTH_MAX}"
            ))),
        }
    }

    /// Receive one message. [`Progress::Complete`] means that it contained something.
    fn receive(&mut self, wanted: usize) -> Result<Progress, Failure> {
        let mut bytes = vec![0; wanted.min(64 << 10)];
        let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(DESCRIPTORS_MAX))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let flags = RecvFlags::DONTWAIT | RecvFlags::CMSG_CLOEXEC;
        let mut parts = [IoSliceMut::new(&mut bytes)];
        let message = match recvmsg(&*self.socket, &mut parts, &mut control, flags) {
            Ok(message) => message,
            Err(Errno::INTR | Errno::AGAIN) => return Ok(Progress::Waiting),
            Err(_) => return Ok(Progress::Disconnected),
        };
        for part in control.drain() {
            if let RecvAncillaryMessage::ScmRights(descriptors) = part {
                self.descriptors.extend(descriptors);
            }
        }
        if message.flags.contains(ReturnFlags::CTRUNC) || self.descriptors.len() > DESCRIPTORS_MAX {
            return Err(Failure::request(format!(
                "more than {DESCRIPTORS_MAX} descriptors"
            )));
        }
        if message.bytes == 0 {
            return Ok(Progress::Disconnected);
        }
        self.bytes.extend_from_slice(&bytes[..message.bytes]);
        Ok(Progress::Complete)
    }
}
