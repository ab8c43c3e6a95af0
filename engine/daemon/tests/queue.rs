//! The queue: priorities, limits of a tenant, and too many requests.

mod common;

use common::*;
use serde_json::json;
use std::os::fd::AsFd;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

#[test]
fn in_a_full_queue_a_higher_priority_displaces_the_lowest_and_runs_first() {
    let daemon = Daemon::start(&["--workers", "1", "--queue", "2", "--at-once", "64"]);
    let module = daemon.load(storlets::CAT);
    let (first, first_input) = waits(&daemon, &module, 1);
    daemon.until(1, 0);
    let (bronze, _bronze_input) = waits(&daemon, &module, 1);
    let (silver, silver_input) = waits(&daemon, &module, 5);
    daemon.until(1, 2);
    let (gold, gold_input) = waits(&daemon, &module, 9);
    let displaced = answer(bronze).failure();
    assert_eq!(displaced["error"], "busy");
    assert!(
        displaced["retry_after"]
            .as_u64()
            .is_some_and(|seconds| seconds >= 1),
        "{displaced}"
    );
    let (late, _late_input) = waits(&daemon, &module, 5);
    assert_eq!(answer(late).reason(), "busy", "no lower one waits");
    drop(first_input);
    assert_eq!(answer(first).outcome(), "ok");
    // If silver ran now, gold's answer would never arrive, because silver's input is still open.
    drop(gold_input);
    assert_eq!(answer(gold).outcome(), "ok");
    drop(silver_input);
    assert_eq!(answer(silver).outcome(), "ok");
}

#[test]
fn a_tenant_cannot_exceed_its_concurrent_requests() {
    let daemon = Daemon::start(&["--workers", "2"]);
    let module = daemon.load(storlets::CAT);
    let _at_work = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let file = file(b"abc");
    let mut more = request(&[&module], 3);
    more["limits"] = json!({"at_once": 1});
    let failure = daemon.call(&more, &[file.as_fd()]).failure();
    assert_eq!(failure["error"], "busy");
    assert!(
        failure["message"]
            .as_str()
            .is_some_and(|message| message.contains("tenant")),
        "{failure}"
    );
    more["tenant"] = json!("AUTH_other");
    assert_eq!(daemon.call(&more, &[file.as_fd()]).data(), b"abc");
}

#[test]
fn a_refused_module_has_the_wait_for_compilations() {
    let daemon = Daemon::start(&[]);
    let slow = wat::parse_str(storlets::branching_functions(40, 1000)).expect("WebAssembly text");
    let _sixteen: Vec<_> = (0..16)
        .map(|_| daemon.send_load("AUTH_test", &slow))
        .collect();
    until(|| daemon.status()["compiling"] == 16);
    let failure = answer(daemon.send_load("AUTH_test", &slow)).failure();
    assert_eq!(failure["error"], "busy", "{failure}");
    assert_eq!(
        failure["retry_after"], 8,
        "15 wait, for two compilers, and each is expected to take a second: {failure}"
    );
}

#[test]
fn a_tenant_whose_requests_wait_does_not_delay_another() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let module = daemon.load(storlets::CAT);
    let (first, first_input) = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let _more: Vec<_> = (0..3).map(|_| waits(&daemon, &module, 5)).collect();
    daemon.until(1, 3);
    let file = file(b"abc");
    let mut other = request(&[&module], 3);
    other["tenant"] = json!("AUTH_other");
    let other = daemon.send(&other, &[file.as_fd()]);
    daemon.until(1, 4);
    drop(first_input);
    assert_eq!(answer(first).outcome(), "ok");
    assert_eq!(answer(other).data(), b"abc", "the others have open inputs");
}

#[test]
fn by_default_a_tenant_takes_half_of_the_engine() {
    let daemon = Daemon::start(&["--workers", "2", "--queue", "4"]);
    let module = daemon.load(storlets::CAT);
    let _three: Vec<_> = (0..3).map(|_| waits(&daemon, &module, 5)).collect();
    daemon.until(2, 1);
    let file = file(b"abc");
    let mut more = request(&[&module], 3);
    more["priority"] = json!(9);
    let failure = daemon.call(&more, &[file.as_fd()]).failure();
    assert_eq!(failure["error"], "busy", "{failure}");
    more["tenant"] = json!("AUTH_other");
    let _other = daemon.send(&more, &[file.as_fd()]);
    daemon.until(2, 2);
}

#[test]
fn each_of_64_concurrent_requests_on_2_workers_is_answered_in_full_or_refused() {
    let daemon = Daemon::start(&["--workers", "2", "--queue", "16", "--at-once", "64"]);
    let module = daemon.load(storlets::CAT);
    let object: Vec<u8> = (0..1 << 20).map(|index: u32| (index % 251) as u8).collect();
    let refusals = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                let begin = Instant::now();
                loop {
                    let answer = daemon.run(&module, &object, json!({}));
                    if answer.outcome() == "ok" {
                        return assert!(answer.data() == object, "another answer");
                    }
                    assert_eq!(answer.reason(), "busy");
                    refusals.fetch_add(1, Ordering::Relaxed);
                    assert!(begin.elapsed() < TIMEOUT, "it never got in");
                }
            });
        }
    });
    println!("{} refusals", refusals.into_inner());
    daemon.until(0, 0);
}

#[test]
fn settings_by_which_no_request_would_run_are_refused() {
    for option in ["--workers", "--at-once", "--fuel"] {
        let arguments = [
            "serve", "--socket", "socket", "--cache", "cache", option, "0",
        ];
        let output = Command::new(PROGRAM).args(arguments).output();
        let output = output.expect("the program");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(option), "{message}");
    }
}
