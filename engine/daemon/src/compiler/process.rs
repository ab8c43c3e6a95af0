//! A process that compiles with one child for each module. It also starts other such processes.

use super::allowance::{Allowance, COMPILED, REFUSED};
use super::native::compile;
use super::wire::{self, Job, Message};
use crate::pause::pause_regularly;
use crate::sandbox;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, kill_process, nice,
    set_parent_process_death_signal, setrlimit, wait, waitpid,
};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;

/// Compilations have a low priority, because the running storlets need the processors.
const NICENESS: i32 = 10;

/// A socket pair for the engine and a process.
pub fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let flags = SocketFlags::CLOEXEC;
    Ok(socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        flags,
        None,
    )?)
}

/// Compile the jobs from a socket until its other end is closed.
pub fn serve(mut engine: OwnedFd) -> Result<(), Box<dyn std::error::Error>> {
    set_signal_actions();
    sandbox::enter_with_children()?;
    loop {
        match wire::receive(&engine)? {
            Message::End => return Ok(()),
            Message::Cancel => {} // of a job that had already ended
            Message::Job(job) => {
                let status = supervise(&engine, job)?;
                wire::send_status(&engine, status.as_raw())?;
            }
            Message::Start => match start_another() {
                Ok(Started::Here(socket)) => engine = socket,
                Ok(Started::There(socket)) => wire::send_started(&engine, Some(socket))?,
                Err(error) => {
                    eprintln!(
                        "headwater-engine: cannot start another process that compiles: {error}"
                    );
                    wire::send_started(&engine, None)?;
                }
            },
        }
    }
}

/// The engine decides when this process ends. The limit on processor time must end its children.
fn set_signal_actions() {
    for (signal, action) in [
        (libc::SIGTERM, libc::SIG_IGN),
        (libc::SIGINT, libc::SIG_IGN),
        (libc::SIGXCPU, libc::SIG_DFL),
    ] {
        // SAFETY: no handler is installed.
        unsafe { libc::signal(signal, action) };
    }
}

/// Which of the two processes this one is, with its socket.
enum Started {
    /// The new process, with its own socket.
    Here(OwnedFd),
    /// The process that started it, with the engine's socket.
    There(OwnedFd),
}

fn start_another() -> io::Result<Started> {
    while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {} // processes that it started before and that have ended
    let (engines, own) = socket_pair()?;
    Ok(match fork()? {
        None => Started::Here(own),
        Some(_) => Started::There(engines),
    })
}

/// The child's id, or none in the child.
fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: this process has one thread.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        child => Ok(Pid::from_raw(child)),
    }
}

/// Compile in a child. End it if anything arrives on the socket meanwhile: a cancellation, or the socket's end.
fn supervise(engine: &OwnedFd, job: Job) -> io::Result<WaitStatus> {
    let (ended, alive) = pipe_with(PipeFlags::CLOEXEC)?;
    let Some(child) = fork()? else {
        let code = compile_as_child(&job);
        // SAFETY: it ends the child immediately.
        unsafe { libc::_exit(code) }
    };
    drop(alive);
    let mut descriptors = [
        PollFd::new(&ended, PollFlags::IN),
        PollFd::new(engine, PollFlags::IN),
    ];
    while poll(&mut descriptors, None) == Err(Errno::INTR) {}
    if descriptors[0].revents().is_empty() {
        kill_process(child, Signal::KILL)?;
    }
    let waited = waitpid(Some(child), WaitOptions::empty())?;
    waited
        .map(|(_, status)| status)
        .ok_or_else(|| Errno::CHILD.into())
}

/// The child's exit code.
fn compile_as_child(job: &Job) -> i32 {
    let result = compile_within(job);
    let (code, bytes) = match result {
        Ok(code) => (COMPILED, code),
        Err(message) => (REFUSED, message.into_bytes()),
    };
    let written = job
        .code
        .try_clone()
        .and_then(|file| File::from(file).write_all(&bytes));
    if written.is_ok() {
        code
    } else {
        libc::EXIT_FAILURE
    }
}

fn compile_within(job: &Job) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| error.to_string();
    // No process would read the result.
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed(error.into()))?;
    let module = job.module.try_clone().map(File::from).map_err(failed)?;
    let mut bytes = vec![0; job.length];
    module.read_exact_at(&mut bytes, 0).map_err(failed)?;
    limit(job.allowance).map_err(failed)?;
    pause_regularly().map_err(failed)?;
    sandbox::enter_as_child().map_err(|error| error.to_string())?;
    compile(&bytes, job.metered).map_err(|error| format!("{error:#}"))
}

fn limit(allowance: Allowance) -> io::Result<()> {
    let limits = [
        (Resource::Core, 0, 0),
        (Resource::As, allowance.memory, allowance.memory),
        (Resource::Fsize, allowance.memory, allowance.memory),
        (Resource::Cpu, allowance.seconds, allowance.seconds + 1),
    ];
    for (resource, current, maximum) in limits {
        let limit = Rlimit {
            current: Some(current),
            maximum: Some(maximum),
        };
        setrlimit(resource, limit)?;
    }
    nice(NICENESS)?;
    Ok(())
}
