//! Short pauses in code that runs for long, so that a program of higher priority gets the processor (ADR 32).

use rustix::thread::{NanosleepRelativeResult, nanosleep, set_current_timer_slack};
use rustix::time::Timespec;
use std::io;
use std::num::NonZeroU64;
use std::ptr::null_mut;
use std::time::Duration;

/// From one pause to the next.
pub const INTERVAL: Duration = Duration::from_millis(2);

/// In a shorter one, the timer may end before Linux has switched to another program.
const PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000,
};

/// Sleep for 20 µs. `sched_yield` is not enough: Linux may choose the same program again.
pub fn pause() {
    let _: NanosleepRelativeResult = nanosleep(&PAUSE);
}

/// Let pauses end in time, in this thread and in threads and processes that it creates later. Without this, Linux
/// adds 50 µs to each.
pub fn set_exact_timers() -> io::Result<()> {
    Ok(set_current_timer_slack(NonZeroU64::new(1))?)
}

/// Pause at each interval, by a signal. For a process with one thread, whose code has no place for a pause.
pub fn pause_regularly() -> io::Result<()> {
    // SAFETY: sleeping is safe in a signal handler.
    unsafe { signal_hook::low_level::register(libc::SIGALRM, pause)? };
    let interval = libc::timeval {
        tv_sec: 0,
        tv_usec: INTERVAL.subsec_micros().into(),
    };
    let timer = libc::itimerval {
        it_interval: interval,
        it_value: interval,
    };
    // SAFETY: the timer is valid, and nothing needs the former one.
    match unsafe { libc::setitimer(libc::ITIMER_REAL, &timer, null_mut()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
