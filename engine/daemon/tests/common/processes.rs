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

/// A process below the daemon that was not there when these were, so that it compiles a module.
pub fn compilation(daemon: &Daemon, idle: &[u32]) -> Option<u32> {
    let mut processes = compilers(daemon).into_iter();
    processes.find(|process| !idle.contains(process))
}

/// How often a process's threads, whose names begin with this, have slept or waited.
pub fn sleeps(process: u32, name: &str) -> u64 {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let statuses = threads
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|thread| {
            let status = std::fs::read_to_string(thread.path().join("status")).ok()?;
            status
                .starts_with(&format!("Name:\t{name}"))
                .then_some(status)
        });
    let count = |status: String| {
        let (_, count) = status.split_once("\nvoluntary_ctxt_switches:")?;
        count.split_whitespace().next()?.parse::<u64>().ok()
    };
    statuses.filter_map(count).sum()
}

/// Wait until it is so.
pub fn until(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < TIMEOUT, "it did not come to that");
        std::thread::yield_now();
    }
}
