//! The end of an engine, and a second engine on its socket.

mod common;

use common::*;
use rustix::process::Signal;
use serde_json::json;
use std::io::Write;
use std::os::fd::AsFd;

#[test]
fn a_stop_refuses_new_requests_and_finishes_running_ones() {
    let daemon = Daemon::start(&["--workers", "1", "--metrics", "127.0.0.1:0"]);
    let module = daemon.load(storlets::CAT);
    let (running, mut input) = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let (waiting, _) = waits(&daemon, &module, 5);
    daemon.until(1, 1);
    daemon.signal(Signal::TERM);
    assert!(answer(waiting).is_stopping());
    assert!(daemon.run(&module, b"late", json!({})).is_stopping());
    assert!(
        !daemon.metrics().contains("reason=\"busy\""),
        "they are not lost"
    );
    input.write_all(b"to the end").expect("its input");
    drop(input);
    assert_eq!(answer(running).data(), b"to the end");
    let (code, log, _) = daemon.ended();
    assert_eq!(code, Some(0), "{log}");
}

#[test]
fn a_stop_refuses_requests_that_have_arrived_unread() {
    let daemon = Daemon::start(&[]);
    daemon.signal(Signal::STOP);
    let sockets: Vec<_> = (0..20)
        .map(|_| daemon.send(&json!({"version": 1, "op": "status"}), &[]))
        .collect();
    daemon.signal(Signal::TERM);
    daemon.signal(Signal::CONT);
    for socket in sockets {
        let answer = answer(socket);
        assert!(!answer.broken() && (answer.outcome() == "ok" || answer.is_stopping()));
    }
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
