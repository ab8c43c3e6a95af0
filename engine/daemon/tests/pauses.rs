//! Code that runs for long pauses often, because one of the store's servers may wait for its processor.

mod common;

use common::*;
use std::os::fd::AsFd;

const OFTEN: u64 = 20;

#[test]
fn a_storlet_pauses() {
    let daemon = Daemon::start(&["--time", "2"]);
    let endless = daemon.load(storlets::LOOP);
    let (input, _writer) = pipe();
    let before = sleeps(daemon.process(), "run-");
    let running = daemon.send(&stream_request(&[&endless], None), &[input.as_fd()]);
    let failure = answer(running).failure();
    assert_eq!(failure["limit"], "time", "{failure}");
    let pauses = sleeps(daemon.process(), "run-") - before;
    assert!(pauses > OFTEN, "{pauses} pauses");
}

#[test]
fn a_compilation_pauses() {
    let daemon = Daemon::start(&[]);
    let idle = compilers(&daemon);
    let slow = wat::parse_str(storlets::branching_functions(40, 1000)).expect("WebAssembly text");
    let _compiling = daemon.send_load("AUTH_test", &slow);
    let child = || compilation(&daemon, &idle);
    until(|| child().is_some());
    until(|| match child() {
        Some(child) => sleeps(child, "") > OFTEN,
        None => panic!("it ended before it had paused {OFTEN} times"),
    });
}
