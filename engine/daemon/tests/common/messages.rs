//! Requests, and how to send them with descriptors.

use super::Daemon;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// A request to run stages on a file with descriptor 0.
pub fn request(modules: &[&str], length: usize) -> Value {
    let stages: Vec<_> = modules
        .iter()
        .map(|module| json!({"storlet": "test", "module": module}))
        .collect();
    json!({"version": 1, "op": "run", "tenant": "AUTH_test", "stages": stages,
           "input": {"descriptor": 0, "kind": "file", "length": length}})
}

/// A request to run stages on a stream with descriptor 0.
pub fn stream_request(modules: &[&str], length: Option<usize>) -> Value {
    let mut request = request(modules, 0);
    request["input"] = json!({"descriptor": 0, "kind": "stream", "length": length});
    request
}

pub fn framed(json: &str) -> Vec<u8> {
    [&(json.len() as u32).to_le_bytes()[..], json.as_bytes()].concat()
}

pub fn send(socket: &UnixStream, bytes: &[u8], descriptors: &[BorrowedFd<'_>]) {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(32))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    assert!(descriptors.is_empty() || control.push(SendAncillaryMessage::ScmRights(descriptors)));
    let sent = sendmsg(
        socket,
        &[IoSlice::new(bytes)],
        &mut control,
        SendFlags::NOSIGNAL,
    )
    .expect("the request is sent");
    let mut socket = socket;
    socket
        .write_all(&bytes[sent..])
        .expect("the request is sent");
}

/// An unnamed file with these bytes.
pub fn file(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("a file");
    file
}

pub fn pipe() -> (OwnedFd, File) {
    let (reader, writer) = rustix::pipe::pipe().expect("a pipe");
    (reader, File::from(writer))
}

/// Runs a storlet that waits for input, with this priority. Returns the socket, and its input's write end.
pub fn waits(daemon: &Daemon, module: &str, priority: u8) -> (UnixStream, File) {
    let (reader, writer) = pipe();
    let mut request = stream_request(&[module], None);
    request["priority"] = json!(priority);
    (daemon.send(&request, &[reader.as_fd()]), writer)
}
