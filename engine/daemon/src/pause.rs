//! Short pauses in code that runs for long, so that a program of higher priority gets the processor (ADR 32).

use rustix::thread::{NanosleepRelativeResult, nanosleep, set_current_timer_slack};
use rustix::time::{ClockId, Timespec, clock_gettime};
use std::cell::Cell;
use std::io;
use std::num::NonZeroU64;
use std::ptr::null_mut;
use std::time::Duration;

/// From one occasion for a pause to the next.
pub const INTERVAL: Duration = Duration::from_millis(2);

/// The processor time of a thread between two pauses. Occasions pass while it waits for a processor, too. If it paused
/// at each of them, it would not get on beside programs that need all processors.
const LEAST_WORK: Duration = Duration::from_millis(1);

/// In a shorter one, the timer may end before Linux has switched to another program.
const PAUSE: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 20_000,
};

thread_local! {
    /// The thread's processor time at its last pause.
    static PAUSED_AT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Sleep for 20 µs if this thread has worked since its last pause. `sched_yield` is not enough: Linux may choose the
/// same program again.
pub fn pause() {
    let now = processor_time();
    if now.saturating_sub(PAUSED_AT.get()) >= LEAST_WORK {
        PAUSED_AT.set(now);
        let _: NanosleepRelativeResult = nanosleep(&PAUSE);
    }
}

/// The processor time that this thread has used.
pub fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Let pauses end in time, in this thread and in threads and processes that it creates later. Without this, Linux
/// adds 50 µs to each.
pub fn set_exact_timers() -> io::Result<()> {
    Ok(set_current_timer_slack(NonZeroU64::new(1))?)
}

/// Pause at each interval, by a signal. For a process with one thread, whose code has no place for a pause.
pub fn pause_regularly() -> io::Result<()> {
    // SAFETY: the handler makes two system calls and sets a variable of the thread, which needs no initialization.
    // `signal_hook` keeps `errno`, and lets interrupted calls continue (`SA_RESTART`).
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
