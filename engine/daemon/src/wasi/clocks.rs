//! Time in milliseconds, waiting, random bytes, and exit.

use super::memory::{Memory, Span};
use super::{Errno, Guest, MODULE, Outcome, call};
use headwater_requests::failure::Stop;
use rustix::rand::{GetRandomFlags, getrandom};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;
use wasmtime::{Caller, Linker};

pub const NAMES: &[&str] = &[
    "clock_res_get",
    "clock_time_get",
    "poll_oneoff",
    "proc_exit",
    "random_get",
    "sched_yield",
];

const MILLISECOND: u64 = 1_000_000;
const SUBSCRIPTION: u32 = 48;
const SUBSCRIPTIONS_MAX: u32 = 1024;
const EVENT: u32 = 32;
const ABSOLUTE: u16 = 1;
const RANDOM_AT_ONCE: usize = 1 << 20;

pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    link_clocks(linker)?;
    link_waiting(linker)?;
    link_random(linker)?;
    linker
        .func_wrap(MODULE, "proc_exit", |code: i32| -> wasmtime::Result<()> {
            Err(Stop::Exit(code).into())
        })
        .map(drop)
}

fn link_clocks(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "clock_res_get",
        |caller: Caller<'_, Guest>, clock: u32, at: u32| {
            call(caller, |memory, _| {
                now(clock)
                    .and_then(|_| memory.put_u64(at, MILLISECOND))
                    .map_err(Into::into)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "clock_time_get",
        |caller: Caller<'_, Guest>, clock: u32, _precision: i64, at: u32| {
            call(caller, |memory, _| {
                now(clock)
                    .and_then(|time| memory.put_u64(at, time))
                    .map_err(Into::into)
            })
        },
    )?;
    Ok(())
}

fn link_waiting(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "poll_oneoff",
        |caller: Caller<'_, Guest>, from: u32, to: u32, count: u32, done: u32| {
            call(caller, |memory, guest| {
                poll(
                    memory,
                    guest,
                    Lists {
                        from,
                        to,
                        count,
                        done,
                    },
                )
            })
        },
    )?;
    linker.func_wrap(MODULE, "sched_yield", |caller: Caller<'_, Guest>| {
        call(caller, |_, _| Ok(()))
    })?;
    Ok(())
}

fn link_random(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "random_get",
        |caller: Caller<'_, Guest>, at: u32, length: u32| {
            call(caller, |memory, guest| {
                random(memory, guest, Span { at, length })
            })
        },
    )?;
    Ok(())
}

/// Nanoseconds in whole milliseconds. With a finer clock a guest could observe its neighbours' caches.
fn now(clock: u32) -> Result<u64, Errno> {
    let clock = match clock {
        0 => ClockId::Realtime,
        1 => ClockId::Monotonic,
        _ => return Err(Errno::Inval),
    };
    let time = clock_gettime(clock);
    Ok((time.tv_sec as u64).saturating_mul(1_000 * MILLISECOND)
        + time.tv_nsec as u64 / MILLISECOND * MILLISECOND)
}

fn random(memory: &mut Memory<'_>, guest: &Guest, span: Span) -> Outcome {
    for part in memory.bytes(span)?.chunks_mut(RANDOM_AT_ONCE) {
        guest.cancellation.check()?;
        let mut rest = part;
        while !rest.is_empty() {
            match getrandom(&mut *rest, GetRandomFlags::empty()) {
                Ok(count) => rest = &mut rest[count..],
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => {
                    return Err(Stop::Internal("no random bytes".into(), error.into()).into());
                }
            }
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
struct Lists {
    from: u32,
    to: u32,
    count: u32,
    done: u32,
}

/// What a guest waits for.
struct Subscription {
    user_data: [u8; 8],
    kind: u8,
    /// The time to wait for a clock. A descriptor is always ready, because reads and writes block.
    wait: Duration,
}

impl Subscription {
    fn read(memory: &mut Memory<'_>, at: u32) -> Result<Self, Errno> {
        let bytes = memory.get::<{ SUBSCRIPTION as usize }>(at)?;
        let word =
            |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().unwrap_or_default());
        let kind = bytes[8];
        let wait = match kind {
            0 => {
                let (clock, timeout, flags) = (word(16) as u32, word(24), word(40) as u16);
                let now = now(clock)?;
                Duration::from_nanos(if flags & ABSOLUTE != 0 {
                    timeout.saturating_sub(now)
                } else {
                    timeout
                })
            }
            1 | 2 => Duration::ZERO,
            _ => return Err(Errno::Inval),
        };
        Ok(Subscription {
            user_data: word(0).to_le_bytes(),
            kind,
            wait,
        })
    }

    fn event(&self) -> [u8; EVENT as usize] {
        let mut event = [0; EVENT as usize];
        event[..8].copy_from_slice(&self.user_data);
        event[10] = self.kind;
        // At least one byte can be read or written without an error.
        event[16] = u8::from(self.kind != 0);
        event
    }
}

fn poll(memory: &mut Memory<'_>, guest: &mut Guest, lists: Lists) -> Outcome {
    if lists.count == 0 || lists.count > SUBSCRIPTIONS_MAX {
        return Err(Errno::Inval.into());
    }
    let read = |index| Subscription::read(memory, lists.from.saturating_add(index * SUBSCRIPTION));
    let subscriptions: Vec<_> = (0..lists.count).map(read).collect::<Result<_, _>>()?;
    let wait = subscriptions
        .iter()
        .map(|subscription| subscription.wait)
        .min()
        .unwrap_or_default();
    if !wait.is_zero() {
        guest.cancellation.sleep(wait)?;
    }
    let mut events = 0;
    for ready in subscriptions
        .iter()
        .filter(|subscription| subscription.wait <= wait)
    {
        memory.put(lists.to.saturating_add(events * EVENT), &ready.event())?;
        events += 1;
    }
    Ok(memory.put_u32(lists.done, events)?)
}
