//! The socket: malformed requests, clients that disconnect, too many requests, and shutdown.

mod common;

use common::*;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

fn refused(daemon: &Daemon, bytes: &[u8]) -> Value {
    let socket = daemon.connect();
    send(&socket, bytes, &[]);
    let failure = answer(socket).failure();
    assert_eq!(failure["error"], "request", "{failure}");
    failure
}

#[test]
fn malformed_requests_are_refused() {
    let daemon = Daemon::start(&[]);
    for json in [
        "{",
        "[]",
        "{}",
        r#"{"version": 2, "op": "status"}"#,
        r#"{"version": 1}"#,
        r#"{"version": 1, "op": "exec"}"#,
        r#"{"version": 1, "op": "run"}"#,
        r#"{"version": 1, "op": "load", "module": {"descriptor": 0, "length": -1}}"#,
        r#"{"version": 1, "op": "count", "counters": [{"name": "Bad Name", "value": 1}]}"#,
    ] {
        refused(&daemon, &framed(json));
    }
    daemon.serves_a_neighbour();
}

#[test]
fn empty_and_oversized_requests_are_refused_by_their_length() {
    let daemon = Daemon::start(&[]);
    refused(&daemon, &0u32.to_le_bytes());
    refused(&daemon, &(1u32 << 20 | 1).to_le_bytes());
    refused(&daemon, &u32::MAX.to_le_bytes());
    daemon.serves_a_neighbour();
}

#[test]
fn each_member_of_a_run_is_checked() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let file = file(b"abc");
    let wrong: &[(&str, Value)] = &[
        ("/priority", json!(10)),
        ("/tenant", json!("")),
        ("/tenant", json!("x".repeat(257))),
        ("/stages", json!([])),
        (
            "/stages",
            json!(vec![json!({"storlet": "a", "module": module}); 9]),
        ),
        ("/stages/0/module", json!("abc")),
        ("/stages/0/storlet", json!("a\0b")),
        ("/stages/0/parameters", json!([["a=b", "c"]])),
        ("/stages/0/parameters", json!([["a", "c\0"]])),
        ("/input/length", json!(null)),
        ("/input/kind", json!("tape")),
        ("/input/kind", json!("stream")),
        ("/input/descriptor", json!(1)),
        (
            "/input",
            json!({"descriptor": 0, "kind": "file", "length": 3, "start": 2, "end": 1}),
        ),
        ("/resources", json!([{"descriptor": 0, "length": 3}])),
        ("/resources", json!([{"descriptor": 7, "length": 3}])),
        ("/metadata", json!({"a=b": "c"})),
        ("/limits", json!({"time": -1})),
    ];
    for (member, value) in wrong {
        let mut request = request(&[&module], 3);
        request["priority"] = json!(5);
        request["resources"] = json!([]);
        request["metadata"] = json!({});
        request["limits"] = json!({});
        request["stages"][0]["parameters"] = json!([]);
        *request.pointer_mut(member).expect("a member") = value.clone();
        let answer = daemon.call(&request, &[file.as_fd()]);
        assert_eq!(answer.reason(), "request", "{member} {value}");
    }
    daemon.serves_a_neighbour();
}

#[test]
fn unusable_descriptors_are_refused() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let (reader, writer) = pipe();
    let folder = std::fs::File::open("/").expect("a folder");
    let write_only = std::fs::File::options()
        .write(true)
        .open("/dev/null")
        .expect("a device");
    assert_eq!(
        daemon.call(&request(&[&module], 3), &[]).reason(),
        "request",
        "none came"
    );
    for descriptor in [reader.as_fd(), folder.as_fd(), write_only.as_fd()] {
        assert_eq!(
            daemon.call(&request(&[&module], 3), &[descriptor]).reason(),
            "request"
        );
    }
    for descriptor in [writer.as_fd(), folder.as_fd()] {
        assert_eq!(
            daemon
                .call(&stream_request(&[&module], None), &[descriptor])
                .reason(),
            "request"
        );
    }
    let many = vec![folder.as_fd(); 20];
    assert_eq!(
        daemon.call(&request(&[&module], 3), &many).reason(),
        "request",
        "too many"
    );
    daemon.serves_a_neighbour();
}

#[test]
fn a_module_that_was_not_loaded_is_missing() {
    let daemon = Daemon::start(&[]);
    let failure = daemon.run(&"0".repeat(64), b"", json!({})).failure();
    assert_eq!(failure["error"], "missing");
}

/// A request may arrive byte by byte.
#[test]
fn a_request_may_arrive_in_pieces() {
    let daemon = Daemon::start(&[]);
    let mut socket = daemon.connect();
    for byte in framed(r#"{"version": 1, "op": "status"}"#) {
        socket.write_all(&[byte]).expect("a byte is sent");
    }
    assert_eq!(answer(socket).end()["version"], env!("CARGO_PKG_VERSION"));
}

/// A storlet that waits for input, with this priority. Returns its input's write end.
fn waits(
    daemon: &Daemon,
    module: &str,
    priority: u8,
) -> (std::os::unix::net::UnixStream, std::fs::File) {
    let (reader, writer) = pipe();
    let mut request = stream_request(&[module], None);
    request["priority"] = json!(priority);
    (daemon.send(&request, &[reader.as_fd()]), writer)
}

#[test]
fn a_client_that_disconnects_ends_its_computation() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let (module, file) = (daemon.load(storlets::LOOP), file(b""));
    let socket = daemon.send(&request(&[&module], 0), &[file.as_fd()]);
    daemon.until(1, 0);
    drop(socket);
    daemon.until(0, 0);
    daemon.serves_a_neighbour();
}

#[test]
fn a_client_that_disconnects_ends_a_wait_for_input() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let (socket, _writer) = waits(&daemon, &daemon.load(storlets::CAT), 5);
    daemon.until(1, 0);
    drop(socket);
    daemon.until(0, 0);
}

#[test]
fn a_client_that_shuts_down_its_side_receives_the_cancellation() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let (socket, _writer) = waits(&daemon, &daemon.load(storlets::CAT), 5);
    daemon.until(1, 0);
    socket
        .shutdown(std::net::Shutdown::Write)
        .expect("a socket");
    assert_eq!(answer(socket).reason(), "cancelled");
    daemon.until(0, 0);
}

#[test]
fn a_client_that_disconnects_ends_a_wait_for_its_reader() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let (module, file) = (daemon.load(storlets::OUTPUT_BOMB), file(b""));
    let mut socket = daemon.send(&request(&[&module], 0), &[file.as_fd()]);
    socket
        .read_exact(&mut [0; 100_000])
        .expect("an answer without end");
    drop(socket);
    daemon.until(0, 0);
}

#[test]
fn a_client_that_disconnects_frees_its_place_in_the_queue() {
    let daemon = Daemon::start(&["--workers", "1", "--queue", "1", "--at-once", "64"]);
    let module = daemon.load(storlets::CAT);
    let _at_work = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let waiting = waits(&daemon, &module, 5);
    daemon.until(1, 1);
    drop(waiting);
    daemon.until(1, 0);
}

#[test]
fn a_reader_that_is_too_slow_is_dropped_at_the_time_limit() {
    let daemon = Daemon::start(&["--workers", "1", "--time", "1"]);
    let (module, file) = (daemon.load(storlets::OUTPUT_BOMB), file(b""));
    let socket = daemon.send(&request(&[&module], 0), &[file.as_fd()]);
    daemon.until(1, 0);
    daemon.until(0, 0);
    assert!(
        answer(socket).broken(),
        "no end frame, and no error behind a torn one"
    );
    daemon.serves_a_neighbour();
}

#[test]
fn an_input_that_stalls_is_dropped_at_the_time_limit() {
    let daemon = Daemon::start(&[]);
    let (reader, _writer) = pipe();
    let mut request = stream_request(&[&daemon.load(storlets::CAT)], None);
    request["limits"] = json!({"time": 1});
    let failure = daemon.call(&request, &[reader.as_fd()]).failure();
    assert_eq!(
        (&failure["error"], &failure["limit"]),
        (&json!("limit"), &json!("time"))
    );
}

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
fn a_stop_refuses_new_requests_and_finishes_running_ones() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let module = daemon.load(storlets::CAT);
    let (running, mut input) = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let (waiting, _) = waits(&daemon, &module, 5);
    daemon.until(1, 1);
    daemon.signal(Signal::TERM);
    assert_eq!(answer(waiting).reason(), "busy");
    assert_eq!(daemon.run(&module, b"late", json!({})).reason(), "busy");
    input.write_all(b"to the end").expect("its input");
    drop(input);
    assert_eq!(answer(running).data(), b"to the end");
    let (code, log, _) = daemon.ended();
    assert_eq!(code, Some(0), "{log}");
}

#[test]
fn a_stop_waits_no_longer_than_its_grace() {
    let daemon = Daemon::start(&["--workers", "1", "--grace", "1"]);
    let (module, file) = (daemon.load(storlets::LOOP), file(b""));
    let socket = daemon.send(&request(&[&module], 0), &[file.as_fd()]);
    daemon.until(1, 0);
    daemon.signal(Signal::TERM);
    let (code, log, _) = daemon.ended();
    assert_eq!(code, Some(0), "{log}");
    let answer = answer(socket);
    assert!(answer.broken() || answer.reason() == "cancelled");
}

#[test]
fn a_second_engine_on_the_same_socket_is_refused_and_a_dead_ones_socket_replaced() {
    let daemon = Daemon::start(&[]);
    let folder = daemon.socket().parent().expect("a folder").to_path_buf();
    let second = Daemon::command(&folder, &[])
        .output()
        .expect("the engine starts");
    assert_eq!(second.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another engine"));
    daemon.signal(Signal::KILL);
    let (_, _, folder) = daemon.ended();
    Daemon::start_in(folder, &[]).serves_a_neighbour();
}
