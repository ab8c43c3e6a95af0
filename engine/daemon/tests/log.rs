//! The log: each line about a request names it.

mod common;

use common::*;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::os::fd::AsFd;

/// The lines that the engine logs about what `work` does.
fn logged(settings: &[&str], work: impl FnOnce(&Daemon)) -> Vec<String> {
    let daemon = Daemon::start(settings);
    work(&daemon);
    daemon.signal(Signal::TERM);
    let (_, log, _) = daemon.ended();
    log.lines().map(str::to_string).collect()
}

fn named(id: &str, module: &str) -> Value {
    let mut request = request(&[module], 3);
    request["request"] = json!(id);
    request
}

fn has(log: &[String], line: &str) {
    let line = format!("headwater-engine: {line}");
    let found = log.iter().any(|each| each.starts_with(&line));
    assert!(found, "{line} is not in {log:#?}");
}

#[test]
fn each_outcome_has_a_line_with_the_requests_id() {
    let log = logged(&[], |daemon| {
        let module = wat::parse_str(storlets::CAT).expect("WebAssembly text");
        let (file, of_module) = (file(b"abc"), file(&module));
        let load = json!({"version": 1, "op": "load", "request": "tx-load", "tenant": "AUTH_test",
                          "module": {"descriptor": 0, "length": module.len()}});
        let hash = daemon.call(&load, &[of_module.as_fd()]).end()["module"].clone();
        let hash = hash.as_str().expect("a hash");
        daemon.call(&named("tx-run", hash), &[file.as_fd()]).end();
        let mut limited = named("tx-limit", hash);
        limited["limits"] = json!({"output": 1});
        daemon.call(&limited, &[file.as_fd()]).failure();
        daemon.call(&named("tx-missing", &"0".repeat(64)), &[file.as_fd()]);
        daemon.call(&named("tx-descriptor", hash), &[]).failure();
    });
    has(&log, "tx-load: load for AUTH_test: ok, module ");
    has(
        &log,
        "tx-run: run of test for AUTH_test: ok, read 3 bytes, sent 3 bytes, ",
    );
    has(&log, "tx-limit: run of test for AUTH_test: limit: ");
    has(&log, "tx-missing: run of test for AUTH_test: missing: ");
    has(&log, "tx-descriptor: refused: request: ");
}

#[test]
fn requests_that_do_not_run_have_a_line() {
    let settings = ["--workers", "1", "--queue", "1", "--at-once", "64"];
    let log = logged(&settings, |daemon| {
        let module = daemon.load(storlets::CAT);
        let _at_work = waits(daemon, &module, 5);
        daemon.until(1, 0);
        let file = file(b"abc");
        let waiting = daemon.send(&named("tx-left", &module), &[file.as_fd()]);
        daemon.until(1, 1);
        daemon.call(&named("tx-full", &module), &[file.as_fd()]);
        drop(waiting);
        daemon.until(1, 0);
    });
    has(&log, "tx-full: refused: busy: ");
    has(&log, "tx-left: cancelled: ");
}

/// Version 0.1 of the middleware sends no id with a module.
#[test]
fn a_request_without_an_id_has_a_line_too() {
    let log = logged(&[], |daemon| {
        daemon.run_text(storlets::CAT, json!({})).end();
    });
    has(&log, "load for AUTH_test: ok");
    has(&log, "run of test for AUTH_test: ok");
}

#[test]
fn texts_of_clients_cannot_forge_or_flood_a_line() {
    let log = logged(&[], |daemon| {
        let module = daemon.load(storlets::CAT);
        let mut forged = named(&format!("tx\nforged\x1b{}", "x".repeat(1000)), &module);
        forged["tenant"] = json!("AUTH\r\nforged");
        let file = file(b"abc");
        daemon.call(&forged, &[file.as_fd()]).end();
    });
    has(&log, r"tx\nforged\u{1b}x");
    assert!(
        log.iter().any(|line| line.contains(r"AUTH\r\nforged: ok")),
        "{log:#?}"
    );
    for line in &log {
        assert!(line.starts_with("headwater-engine: "), "{line}");
        assert!(
            line.len() < 500 && !line.contains(char::is_control),
            "{line}"
        );
    }
}
