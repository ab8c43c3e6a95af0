//! Pipelines, streams, and what storlets receive and report.

mod common;

use common::*;
use serde_json::{Value, json};
use std::io::Write;
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

#[test]
fn a_storlet_reads_to_the_end_of_the_object_not_of_the_range() {
    let daemon = Daemon::start(&[]);
    let (module, object) = (daemon.load(storlets::CAT), file(b"0123456789"));
    let mut request = request(&[&module], 10);
    request["input"]["start"] = json!(3);
    request["input"]["end"] = json!(5);
    assert_eq!(daemon.call(&request, &[object.as_fd()]).data(), b"3456789");
    request["input"]["start"] = json!(20);
    request["input"]["end"] = json!(null);
    assert_eq!(
        daemon.call(&request, &[object.as_fd()]).data(),
        b"",
        "a start behind the end"
    );
}

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

#[test]
fn a_stream_is_read_as_it_arrives() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let (reader, mut writer) = pipe();
    let socket = daemon.send(&stream_request(&[&module], Some(6)), &[reader.as_fd()]);
    writer.write_all(b"abc").expect("its input");
    daemon.until(1, 0);
    writer.write_all(b"defNOT THE OBJECT").expect("its input");
    assert_eq!(answer(socket).data(), b"abcdef", "its length bounds it");
}

#[test]
fn a_stream_that_begins_at_the_range_has_only_the_rest() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let (reader, mut writer) = pipe();
    let mut request = stream_request(&[&module], Some(10));
    request["input"]["start"] = json!(7);
    writer.write_all(b"789").expect("its input");
    drop(writer);
    assert_eq!(daemon.call(&request, &[reader.as_fd()]).data(), b"789");
}

#[test]
fn a_stream_that_ends_early_is_an_input_error() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    for stages in [vec![module.as_str()], vec![module.as_str(); 3]] {
        let (reader, mut writer) = pipe();
        writer.write_all(b"abc").expect("its input");
        drop(writer);
        let answer = daemon.call(&stream_request(&stages, Some(4)), &[reader.as_fd()]);
        assert_eq!(answer.reason(), "input");
    }
}

#[test]
fn a_file_that_is_shorter_than_the_object_is_an_input_error() {
    let daemon = Daemon::start(&[]);
    let (module, short) = (daemon.load(storlets::CAT), file(b"abc"));
    assert_eq!(
        daemon
            .call(&request(&[&module], 4), &[short.as_fd()])
            .reason(),
        "input"
    );
}

#[test]
fn resources_are_read_from_descriptor_4_by_every_stage() {
    let text = storlet!(
        r#"(func $copy (param $fd i32) (call $write (i32.const 1) (i32.const 1024) (call $read (local.get $fd) (i32.const 1024) (i32.const 100))))
           (func (export "_start") (call $copy (i32.const 0)) (call $copy (i32.const 5)) (call $copy (i32.const 4)))"#
    );
    let daemon = Daemon::start(&[]);
    let module = daemon.load(text);
    let files = [file(b"object "), file(b"four "), file(b"five and more")];
    let mut request = request(&[&module, &module], 7);
    request["resources"] = json!([{"descriptor": 1, "length": 5}, {"descriptor": 2, "length": 4}]);
    let answer = daemon.call(&request, &files.each_ref().map(|file| file.as_fd()));
    assert_eq!(
        String::from_utf8_lossy(&answer.data()),
        "object fivefour fivefour "
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
