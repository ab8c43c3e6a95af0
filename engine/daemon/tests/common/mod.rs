//! A real daemon, a client of its socket, and storlets in WebAssembly's text format.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod storlets;

use headwater_engine::frames::{Frame, FrameError, Reader};
use headwater_engine::names::FrameType;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, IoSlice, Read, Write};
use std::mem::MaybeUninit;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A test that waits longer has failed.
pub const TIMEOUT: Duration = Duration::from_secs(60);
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_headwater-engine");

pub struct Daemon {
    /// Its log up to the line that reports that it serves.
    pub beginning: String,
    child: Child,
    log: Option<JoinHandle<String>>,
    folder: TempDir,
}

impl Daemon {
    pub fn start(settings: &[&str]) -> Self {
        Self::start_in(tempfile::tempdir().expect("a folder"), settings)
    }

    pub fn start_in(folder: TempDir, settings: &[&str]) -> Self {
        Self::started(Self::command(folder.path(), settings), folder)
    }

    fn started(mut command: Command, folder: TempDir) -> Self {
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut log = BufReader::new(child.stderr.take().expect("its log"));
        let mut first = String::new();
        while !first.contains("serving") {
            let count = log.read_line(&mut first).expect("its log");
            assert!(count > 0, "the engine did not start: {first}");
        }
        let rest = move || {
            let mut text = String::new();
            log.read_to_string(&mut text).expect("its log");
            text
        };
        Daemon {
            beginning: first,
            child,
            log: Some(std::thread::spawn(rest)),
            folder,
        }
    }

    /// Start with a cache on a disk of this many KiB.
    pub fn start_on_small_disk(kib: u32, settings: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("cache")).expect("a folder");
        let engine = Self::command(folder.path(), settings);
        let root = rustix::process::geteuid().is_root();
        let (user, group) = (rustix::process::getuid(), rustix::process::getgid());
        // Without root, mount as root of a user namespace, and return to the original user in another one.
        let back = format!("unshare --user --map-user={user} --map-group={group}");
        let script = format!(
            r#"mount -t tmpfs -o size={kib}k,mode=0700 tmpfs "$0" && exec {} "$@""#,
            if root { "" } else { &back }
        );
        let mut command = Command::new("unshare");
        command
            .args(if root {
                &["--mount"][..]
            } else {
                &["--mount", "--map-root-user"]
            })
            .args(["sh", "-c", &script])
            .arg(folder.path().join("cache"))
            .arg(engine.get_program())
            .args(engine.get_args());
        Self::started(command, folder)
    }

    pub fn command(folder: &Path, settings: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .arg("serve")
            .arg("--socket")
            .arg(folder.join("socket"))
            .arg("--cache")
            .arg(folder.join("cache"));
        if rustix::process::geteuid().is_root() {
            command.args(["--user", "nobody"]);
        }
        command.args(settings);
        command
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// The metrics page, if it was started with `--metrics`.
    pub fn metrics(&self) -> String {
        self.page("/metrics")
    }

    /// A page of the metrics server, with its head.
    pub fn page(&self, path: &str) -> String {
        let address = self
            .beginning
            .split("metrics on ")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        let mut stream =
            TcpStream::connect(address.expect("an address in its log")).expect("the page");
        write!(stream, "GET {path} HTTP/1.0\r\n\r\n").expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("the page");
        text
    }

    pub fn process(&self) -> u32 {
        self.child.id()
    }

    pub fn connect(&self) -> UnixStream {
        let socket = UnixStream::connect(self.socket()).expect("the engine listens");
        socket.set_read_timeout(Some(TIMEOUT)).expect("a socket");
        socket
    }

    pub fn send(&self, request: &Value, descriptors: &[BorrowedFd<'_>]) -> UnixStream {
        let socket = self.connect();
        send(&socket, &framed(&request.to_string()), descriptors);
        socket
    }

    pub fn ask(&self, request: &Value, descriptors: &[BorrowedFd<'_>]) -> Answer {
        answer(self.send(request, descriptors))
    }

    pub fn status(&self) -> Value {
        self.ask(&json!({"version": 1, "op": "status"}), &[]).end()
    }

    /// Wait until the status shows these numbers of running and waiting requests.
    pub fn until(&self, busy: u64, waiting: u64) {
        let begin = Instant::now();
        loop {
            let status = self.status();
            if (status["busy"].as_u64(), status["waiting"].as_u64()) == (Some(busy), Some(waiting))
            {
                return;
            }
            assert!(
                begin.elapsed() < TIMEOUT,
                "{busy} busy and {waiting} waiting were wanted: {status}"
            );
            std::thread::yield_now();
        }
    }

    /// Load a module and return the engine's answer.
    pub fn try_load(&self, module: &[u8]) -> Answer {
        answer(self.send_load("AUTH_test", module))
    }

    /// Send a request to load a tenant's module.
    pub fn send_load(&self, tenant: &str, module: &[u8]) -> UnixStream {
        let file = file(module);
        let descriptor = json!({"descriptor": 0, "length": module.len()});
        let load = json!({"version": 1, "op": "load", "tenant": tenant, "module": descriptor});
        self.send(&load, &[file.as_fd()])
    }

    /// Load a storlet in WebAssembly text and return its hash.
    pub fn load(&self, text: &str) -> String {
        let module = wat::parse_str(text).expect("WebAssembly text");
        self.try_load(&module).end()["module"]
            .as_str()
            .expect("a hash")
            .to_string()
    }

    /// Run a loaded storlet on bytes.
    pub fn run(&self, module: &str, object: &[u8], limits: Value) -> Answer {
        let file = file(object);
        let mut request = request(&[module], object.len());
        request["limits"] = limits;
        self.ask(&request, &[file.as_fd()])
    }

    /// Load and run it.
    pub fn run_text(&self, text: &str, limits: Value) -> Answer {
        self.run(&self.load(text), b"the object", limits)
    }

    /// Check that another tenant's storlet runs as usual.
    pub fn serves_a_neighbour(&self) {
        let answer = self.run(&self.load(storlets::CAT), b"a neighbour's", json!({}));
        assert_eq!(answer.data(), b"a neighbour's");
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        let process = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(process, signal).expect("a signal");
    }

    /// Wait for its end, and return its exit code and the rest of its log.
    pub fn ended(mut self) -> (Option<i32>, String, TempDir) {
        let code = self.child.wait().expect("its end").code();
        let log = self.log.take().expect("its log").join().expect("its log");
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"));
        (code, log, folder)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The child processes of a process.
pub fn children(process: u32) -> Vec<u32> {
    let path = format!("/proc/{process}/task/{process}/children");
    let children = std::fs::read_to_string(path).unwrap_or_default();
    let ids = children.split_whitespace();
    ids.map(|id| id.parse().expect("a process id")).collect()
}

/// The processes below the daemon: each parent before its children.
pub fn compilers(daemon: &Daemon) -> Vec<u32> {
    let mut found = children(daemon.process());
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found
}

/// Wait until it is so.
pub fn until(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < TIMEOUT, "it did not come to that");
        std::thread::yield_now();
    }
}

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

/// The complete answer.
pub struct Answer(Result<Vec<Frame>, FrameError>);

pub fn answer(socket: UnixStream) -> Answer {
    Answer(Reader::new(BufReader::new(socket)).collect())
}

impl Answer {
    pub fn broken(&self) -> bool {
        self.0.is_err()
    }

    fn frames(&self) -> &[Frame] {
        self.0
            .as_ref()
            .unwrap_or_else(|error| panic!("the answer is broken: {error}"))
    }

    pub fn data(&self) -> Vec<u8> {
        let data = self
            .frames()
            .iter()
            .filter(|frame| frame.kind == FrameType::Data);
        let data = data.flat_map(|frame| frame.payload.clone()).collect();
        self.end();
        data
    }

    /// The answer's length in bytes, complete or not.
    pub fn data_bytes(&self) -> usize {
        self.frames()
            .iter()
            .filter(|frame| frame.kind == FrameType::Data)
            .map(|frame| frame.payload.len())
            .sum()
    }

    pub fn metadata(&self) -> Option<Value> {
        let first = self
            .frames()
            .first()
            .filter(|frame| frame.kind == FrameType::Metadata)?;
        Some(serde_json::from_slice::<Value>(&first.payload).expect("JSON")["metadata"].clone())
    }

    pub fn end(&self) -> Value {
        self.last(FrameType::End)
    }

    pub fn failure(&self) -> Value {
        self.last(FrameType::Error)
    }

    fn last(&self, kind: FrameType) -> Value {
        let last = self.frames().last().expect("a frame");
        let document = serde_json::from_slice(&last.payload).expect("JSON");
        assert_eq!(last.kind, kind, "{document}");
        document
    }

    /// The reason of a failure.
    pub fn reason(&self) -> String {
        self.failure()["error"]
            .as_str()
            .expect("a reason")
            .to_string()
    }

    /// `ok`, or the reason of a failure.
    pub fn outcome(&self) -> String {
        match self.frames().last().map(|frame| frame.kind) {
            Some(FrameType::End) => "ok".into(),
            _ => self.reason(),
        }
    }
}
