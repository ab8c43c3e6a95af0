//! Waits until the acceptor has something to do.

use crate::cancellation::timespec;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use std::io;
use std::os::fd::OwnedFd;
use std::time::Instant;

/// Which of the acceptor's descriptors need attention.
pub struct Readiness {
    /// The engine must stop.
    pub signal: bool,
    /// A client connects.
    pub listener: bool,
    /// Incomplete connections with more bytes.
    pub incoming: Vec<bool>,
    /// Requests whose client disconnected, or that have ended.
    pub pending: Vec<bool>,
}

/// The descriptors to wait for.
pub struct Descriptors<'a> {
    /// None once the engine stops.
    pub signal: Option<&'a OwnedFd>,
    /// The listening socket.
    pub listener: &'a OwnedFd,
    /// Incomplete connections.
    pub incoming: Vec<&'a OwnedFd>,
    /// Waiting and running requests.
    pub pending: Vec<&'a OwnedFd>,
}

impl Descriptors<'_> {
    /// Wait until one of them needs attention, or until the deadline.
    pub fn wait(&self, deadline: Option<Instant>) -> io::Result<Readiness> {
        let incoming = self.incoming.iter().map(|client| (*client, PollFlags::IN));
        let pending = self
            .pending
            .iter()
            .map(|client| (*client, PollFlags::RDHUP));
        let signal = self.signal.map(|signal| (signal, PollFlags::IN));
        let mut descriptors: Vec<_> = [(self.listener, PollFlags::IN)]
            .into_iter()
            .chain(incoming)
            .chain(pending)
            .chain(signal)
            .map(|(descriptor, events)| PollFd::new(descriptor, events))
            .collect();
        let timeout =
            deadline.map(|deadline| timespec(deadline.saturating_duration_since(Instant::now())));
        match poll(&mut descriptors, timeout.as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = descriptors
            .iter()
            .map(|descriptor| !descriptor.revents().is_empty());
        Ok(Readiness {
            listener: ready.next().unwrap_or_default(),
            incoming: ready.by_ref().take(self.incoming.len()).collect(),
            pending: ready.by_ref().take(self.pending.len()).collect(),
            signal: ready.next().unwrap_or_default(),
        })
    }
}
