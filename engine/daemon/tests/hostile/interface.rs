//! Attacks on the interface of storlets: lengths, addresses and functions.

use crate::common::*;
use crate::storlet;
use serde_json::json;
use std::os::fd::AsFd;

#[test]
fn reads_beyond_the_input_find_its_end() {
    let text = storlet!(
        r#"(func (export "_start") (local $n i32)
             (call $write (i32.const 1) (i32.const 1024) (call $read (i32.const 0) (i32.const 1024) (i32.const 65536)))
             (loop $more
               (if (call $read (i32.const 0) (i32.const 1024) (i32.const 65536)) (then (unreachable)))
               (local.set $n (i32.add (local.get $n) (i32.const 1)))
               (br_if $more (i32.lt_u (local.get $n) (i32.const 1000)))))"#
    );
    let daemon = Daemon::start(&[]);
    let (module, secret) = (daemon.load(text), file(b"the objectNOT THE OBJECT"));
    assert_eq!(
        daemon
            .call(&request(&[&module], 10), &[secret.as_fd()])
            .data(),
        b"the object"
    );
}

/// One call of 64 GiB: a thousand buffers that are the same 64 MiB, from a sparse object of 128 GiB.
#[test]
fn one_read_without_end_ends_at_the_time_limit() {
    let text = storlet!(
        r#"(func (export "_start") (local $at i32)
             (drop (memory.grow (i32.const 1024)))
             (loop $more
               (i32.store (i32.add (local.get $at) (i32.const 1024)) (i32.const 65536))
               (i32.store (i32.add (local.get $at) (i32.const 1028)) (i32.const 67108864))
               (local.set $at (i32.add (local.get $at) (i32.const 8)))
               (br_if $more (i32.lt_u (local.get $at) (i32.const 8000))))
             (drop (call $fd_read (i32.const 0) (i32.const 1024) (i32.const 1000) (i32.const 8)))
             (loop $ever (br $ever)))"#
    );
    let daemon = Daemon::start(&["--metrics", "127.0.0.1:0"]);
    let (module, object) = (daemon.load(text), file(b""));
    object.set_len(1 << 37).expect("a file of holes");
    let mut request = request(&[&module], 1 << 37);
    request["limits"] = json!({"time": 1});
    assert_eq!(
        daemon.call(&request, &[object.as_fd()]).failure()["limit"],
        "time"
    );
    let page = daemon.metrics();
    let read = page.lines().find_map(|line| {
        line.strip_prefix(
            r#"headwater_engine_bytes_read_total{tenant="AUTH_test",storlet="test"} "#,
        )
    });
    let read: u64 = read
        .and_then(|read| read.parse().ok())
        .expect("what was read is counted");
    assert!(read < 1000 * (64 << 20), "the call went on to its end");
    daemon.serves_a_neighbour();
}

/// Each call has an invalid address, length or count. The storlet ends with the number of the first call that is not
/// refused.
#[test]
fn bad_pointers_are_refused() {
    let calls: &[(&str, &str, &str)] = &[
        ("fd_read", "i32 i32 i32 i32", "0 -1 1 0"),
        ("fd_read", "i32 i32 i32 i32", "0 65532 1 0"),
        ("fd_read", "i32 i32 i32 i32", "0 0 -1 0"),
        ("fd_read", "i32 i32 i32 i32", "0 256 1 0"),
        ("fd_read", "i32 i32 i32 i32", "0 264 1 0"),
        ("fd_read", "i32 i32 i32 i32", "0 512 1 65533"),
        ("fd_write", "i32 i32 i32 i32", "1 256 1 0"),
        ("fd_write", "i32 i32 i32 i32", "1 -8 2 0"),
        ("fd_write", "i32 i32 i32 i32", "0 512 1 0"),
        ("fd_read", "i32 i32 i32 i32", "1 512 1 0"),
        ("fd_read", "i32 i32 i32 i32", "4 512 1 0"),
        ("fd_read", "i32 i32 i32 i32", "-1 512 1 0"),
        ("random_get", "i32 i32", "65535 2"),
        ("random_get", "i32 i32", "0 -1"),
        ("args_get", "i32 i32", "65533 0"),
        ("args_get", "i32 i32", "0 -1"),
        ("args_sizes_get", "i32 i32", "-1 0"),
        ("environ_get", "i32 i32", "-4 0"),
        ("environ_sizes_get", "i32 i32", "0 65533"),
        ("clock_time_get", "i32 i64 i32", "0 0 -1"),
        ("clock_time_get", "i32 i64 i32", "9 0 0"),
        ("clock_res_get", "i32 i32", "0 65529"),
        ("poll_oneoff", "i32 i32 i32 i32", "0 0 -1 0"),
        ("poll_oneoff", "i32 i32 i32 i32", "-48 0 1 0"),
        ("poll_oneoff", "i32 i32 i32 i32", "1024 -1 1 0"),
        ("fd_fdstat_get", "i32 i32", "0 65530"),
        ("fd_filestat_get", "i32 i32", "0 65530"),
        ("fd_close", "i32", "77"),
    ];
    // At 256 and 264 buffers beyond memory, at 512 a valid one, at 1024 a subscription to a descriptor.
    let data = r#"(data (i32.const 256) "\ff\ff\00\00\02\00\00\00\00\00\00\00\ff\ff\ff\ff") (data (i32.const 512) "\00\04\00\00\01\00\00\00")
                  (data (i32.const 1032) "\01")"#;
    Daemon::start(&[])
        .run_text(&calling(calls, data), json!({}))
        .end();
}

/// Files, sockets and signals are linked and do nothing.
#[test]
fn every_function_of_files_and_sockets_is_refused() {
    let calls: &[(&str, &str, &str)] = &[
        (
            "path_open",
            "i32 i32 i32 i32 i32 i64 i64 i32 i32",
            "3 0 1 0 1 0 0 0 0",
        ),
        ("path_create_directory", "i32 i32 i32", "3 0 1"),
        ("path_filestat_get", "i32 i32 i32 i32 i32", "3 0 0 1 0"),
        (
            "path_filestat_set_times",
            "i32 i32 i32 i32 i64 i64 i32",
            "3 0 0 1 0 0 0",
        ),
        ("path_link", "i32 i32 i32 i32 i32 i32 i32", "3 0 0 1 3 0 1"),
        ("path_readlink", "i32 i32 i32 i32 i32 i32", "3 0 1 0 1 0"),
        ("path_remove_directory", "i32 i32 i32", "3 0 1"),
        ("path_rename", "i32 i32 i32 i32 i32 i32", "3 0 1 3 0 1"),
        ("path_symlink", "i32 i32 i32 i32 i32", "0 1 3 0 1"),
        ("path_unlink_file", "i32 i32 i32", "3 0 1"),
        ("fd_prestat_get", "i32 i32", "3 0"),
        ("fd_prestat_dir_name", "i32 i32 i32", "3 0 1"),
        ("fd_readdir", "i32 i32 i32 i64 i32", "0 0 1 0 0"),
        ("fd_advise", "i32 i64 i64 i32", "0 0 0 0"),
        ("fd_allocate", "i32 i64 i64", "0 0 0"),
        ("fd_datasync", "i32", "1"),
        ("fd_sync", "i32", "1"),
        ("fd_seek", "i32 i64 i32 i32", "0 0 0 0"),
        ("fd_tell", "i32 i32", "0 0"),
        ("fd_pread", "i32 i32 i32 i64 i32", "0 0 1 0 0"),
        ("fd_pwrite", "i32 i32 i32 i64 i32", "1 0 1 0 0"),
        ("fd_renumber", "i32 i32", "0 1"),
        ("fd_fdstat_set_flags", "i32 i32", "0 4"),
        ("fd_fdstat_set_rights", "i32 i64 i64", "0 0 0"),
        ("fd_filestat_set_size", "i32 i64", "0 0"),
        ("fd_filestat_set_times", "i32 i64 i64 i32", "0 0 0 0"),
        ("sock_accept", "i32 i32 i32", "0 0 0"),
        ("sock_recv", "i32 i32 i32 i32 i32 i32", "0 0 1 0 0 0"),
        ("sock_send", "i32 i32 i32 i32 i32", "1 0 1 0 0"),
        ("sock_shutdown", "i32 i32", "1 0"),
        ("proc_raise", "i32", "9"),
    ];
    let daemon = Daemon::start(&[]);
    daemon.run_text(&calling(calls, ""), json!({})).end();
    daemon.serves_a_neighbour();
}

/// A storlet that makes these calls (name, types, arguments). It ends with the number, from 100, of the first that
/// returns 0.
fn calling(calls: &[(&str, &str, &str)], data: &str) -> String {
    let import = |(index, (name, types, _)): (usize, &(&str, &str, &str))| {
        format!(
            r#"(import "wasi_snapshot_preview1" "{name}" (func $f{index} (param {types}) (result i32)))"#
        )
    };
    let call = |(index, (_, types, arguments)): (usize, &(&str, &str, &str))| {
        let pairs = types.split(' ').zip(arguments.split(' '));
        let arguments: String = pairs
            .map(|(kind, value)| format!("({kind}.const {value})"))
            .collect();
        format!(
            "(if (i32.eqz (call $f{index} {arguments})) (then (call $exit (i32.const {}))))",
            100 + index
        )
    };
    let imports: String = calls.iter().enumerate().map(import).collect();
    let body: String = calls.iter().enumerate().map(call).collect();
    format!(
        r#"(module {imports} (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
           (memory (export "memory") 1) {data} (func (export "_start") {body}))"#
    )
}

/// Sixteen buffers of 256 MiB: their total length exceeds 32 bits.
#[test]
fn a_read_or_write_of_4_gib_does_not_count_as_nothing() {
    let call = |function: &str, descriptor: u32| {
        format!(
            r#"(call $must (call ${function} (i32.const {descriptor}) (i32.const 1024) (i32.const 16) (i32.const 8)))
               (if (i32.ne (i32.load (i32.const 8)) (i32.const -1)) (then (call $exit (i32.const 7))))"#
        )
    };
    let text = storlet!(
        r#"(func $buffers (local $at i32)
             (loop $more
               (i32.store (i32.add (local.get $at) (i32.const 1024)) (i32.const 0))
               (i32.store (i32.add (local.get $at) (i32.const 1028)) (i32.const 0x10000000))
               (local.set $at (i32.add (local.get $at) (i32.const 8)))
               (br_if $more (i32.lt_u (local.get $at) (i32.const 128)))))
           (func (export "_start")
             (drop (memory.grow (i32.const 4094)))
             (call $buffers) READ (call $buffers) WRITE)"#
    );
    let text = text
        .replace("READ", &call("fd_read", 0))
        .replace("WRITE", &call("fd_write", 2));
    let daemon = Daemon::start(&[]);
    let (module, object) = (daemon.load(&text), file(b""));
    object.set_len(1 << 33).expect("a file of holes");
    let answer = daemon.call(&request(&[&module], 1 << 33), &[object.as_fd()]);
    assert_eq!(answer.end()["bytes_in"], u32::MAX);
}
