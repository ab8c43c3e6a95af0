//! A real daemon, a client of its socket, and storlets in WebAssembly's text format.
#![allow(
    dead_code,
    unused_imports,
    reason = "each test program uses a part of it"
)]

mod answer;
mod messages;
mod processes;
pub mod storlets;

pub use answer::{Answer, answer};
pub use messages::{file, framed, pipe, request, send, stream_request, waits};
pub use processes::{children, compilation, compilers, sleeps, until};

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A test that waits longer has failed.
pub const TIMEOUT: Duration = Duration::from_secs(600);
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
        self.page_of("localhost", path)
    }

    /// The same, as a client requests it that knows the engine by a name.
    pub fn page_of(&self, host: &str, path: &str) -> String {
        let mut stream = self.page_connection();
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("the page");
        text
    }

    /// A connection to its pages.
    pub fn page_connection(&self) -> TcpStream {
        let address = self
            .beginning
            .split("metrics on ")
            .nth(1)
            .and_then(|rest| rest.lines().next());
        TcpStream::connect(address.expect("an address in its log")).expect("the page")
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

    pub fn call(&self, request: &Value, descriptors: &[BorrowedFd<'_>]) -> Answer {
        answer(self.send(request, descriptors))
    }

    pub fn status(&self) -> Value {
        self.call(&json!({"version": 1, "op": "status"}), &[]).end()
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
        self.call(&request, &[file.as_fd()])
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
