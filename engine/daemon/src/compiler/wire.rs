//! The messages between the engine and a process that compiles, on a socket of packets.

use super::allowance::{Allowance, Outcome};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recv, recvmsg, sendmsg,
};
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

const JOB: u8 = 0;
const CANCEL: u8 = 1;
const START: u8 = 2;

/// One byte, and three numbers of 8 bytes each.
const JOB_LENGTH: usize = 26;

/// A module to compile.
pub struct Job {
    /// A file with the module.
    pub module: OwnedFd,
    /// An empty file for the result.
    pub code: OwnedFd,
    /// The module's length in bytes.
    pub length: usize,
    /// Its limits.
    pub allowance: Allowance,
    /// Whether the code must count fuel.
    pub metered: bool,
}

/// A message of the engine.
pub enum Message {
    /// Compile. The answer is the child's status.
    Job(Job),
    /// End the current job, if it has not ended.
    Cancel,
    /// Start another such process. The answer is the engine's end of its socket.
    Start,
    /// The engine has closed the socket.
    End,
}

/// Send a job to the process.
pub fn send_job(process: &OwnedFd, job: &Job) -> io::Result<()> {
    let mut message = [JOB; JOB_LENGTH];
    message[1] = job.metered.into();
    let numbers = [
        job.length as u64,
        job.allowance.memory,
        job.allowance.seconds,
    ];
    for (place, number) in message[2..].chunks_exact_mut(8).zip(numbers) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    send(process, &message, &[job.module.as_fd(), job.code.as_fd()])
}

/// End the current job. Its status must still be read.
pub fn cancel(process: &OwnedFd) -> io::Result<()> {
    send(process, &[CANCEL], &[])
}

/// Wait for the end of the current job, and return its child's outcome.
pub fn outcome(process: &OwnedFd) -> io::Result<Outcome> {
    let mut status = [0; 4];
    match recv(process, &mut status, RecvFlags::empty())? {
        (4, _) => Ok(Outcome::of(i32::from_le_bytes(status))),
        _ => Err(io::Error::other("the process that compiles has ended")),
    }
}

/// Answer a job with its child's status.
pub fn send_status(engine: &OwnedFd, status: i32) -> io::Result<()> {
    send(engine, &status.to_le_bytes(), &[])
}

/// Let a process start another one, and return the socket to it.
pub fn start_another(process: &OwnedFd) -> io::Result<OwnedFd> {
    send(process, &[START], &[])?;
    let (_, [socket, _]) = receive_with_files(process, &mut [0])?;
    socket.ok_or_else(|| io::Error::other("no other process that compiles could be started"))
}

/// Answer a request to start another process, without a socket if that failed.
pub fn send_started(engine: &OwnedFd, started: Option<OwnedFd>) -> io::Result<()> {
    let files: Vec<_> = started.iter().map(AsFd::as_fd).collect();
    send(engine, &[START], &files)
}

/// Wait for the engine's next message.
pub fn receive(engine: &OwnedFd) -> io::Result<Message> {
    let mut message = [0; JOB_LENGTH];
    let (length, files) = receive_with_files(engine, &mut message)?;
    Ok(match (length, message[0], files) {
        (0, ..) => Message::End,
        (JOB_LENGTH, JOB, [Some(module), Some(code)]) => Message::Job(Job {
            module,
            code,
            length: number(&message, 0) as usize,
            allowance: Allowance {
                memory: number(&message, 1),
                seconds: number(&message, 2),
            },
            metered: message[1] != 0,
        }),
        (_, START, _) => Message::Start,
        _ => Message::Cancel,
    })
}

fn number(message: &[u8; JOB_LENGTH], index: usize) -> u64 {
    let begin = 2 + 8 * index;
    u64::from_le_bytes(message[begin..begin + 8].try_into().unwrap_or_default())
}

fn send(socket: &OwnedFd, message: &[u8], files: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !files.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(files));
    }
    let message = [IoSlice::new(message)];
    sendmsg(socket, &message, &mut control, SendFlags::NOSIGNAL)?;
    Ok(())
}

fn receive_with_files(
    socket: &OwnedFd,
    message: &mut [u8],
) -> io::Result<(usize, [Option<OwnedFd>; 2])> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(2))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(message)];
    let received = recvmsg(socket, &mut parts, &mut control, RecvFlags::CMSG_CLOEXEC)?;
    let mut files = control.drain().flat_map(|part| match part {
        RecvAncillaryMessage::ScmRights(files) => files.collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    let files = [files.next(), files.next()];
    Ok((received.bytes, files))
}
