//! Pipelines of several stages.

mod common;

use common::*;
use serde_json::json;
use std::os::fd::AsFd;

#[test]
fn eight_stages_forward_every_byte() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let module = daemon.load(storlets::CAT);
    let object: Vec<u8> = (0..5_000_000u32)
        .map(|index| (index.wrapping_mul(2654435761) >> 24) as u8)
        .collect();
    let file = file(&object);
    let answer = daemon.call(
        &request(&[module.as_str(); 8], object.len()),
        &[file.as_fd()],
    );
    assert!(answer.data() == object, "another answer");
    let end = answer.end();
    assert_eq!(end["stages"].as_array().map(Vec::len), Some(8));
    assert!(
        end["stages"]
            .as_array()
            .into_iter()
            .flatten()
            .all(|stage| stage["bytes_in"] == object.len())
    );
}

#[test]
fn a_stage_may_leave_input_unread() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let (cat, first) = (daemon.load(storlets::CAT), daemon.load(storlets::FIRST));
    let object = vec![b'a'; 5_000_000];
    let file = file(&object);
    let answer = daemon.call(
        &request(&[&cat, &cat, &first], object.len()),
        &[file.as_fd()],
    );
    assert_eq!(answer.data(), b"a");
    let endless = daemon.load(storlets::OUTPUT_BOMB);
    assert_eq!(
        daemon
            .call(&request(&[&endless, &first], 0), &[file.as_fd()])
            .data_bytes(),
        1
    );
    daemon.until(0, 0);
}

/// The output of a stage before it failed must not pass for an answer.
#[test]
fn a_stage_that_fails_fails_the_pipeline() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let cat = daemon.load(storlets::CAT);
    let fails = daemon.load(storlet!(
        r#"(func (export "_start")
             (call $write (i32.const 1) (i32.const 1024) (call $read (i32.const 0) (i32.const 1024) (i32.const 10)))
             (call $exit (i32.const 64)))"#
    ));
    let file = file(b"0123456789");
    for (position, stages) in [
        [&fails, &cat, &cat],
        [&cat, &fails, &cat],
        [&cat, &cat, &fails],
    ]
    .into_iter()
    .enumerate()
    {
        let failure = daemon
            .call(&request(&stages.map(String::as_str), 10), &[file.as_fd()])
            .failure();
        assert_eq!(
            (&failure["error"], &failure["stage"], &failure["exit"]),
            (&json!("parameters"), &json!(position), &json!(64))
        );
    }
}

/// A client that loads missing modules must learn their hashes, one after the other.
#[test]
fn a_missing_module_is_reported_with_its_stage() {
    let stages = [storlets::CAT, storlets::FIRST, storlets::LOOP];
    let elsewhere = Daemon::start(&[]);
    let hashes = stages.map(|text| elsewhere.load(text));
    let hashes = hashes.each_ref().map(String::as_str);
    let file = file(b"0123456789");
    for missing in 0..stages.len() {
        let daemon = Daemon::start(&[]);
        for (index, text) in stages.into_iter().enumerate() {
            if index != missing {
                daemon.load(text);
            }
        }
        for limits in [json!({}), json!({"fuel": 1_000_000})] {
            let mut request = request(&hashes, 10);
            request["limits"] = limits;
            let failure = daemon.call(&request, &[file.as_fd()]).failure();
            assert_eq!(
                (&failure["error"], &failure["stage"], &failure["module"]),
                (&json!("missing"), &json!(missing), &json!(hashes[missing]))
            );
        }
    }
}
