//! The processes of a daemon, and waiting for a state.

use super::{Daemon, TIMEOUT};
use std::time::Instant;

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
