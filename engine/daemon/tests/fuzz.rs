//! Random requests: none may end the daemon, or receive anything but frames. The seed is printed, and `HEADWATER_SEED`
//! repeats it.

mod common;

use common::*;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use std::os::fd::AsFd;

const CASES: u32 = 3000;

fn runner() -> TestRunner {
    let seed = std::env::var("HEADWATER_SEED")
        .ok()
        .and_then(|seed| seed.parse::<u64>().ok());
    let now = || {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos() as u64)
    };
    let seed = seed.unwrap_or_else(now);
    println!("HEADWATER_SEED={seed}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        max_shrink_iters: 100,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// JSON of any form with the protocol's words.
fn values() -> impl Strategy<Value = Value> {
    let words = [
        "run",
        "load",
        "count",
        "status",
        "file",
        "stream",
        "version",
        "op",
        "",
        "\0",
        "=",
        "AUTH_test",
        "ü",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..20u64).prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
        Just(json!("0".repeat(64))),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        let array = prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from);
        let object = prop::collection::btree_map(prop::sample::select(MEMBERS), inner, 0..5);
        prop_oneof![array, object.prop_map(|members| json!(members))]
    })
}

const MEMBERS: &[&str] = &[
    "version",
    "op",
    "tenant",
    "stages",
    "storlet",
    "module",
    "parameters",
    "input",
    "descriptor",
    "kind",
    "length",
    "start",
    "end",
    "resources",
    "metadata",
    "limits",
    "memory",
    "time",
    "fuel",
    "output",
    "at_once",
    "priority",
    "weight",
    "counters",
    "name",
    "labels",
    "value",
];

/// A valid request with some of its members replaced.
fn mutations(good: Value) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec((any::<prop::sample::Index>(), values()), 0..4).prop_map(move |changes| {
        let mut request = good.clone();
        for (index, value) in changes {
            let places = places(&request, String::new());
            if let Some(place) = request.pointer_mut(&places[index.index(places.len())]) {
                *place = value;
            }
        }
        framed(&request.to_string())
    })
}

fn places(value: &Value, at: String) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        Value::Array(values) => values
            .iter()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    let below = inner
        .into_iter()
        .flat_map(|(name, value)| places(value, format!("{at}/{name}")));
    std::iter::once(at.clone()).chain(below).collect()
}

fn requests(module: &str) -> impl Strategy<Value = Vec<u8>> {
    let mut run = request(&[module, module], 10);
    run["stages"][0]["parameters"] = json!([["a", "b"]]);
    run["resources"] = json!([{"descriptor": 1, "length": 3}]);
    run["metadata"] = json!({"a": "b"});
    run["limits"] =
        json!({"time": 1, "fuel": null, "output": 100, "memory": 1 << 20, "at_once": 5});
    let load = json!({"version": 1, "op": "load", "module": {"descriptor": 0, "length": 10}});
    let count = json!({"version": 1, "op": "count", "counters": [{"name": "requests", "labels": {"tenant": "a"}, "value": 1}]});
    prop_oneof![
        4 => mutations(run),
        1 => mutations(load),
        1 => mutations(count),
        1 => values().prop_map(|value| framed(&value.to_string())),
        1 => prop::collection::vec(any::<u8>(), 1..100),
        1 => prop::collection::vec(any::<u8>(), 1..100).prop_map(|bytes| [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat()),
    ]
}

#[test]
fn no_request_ends_the_daemon_or_goes_unanswered() {
    let daemon = Daemon::start(&["--time", "2"]);
    let module = daemon.load(storlets::CAT);
    let files = [file(b"0123456789"), file(b"abc")];
    let descriptors = files.each_ref().map(|file| file.as_fd());
    let outcome = runner().run(
        &(requests(&module), 0..=2usize, any::<bool>()),
        |(bytes, count, leaves)| {
            let socket = daemon.connect();
            send(&socket, &bytes, &descriptors[..count]);
            if leaves {
                return Ok(());
            }
            let length = bytes
                .first_chunk()
                .map_or(0, |prefix| u32::from_le_bytes(*prefix) as usize);
            if bytes.len() < 4 || (bytes.len() - 4 < length && length <= 1 << 20) {
                // The rest of the request will not arrive.
                socket
                    .shutdown(std::net::Shutdown::Write)
                    .expect("a socket");
                let _ = answer(socket);
                return Ok(());
            }
            let answer = answer(socket);
            prop_assert!(!answer.broken(), "{:?}", String::from_utf8_lossy(&bytes));
            prop_assert!(answer.outcome() != "internal", "{}", answer.failure());
            Ok(())
        },
    );
    outcome.unwrap_or_else(|error| panic!("{error}"));
    daemon.serves_a_neighbour();
    daemon.until(0, 0);
}
