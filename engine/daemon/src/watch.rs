//! A request's watch: it says when the request must stop, and then ends every wait of the request.

use crate::failure::{Limit, Stop};
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Shared by the stages of one request and by the code that may cancel it.
pub struct Watch {
    cancelled: AtomicBool,
    bell: OwnedFd,
    deadline: OnceLock<Instant>,
}

impl Watch {
    /// The watch of a request that has not begun. It can be cancelled, and has no deadline yet.
    pub fn new() -> io::Result<Self> {
        let bell = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Watch {
            cancelled: AtomicBool::new(false),
            bell,
            deadline: OnceLock::new(),
        })
    }

    /// Begin the request with this much time. Only the first call has an effect.
    pub fn begin(&self, time: Duration) {
        self.deadline.get_or_init(|| Instant::now() + time);
    }

    /// End every current and future wait.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        // Fails only after 2^64-2 writes.
        let _ = rustix::io::write(&self.bell, &1u64.to_ne_bytes());
    }

    /// Whether the request was cancelled.
    pub fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    /// An error if the request must stop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancelled() {
            return Err(Stop::Cancelled);
        }
        match self.left() {
            Some(left) if left.is_zero() => Err(Stop::Limit(Limit::Time)),
            _ => Ok(()),
        }
    }

    fn left(&self) -> Option<Duration> {
        self.deadline
            .get()
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Wait until the descriptor is ready, or has failed, which the next call on it reports.
    pub fn ready(&self, descriptor: BorrowedFd<'_>, events: PollFlags) -> Result<(), Stop> {
        loop {
            self.check()?;
            let mut watched = [
                PollFd::from_borrowed_fd(descriptor, events),
                PollFd::new(&self.bell, PollFlags::IN),
            ];
            self.poll(&mut watched, self.left())?;
            if !watched[0].revents().is_empty() {
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
            let wait = [rest, self.left()].into_iter().flatten().min();
            self.poll(&mut [PollFd::new(&self.bell, PollFlags::IN)], wait)?;
        }
    }

    fn poll(&self, watched: &mut [PollFd<'_>], wait: Option<Duration>) -> Result<(), Stop> {
        let wait = wait.map(timespec);
        match poll(watched, wait.as_ref()) {
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
