//! The process that compiles: one child for each module.

use crate::floor;
use crate::modules::engine::compile;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, kill_process, nice, setrlimit, waitpid,
};
use std::fs::File;
use std::io::{self, IoSlice, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;

/// The child's exit code if its file holds native code.
const COMPILED: i32 = 0;
/// The child's exit code if its file holds the reason why the module was refused.
const REFUSED: i32 = 3;

/// Compilations leave processors to the storlets that run.
const NICENESS: i32 = 10;
const MESSAGE: usize = 9;

/// What compiling a module may take.
pub struct Allowance {
    /// Bytes of address space.
    pub memory: u64,
    /// Seconds of a processor.
    pub seconds: u64,
}

impl Allowance {
    /// Of a module of so many bytes: several times what modules usually take.
    pub fn of(length: usize) -> Self {
        let length = length as u64;
        Allowance {
            memory: (256 << 20) + 96 * length,
            seconds: 10 + 4 * length.div_ceil(1 << 20),
        }
    }
}

/// A module to compile.
pub struct Job {
    /// A file with the module.
    pub module: OwnedFd,
    /// An empty file for the result.
    pub code: OwnedFd,
    /// The module's length in bytes.
    pub length: usize,
    /// Whether the code has to count fuel.
    pub metered: bool,
}

/// How a child ended.
pub enum Outcome {
    /// Its file holds native code.
    Compiled,
    /// Its file holds the reason why the module was refused.
    Refused,
    /// It took all its processor time.
    OutOfTime,
    /// It took all its memory.
    OutOfMemory,
    /// By its exit code or signal, as `wait` reports them.
    Failed(i32),
}

impl Outcome {
    fn of(status: i32) -> Self {
        match (libc::WIFEXITED(status), libc::WEXITSTATUS(status)) {
            (true, COMPILED) => return Outcome::Compiled,
            (true, REFUSED) => return Outcome::Refused,
            _ => {}
        }
        match libc::WTERMSIG(status) {
            libc::SIGXCPU | libc::SIGKILL => Outcome::OutOfTime,
            // An allocation that fails, a stack that cannot grow, and a result that is too long.
            libc::SIGABRT | libc::SIGSEGV | libc::SIGXFSZ => Outcome::OutOfMemory,
            _ => Outcome::Failed(status),
        }
    }
}

/// Send a job to the process.
pub fn send(process: &OwnedFd, job: Job) -> io::Result<()> {
    let mut message = [0; MESSAGE];
    message[0] = job.metered.into();
    message[1..].copy_from_slice(&(job.length as u64).to_le_bytes());
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    let files = [job.module.as_fd(), job.code.as_fd()];
    control.push(SendAncillaryMessage::ScmRights(&files));
    sendmsg(
        process,
        &[IoSlice::new(&message)],
        &mut control,
        SendFlags::NOSIGNAL,
    )?;
    Ok(())
}

/// End the job that was sent. Its status still has to be read.
pub fn cancel(process: &OwnedFd) -> io::Result<()> {
    rustix::net::send(process, &[0], SendFlags::NOSIGNAL)?;
    Ok(())
}

/// Wait for the end of the job that was sent: how its child ended.
pub fn outcome(process: &OwnedFd) -> io::Result<Outcome> {
    let mut status = [0; 4];
    match rustix::net::recv(process, &mut status, RecvFlags::empty())? {
        (4, _) => Ok(Outcome::of(i32::from_le_bytes(status))),
        _ => Err(io::Error::other(
            "the compiler's process ended: restart the engine",
        )),
    }
}

/// Compile what comes on a socket until its other end is closed.
pub fn serve(socket: OwnedFd) -> Result<(), Box<dyn std::error::Error>> {
    for signal in [libc::SIGTERM, libc::SIGINT] {
        // SAFETY: no handler is installed. The engine decides when this process ends.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
    floor::enter_with_children()?;
    loop {
        match receive(&socket)? {
            Message::End => return Ok(()),
            Message::Cancel => {}
            Message::Job(job) => {
                let status = supervise(&socket, job)?;
                rustix::net::send(&socket, &status.as_raw().to_le_bytes(), SendFlags::NOSIGNAL)?;
            }
        }
    }
}

enum Message {
    Job(Job),
    /// Of a job that ended before it was cancelled.
    Cancel,
    End,
}

fn receive(socket: &OwnedFd) -> io::Result<Message> {
    let mut message = [0; MESSAGE];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut message)];
    let received = recvmsg(socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut files = control.drain().flat_map(|part| match part {
        RecvAncillaryMessage::ScmRights(files) => files.collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    Ok(match (received.bytes, files.next(), files.next()) {
        (0, ..) => Message::End,
        (MESSAGE, Some(module), Some(code)) => Message::Job(Job {
            module,
            code,
            length: u64::from_le_bytes(message[1..].try_into().unwrap_or_default()) as usize,
            metered: message[0] != 0,
        }),
        _ => Message::Cancel,
    })
}

/// Compile in a child, and end it if anything comes on the socket meanwhile: a cancellation, or its end.
fn supervise(socket: &OwnedFd, job: Job) -> io::Result<WaitStatus> {
    let (ended, alive) = pipe_with(PipeFlags::CLOEXEC)?;
    // SAFETY: this process has one thread.
    let child = match unsafe { libc::fork() } {
        -1 => return Err(io::Error::last_os_error()),
        0 => {
            let code = child(&job);
            // SAFETY: it ends the child at once.
            unsafe { libc::_exit(code) }
        }
        child => Pid::from_raw(child).ok_or(Errno::SRCH)?,
    };
    drop(alive);
    let mut watched = [
        PollFd::new(&ended, PollFlags::IN),
        PollFd::new(socket, PollFlags::IN),
    ];
    while poll(&mut watched, None) == Err(Errno::INTR) {}
    if watched[0].revents().is_empty() {
        kill_process(child, Signal::KILL)?;
    }
    let waited = waitpid(Some(child), WaitOptions::empty())?;
    waited
        .map(|(_, status)| status)
        .ok_or_else(|| Errno::CHILD.into())
}

/// The child's exit code.
fn child(job: &Job) -> i32 {
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
    let module = job.module.try_clone().map(File::from).map_err(failed)?;
    let mut bytes = vec![0; job.length];
    module.read_exact_at(&mut bytes, 0).map_err(failed)?;
    limit(&Allowance::of(job.length)).map_err(failed)?;
    floor::enter_as_child().map_err(|error| error.to_string())?;
    compile(&bytes, job.metered).map_err(|error| format!("{error:#}"))
}

fn limit(allowance: &Allowance) -> io::Result<()> {
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
