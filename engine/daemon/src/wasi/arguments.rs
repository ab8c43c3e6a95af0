//! Arguments and environment.

use super::memory::Memory;
use super::{Guest, MODULE, Outcome, call};
use wasmtime::{Caller, Linker};

pub const NAMES: &[&str] = &[
    "args_get",
    "args_sizes_get",
    "environ_get",
    "environ_sizes_get",
];

pub fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    link_arguments(linker)?;
    link_environment(linker)
}

fn link_arguments(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "args_get",
        |caller: Caller<'_, Guest>, list: u32, text: u32| {
            call(caller, |memory, guest| {
                put(memory, &guest.arguments, list, text)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "args_sizes_get",
        |caller: Caller<'_, Guest>, count: u32, size: u32| {
            call(caller, |memory, guest| {
                put_sizes(memory, &guest.arguments, count, size)
            })
        },
    )?;
    Ok(())
}

fn link_environment(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "environ_get",
        |caller: Caller<'_, Guest>, list: u32, text: u32| {
            call(caller, |memory, guest| {
                put(memory, &guest.environment, list, text)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "environ_sizes_get",
        |caller: Caller<'_, Guest>, count: u32, size: u32| {
            call(caller, |memory, guest| {
                put_sizes(memory, &guest.environment, count, size)
            })
        },
    )?;
    Ok(())
}

fn put_sizes(memory: &mut Memory<'_>, strings: &[Vec<u8>], count: u32, size: u32) -> Outcome {
    memory.put_u32(count, strings.len() as u32)?;
    // Bounded by the length of a request.
    memory.put_u32(
        size,
        strings.iter().map(|string| string.len() as u32 + 1).sum(),
    )?;
    Ok(())
}

fn put(memory: &mut Memory<'_>, strings: &[Vec<u8>], mut list: u32, mut text: u32) -> Outcome {
    for string in strings {
        memory.put_u32(list, text)?;
        memory.put(text, string)?;
        text = text.saturating_add(string.len() as u32);
        memory.put(text, &[0])?;
        text = text.saturating_add(1);
        list = list.saturating_add(4);
    }
    Ok(())
}
