//! Descriptors: 0 the object, 1 the answer, 2 the log, 3 the report, from 4 the resources. No others exist or can be
//! opened.

use super::memory::{Memory, Span};
use super::{Errno, Guest, MODULE, Outcome, Refusal, call};
use crate::source::Source;
use wasmtime::{Caller, Linker};

pub const NAMES: &[&str] = &[
    "fd_close",
    "fd_fdstat_get",
    "fd_fdstat_set_flags",
    "fd_filestat_get",
    "fd_read",
    "fd_seek",
    "fd_tell",
    "fd_write",
];

const FIRST_RESOURCE: u32 = 4;
/// The maximum number of buffers in one call.
const BUFFERS_MAX: u32 = 1024;
const RIGHT_READ: u64 = 1 << 1;
const RIGHT_WRITE: u64 = 1 << 6;
const RIGHT_POLL: u64 = 1 << 27;

pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    link_streams(linker)?;
    link_status(linker)?;
    link_refused(linker)
}

fn link_streams(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "fd_read",
        |caller: Caller<'_, Guest>, fd: u32, list: u32, count: u32, done: u32| {
            call(caller, |memory, guest| {
                read(memory, guest, fd, Buffers { list, count }, done)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_write",
        |caller: Caller<'_, Guest>, fd: u32, list: u32, count: u32, done: u32| {
            call(caller, |memory, guest| {
                write(memory, guest, fd, Buffers { list, count }, done)
            })
        },
    )?;
    Ok(())
}

fn link_status(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "fd_fdstat_get",
        |caller: Caller<'_, Guest>, fd: u32, at: u32| {
            call(caller, |memory, guest| status(memory, guest, fd, at))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_filestat_get",
        |caller: Caller<'_, Guest>, fd: u32, at: u32| {
            call(caller, |memory, guest| {
                rights(guest, fd).and_then(|_| Ok(memory.put(at, &[0; 64])?))
            })
        },
    )?;
    // The engine closes them at the end.
    linker.func_wrap(MODULE, "fd_close", |caller: Caller<'_, Guest>, fd: u32| {
        call(caller, |_, guest| rights(guest, fd).map(drop))
    })?;
    Ok(())
}

/// Functions that fail on every descriptor.
fn link_refused(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "fd_fdstat_set_flags",
        |caller: Caller<'_, Guest>, fd: u32, _flags: u32| {
            call(caller, |_, guest| {
                rights(guest, fd).and(Err(Errno::Notsup.into()))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_seek",
        |caller: Caller<'_, Guest>, fd: u32, _by: i64, _from: u32, _at: u32| {
            call(caller, |_, guest| {
                rights(guest, fd).and(Err(Errno::Spipe.into()))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "fd_tell",
        |caller: Caller<'_, Guest>, fd: u32, _at: u32| {
            call(caller, |_, guest| {
                rights(guest, fd).and(Err(Errno::Spipe.into()))
            })
        },
    )?;
    Ok(())
}

#[derive(Clone, Copy)]
struct Buffers {
    list: u32,
    count: u32,
}

impl Buffers {
    fn spans(self, memory: &mut Memory<'_>) -> Result<Vec<Span>, Errno> {
        if self.count > BUFFERS_MAX {
            return Err(Errno::Inval);
        }
        (0..self.count)
            .map(|index| memory.span(self.list, index))
            .collect()
    }
}

fn read(
    memory: &mut Memory<'_>,
    guest: &mut Guest,
    fd: u32,
    buffers: Buffers,
    done: u32,
) -> Outcome {
    if fd == 0 {
        guest.answer.flush_if_due()?;
    }
    let cancellation = guest.cancellation.clone();
    let source = readable(guest, fd)?;
    let mut total = 0;
    for span in buffers.spans(memory)? {
        // Each buffer may cover the complete memory. One call must not exceed the time limit.
        cancellation.check()?;
        let bytes = memory.bytes(span.within(u32::MAX - total))?;
        let count = source.read(bytes, &cancellation)? as u32;
        total += count;
        if count < span.length {
            break;
        }
    }
    Ok(memory.put_u32(done, total)?)
}

fn readable(guest: &mut Guest, fd: u32) -> Result<&mut Source, Errno> {
    match fd {
        0 => Ok(&mut guest.input),
        1..FIRST_RESOURCE => Err(Errno::Notcapable),
        _ => guest
            .resources
            .get_mut((fd - FIRST_RESOURCE) as usize)
            .ok_or(Errno::Badf),
    }
}

fn write(
    memory: &mut Memory<'_>,
    guest: &mut Guest,
    fd: u32,
    buffers: Buffers,
    done: u32,
) -> Outcome {
    if rights(guest, fd)? & RIGHT_WRITE == 0 {
        return Err(Errno::Notcapable.into());
    }
    let mut total = 0u32;
    for span in buffers.spans(memory)? {
        guest.cancellation.check()?;
        let bytes = memory.bytes(span.within(u32::MAX - total))?;
        match fd {
            1 => guest.answer.write(bytes)?,
            2 => guest.log.write(bytes),
            _ => guest.report.write(bytes)?,
        }
        total += bytes.len() as u32;
    }
    Ok(memory.put_u32(done, total)?)
}

fn rights(guest: &Guest, fd: u32) -> Result<u64, Refusal> {
    match fd {
        0 => Ok(RIGHT_READ | RIGHT_POLL),
        1..FIRST_RESOURCE => Ok(RIGHT_WRITE | RIGHT_POLL),
        _ if ((fd - FIRST_RESOURCE) as usize) < guest.resources.len() => {
            Ok(RIGHT_READ | RIGHT_POLL)
        }
        _ => Err(Errno::Badf.into()),
    }
}

/// The type is unknown. A C library then does not take standard output for a terminal and does not flush every line.
fn status(memory: &mut Memory<'_>, guest: &mut Guest, fd: u32, at: u32) -> Outcome {
    let mut status = [0; 24];
    status[8..16].copy_from_slice(&rights(guest, fd)?.to_le_bytes());
    Ok(memory.put(at, &status)?)
}
