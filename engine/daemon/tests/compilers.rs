//! The processes that compile modules: a killed one is replaced, and each compilation has limits.

mod common;

use common::*;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use std::os::fd::AsFd;

fn kill(process: u32) {
    let id = Pid::from_raw(process as i32).expect("a process id");
    kill_process(id, Signal::KILL).expect("a signal");
}

/// Modules that differ in one constant, so that none is compiled yet.
fn module(number: usize) -> Vec<u8> {
    let text = format!(
        r#"(module (memory (export "memory") 1) (func (export "_start") (drop (i32.const {number}))))"#
    );
    wat::parse_str(text).expect("WebAssembly text")
}

#[test]
fn killed_compilers_are_replaced_while_storlets_run() {
    let daemon = Daemon::start(&[]);
    let (input, writer) = pipe();
    let cat = daemon.load(storlets::CAT);
    let running = daemon.send(&stream_request(&[&cat], None), &[input.as_fd()]);
    daemon.until(1, 0);
    let mut modules = (0..).map(module);
    for process in compilers(&daemon) {
        kill(process);
        for module in modules.by_ref().take(6) {
            assert_eq!(daemon.try_load(&module).outcome(), "ok");
        }
    }
    drop((input, writer));
    assert_eq!(answer(running).data(), b"");
}

#[test]
fn a_module_whose_compiler_is_killed_is_compiled_by_another() {
    let daemon = Daemon::start(&[]);
    let idle = compilers(&daemon);
    let slow = wat::parse_str(storlets::branching(500)).expect("WebAssembly text");
    let socket = daemon.send_load("AUTH_test", &slow);
    let busy = || {
        idle.iter()
            .find(|process| !all_known(&idle, **process))
            .copied()
    };
    until(|| busy().is_some());
    let next = daemon.send_load("AUTH_test", &module(0));
    until(|| daemon.status()["compiling"] == 2); // one at work, and one that waits for its tenant's turn
    kill(busy().expect("a process that compiles"));
    daemon.serves_a_neighbour();
    assert_eq!(answer(socket).outcome(), "ok");
    assert_eq!(answer(next).outcome(), "ok");
    until(|| daemon.status()["compiling"] == 0);
}

fn all_known(idle: &[u32], process: u32) -> bool {
    children(process).iter().all(|child| idle.contains(child))
}

#[test]
fn a_compilation_that_is_killed_may_be_tried_again() {
    let daemon = Daemon::start(&[]);
    let idle = compilers(&daemon);
    let slow = wat::parse_str(storlets::branching(500)).expect("WebAssembly text");
    let socket = daemon.send_load("AUTH_test", &slow);
    let child = || compilation(&daemon, &idle);
    until(|| child().is_some());
    kill(child().expect("a compilation"));
    let failure = answer(socket).failure();
    assert_eq!(failure["error"], "busy", "{failure}");
    let message = failure["message"].as_str().expect("a message");
    assert!(message.contains("was killed"), "{message}");
    assert_eq!(daemon.try_load(&slow).outcome(), "ok");
}

#[test]
fn a_module_that_needs_too_much_processor_time_to_compile_is_refused() {
    let daemon = Daemon::start(&["--compile-time", "1"]);
    let slow = wat::parse_str(storlets::branching_functions(40, 1000)).expect("WebAssembly text");
    let failure = daemon.try_load(&slow).failure();
    assert_eq!(failure["error"], "module", "{failure}");
    let message = failure["message"].as_str().expect("a message");
    assert!(
        message.contains("more than 4 s of a processor"),
        "{message}"
    );
    daemon.serves_a_neighbour();
    assert_eq!(
        daemon.run_text(storlets::CAT, json!({})).data(),
        b"the object"
    );
}
