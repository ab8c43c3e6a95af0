//! Clients that disconnect, read too slowly, or send no input.

mod common;

use common::*;
use serde_json::json;
use std::io::Read;
use std::os::fd::AsFd;

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
