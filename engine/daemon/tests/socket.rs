//! The socket: malformed requests.

mod common;

use common::*;
use serde_json::{Value, json};
use std::io::Write;
use std::os::fd::AsFd;

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
        ("/weight", json!(0)),
        ("/weight", json!(101)),
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
        request["weight"] = json!(1);
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
