//! Storlets that compute without end, or trap.

use crate::common::*;
use crate::storlet;
use crate::{fails_with, reaches};
use serde_json::json;
use std::os::fd::AsFd;

#[test]
fn an_infinite_loop_ends_at_the_time_limit() {
    reaches(
        &Daemon::start(&[]),
        storlets::LOOP,
        json!({"time": 1}),
        "time",
    );
}

#[test]
fn infinite_loops_on_all_but_one_worker_leave_it_to_other_tenants() {
    let daemon = Daemon::start(&["--workers", "3", "--time", "30"]);
    let (module, file) = (daemon.load(storlets::LOOP), file(b""));
    let _loops = [(), ()].map(|()| daemon.send(&request(&[&module], 0), &[file.as_fd()]));
    daemon.until(2, 0);
    daemon.serves_a_neighbour();
}

#[test]
fn an_infinite_loop_before_main_ends_at_the_time_limit() {
    let text =
        storlet!(r#"(func $init (loop $more (br $more))) (start $init) (func (export "_start"))"#);
    reaches(&Daemon::start(&[]), text, json!({"time": 1}), "time");
}

#[test]
fn an_infinite_loop_ends_at_the_fuel_limit() {
    let daemon = Daemon::start(&[]);
    reaches(&daemon, storlets::LOOP, json!({"fuel": 1_000_000}), "fuel");
    let fed = daemon.run_text(storlets::CAT, json!({"fuel": 1_000_000}));
    assert!(
        fed.end()["fuel"]
            .as_u64()
            .is_some_and(|fuel| (1..1_000_000).contains(&fuel)),
        "the CPU time is reported"
    );
}

#[test]
fn a_sleep_without_end_ends_at_the_time_limit() {
    let text = r#"(module
      (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
      (memory (export "memory") 1)
      (func (export "_start")
        (i64.store (i32.const 24) (i64.const -1))
        (drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))))"#;
    reaches(&Daemon::start(&[]), text, json!({"time": 1}), "time");
}

#[test]
fn deep_recursion_is_a_trap() {
    let text = storlet!(
        r#"(func $deep (param i32) (result i32) (i32.add (call $deep (local.get 0)) (i32.const 1)))
           (func (export "_start") (drop (call $deep (i32.const 0))))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["trap"]
            .as_str()
            .is_some_and(|trap| trap.contains("call stack exhausted")),
        "{failure}"
    );
}

#[test]
fn a_trap_is_reported() {
    let text = storlet!(r#"(func (export "_start") (drop (i32.load (i32.const -4))))"#);
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["trap"]
            .as_str()
            .is_some_and(|trap| trap.contains("out of bounds memory access")),
        "{failure}"
    );
}
