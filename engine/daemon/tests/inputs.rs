//! What storlets read: files, streams and resources.

mod common;

use common::*;
use serde_json::json;
use std::io::Write;
use std::os::fd::AsFd;

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
