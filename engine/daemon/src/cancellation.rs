//! Reports whether a request must stop, because it was cancelled or is out of time. Ends its waits.

use headwater_requests::failure::Stop;
use headwater_requests::names::Limit;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The state of one request, shared by its stages and by the code that may cancel it.
pub struct Cancellation {
    cancelled: AtomicBool,
    /// Readable once the request was cancelled.
    event: OwnedFd,
    deadline: OnceLock<Instant>,
}

impl Cancellation {
    /// Creates the state of a request that has not started. It can be cancelled, and has no deadline yet.
    pub fn new() -> io::Result<Self> {
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Cancellation {
            cancelled: AtomicBool::new(false),
            event,
            deadline: OnceLock::new(),
        })
    }

    /// Start the request with this much time. Only the first call has an effect.
    pub fn start(&self, time: Duration) {
        self.deadline.get_or_init(|| Instant::now() + time);
    }

    /// End every current and future wait.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        // Fails only after 2^64-2 writes.
        let _ = rustix::io::write(&self.event, &1u64.to_ne_bytes());
    }

    /// Whether the request was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// An error if the request must stop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.remaining() {
            Some(remaining) if remaining.is_zero() => Err(Stop::Limit(Limit::Time)),
            _ => Ok(()),
        }
    }

    fn remaining(&self) -> Option<Duration> {
        self.deadline
            .get()
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Wait until the descriptor is ready, or has failed, which the next call on it reports.
    pub fn wait_until_ready(
        &self,
        descriptor: BorrowedFd<'_>,
        events: PollFlags,
    ) -> Result<(), Stop> {
        loop {
            self.check()?;
            let mut descriptors = [
                PollFd::from_borrowed_fd(descriptor, events),
                PollFd::new(&self.event, PollFlags::IN),
            ];
            self.poll(&mut descriptors, self.remaining())?;
            if !descriptors[0].revents().is_empty() {
                return Ok(());
            }
        }
    }

    /// Wait for this long.
    pub fn sleep(&self, time: Duration) -> Result<(), Stop> {
        let end = Instant::now().checked_add(time);
        loop {
            self.check()?;
            let rest = end.map(|end| end.saturating_duration_since(Instant::now()));
            if rest.is_some_and(|rest| rest.is_zero()) {
                return Ok(());
            }
            let wait = [rest, self.remaining()].into_iter().flatten().min();
            self.poll(&mut [PollFd::new(&self.event, PollFlags::IN)], wait)?;
        }
    }

    fn poll(&self, descriptors: &mut [PollFd<'_>], wait: Option<Duration>) -> Result<(), Stop> {
        let wait = wait.map(timespec);
        match poll(descriptors, wait.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(error) => Err(Stop::Internal("poll failed".into(), error.into())),
        }
    }
}

/// A time for `poll`, in signed units.
pub fn timespec(time: Duration) -> Timespec {
    Timespec {
        tv_sec: time.as_secs().min(i32::MAX as u64) as i64,
        tv_nsec: time.subsec_nanos().into(),
    }
}
