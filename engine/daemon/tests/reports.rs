//! What storlets receive beside their input, and what they report.

mod common;

use common::*;
use serde_json::{Value, json};
use std::os::fd::AsFd;

/// Writes its arguments and its environment, each with its zero byte.
const WORLD: &str = r#"(module
  (import "wasi_snapshot_preview1" "args_get" (func $args (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $args_sizes (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "environ_get" (func $environ (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "environ_sizes_get" (func $environ_sizes (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 2)
  (func (export "_start")
    (i32.store (i32.const 16) (i32.const 4096))
    (drop (call $args_sizes (i32.const 0) (i32.const 20)))
    (drop (call $args (i32.const 1024) (i32.const 4096)))
    (i32.store (i32.const 24) (i32.const 16384))
    (drop (call $environ_sizes (i32.const 0) (i32.const 28)))
    (drop (call $environ (i32.const 2048) (i32.const 16384)))
    (drop (call $write (i32.const 1) (i32.const 16) (i32.const 2) (i32.const 0)))))"#;

fn world(daemon: &Daemon, request: &Value) -> Vec<String> {
    let file = file(b"0123456789");
    let text = String::from_utf8(daemon.call(request, &[file.as_fd()]).data()).expect("text");
    text.split_terminator('\0').map(str::to_string).collect()
}

#[test]
fn a_storlet_receives_its_name_parameters_range_and_metadata() {
    let daemon = Daemon::start(&[]);
    let mut request = request(&[&daemon.load(WORLD)], 10);
    assert_eq!(
        world(&daemon, &request),
        [
            "test",
            "HEADWATER_RANGE_START=0",
            "HEADWATER_OBJECT_LENGTH=10"
        ]
    );
    request["stages"][0]["parameters"] = json!([["b", "1=2"], ["a", "ü"]]);
    request["input"]["start"] = json!(3);
    request["input"]["end"] = json!(5);
    request["content_type"] = json!("text/csv");
    request["metadata"] = json!({"time-zone": "UTC"});
    let expected = [
        "test",
        "b=1=2",
        "a=ü",
        "HEADWATER_RANGE_START=3",
        "HEADWATER_RANGE_END=5",
        "HEADWATER_OBJECT_LENGTH=10",
        "HEADWATER_CONTENT_TYPE=text/csv",
        "HEADWATER_META_TIME_ZONE=UTC",
    ];
    assert_eq!(world(&daemon, &request), expected);
}

/// The range, the length and the content type belong to the object, not to the output of an earlier stage.
#[test]
fn a_later_stage_receives_no_range() {
    let daemon = Daemon::start(&[]);
    let mut request = request(&[&daemon.load(storlets::CAT), &daemon.load(WORLD)], 10);
    request["input"]["start"] = json!(3);
    request["input"]["end"] = json!(5);
    request["content_type"] = json!("text/csv");
    request["metadata"] = json!({"a": "b"});
    assert_eq!(
        world(&daemon, &request),
        ["test", "HEADWATER_RANGE_START=0", "HEADWATER_META_A=b"]
    );
}

/// A report line at 1024, then a byte of the answer, then another line.
fn reporting(before: &str, after: &str) -> String {
    let escaped = |text: &str| text.replace('"', "\\\"");
    let text = storlet!(
        r#"(data (i32.const 1024) "BEFORE") (data (i32.const 8192) "AFTER")
           (func (export "_start")
             (call $write (i32.const 3) (i32.const 1024) (i32.const BEFORE_LENGTH))
             (call $write (i32.const 1) (i32.const 1024) (i32.const 1))
             (call $write (i32.const 3) (i32.const 8192) (i32.const AFTER_LENGTH)))"#
    );
    text.replace("BEFORE_LENGTH", &before.len().to_string())
        .replace("AFTER_LENGTH", &after.len().to_string())
        .replace("BEFORE", &escaped(before))
        .replace("AFTER", &escaped(after))
}

#[test]
fn metadata_precedes_the_answer_and_counts_follow_it() {
    let daemon = Daemon::start(&[]);
    let text = reporting(
        r#"{"metadata": {"Key": "value", "other": "ü"}, "records_in": 1}"#,
        "",
    );
    let answer = daemon.run_text(&text, json!({}));
    assert_eq!(
        answer.metadata(),
        Some(json!({"Key": "value", "other": "ü"}))
    );
    assert_eq!(
        (&answer.end()["records_in"], answer.end().get("records_out")),
        (&json!(1), None)
    );
    let text = reporting(
        "",
        r#"{"records_in": 7, "records_out": 3, "metadata": {"late": "yes"}}"#,
    );
    let end = daemon.run_text(&text, json!({})).end();
    assert_eq!(
        (
            &end["records_in"],
            &end["records_out"],
            &end["metadata"]["late"]
        ),
        (&json!(7), &json!(3), &json!("yes"))
    );
}

#[test]
fn a_report_that_is_no_json_fails() {
    let daemon = Daemon::start(&[]);
    for report in [
        "records: 7",
        r#"{"records_in": -1}"#,
        r#"{"metadata": {"a": 1}}"#,
        r#"{"metadata": {"a b": "c"}}"#,
        "[]",
    ] {
        let failure = daemon.run_text(&reporting("", report), json!({})).failure();
        assert_eq!(failure["error"], "failed", "{report}");
    }
}

#[test]
fn a_pipeline_reports_counts_of_its_first_and_last_stage() {
    let daemon = Daemon::start(&[]);
    let first = daemon.load(&reporting(
        r#"{"records_in": 9, "records_out": 5, "metadata": {"a": "1", "b": "1"}}"#,
        "",
    ));
    let last = daemon.load(&reporting(
        r#"{"records_in": 5, "records_out": 2, "metadata": {"b": "2"}}"#,
        "",
    ));
    let file = file(b"");
    let end = daemon
        .call(&request(&[&first, &last], 0), &[file.as_fd()])
        .end();
    assert_eq!(
        (&end["records_in"], &end["records_out"]),
        (&json!(9), &json!(2))
    );
    assert_eq!(end["metadata"], json!({"a": "1", "b": "2"}));
    assert_eq!(end["stages"][0]["metadata"], json!({"a": "1", "b": "1"}));
}
