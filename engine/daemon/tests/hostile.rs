//! Hostile storlets. Each is contained, the daemon survives, and a neighbour is served. `docs/security.md` lists them.

mod common;

use common::*;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use serde_json::{Value, json};
use std::os::fd::AsFd;

fn fails_with(daemon: &Daemon, text: &str, limits: Value, reason: &str) -> Value {
    let failure = daemon.run_text(text, limits).failure();
    assert_eq!(failure["error"], reason, "{failure}");
    daemon.serves_a_neighbour();
    failure
}

fn reaches(daemon: &Daemon, text: &str, limits: Value, limit: &str) {
    assert_eq!(fails_with(daemon, text, limits, "limit")["limit"], limit);
}

fn refused(daemon: &Daemon, module: &[u8]) -> String {
    let failure = daemon.try_load(module).failure();
    assert_eq!(failure["error"], "module", "{failure}");
    daemon.serves_a_neighbour();
    failure["message"].as_str().expect("a message").to_string()
}

fn refused_text(daemon: &Daemon, text: &str) -> String {
    refused(daemon, &wat::parse_str(text).expect("WebAssembly text"))
}

#[test]
fn an_infinite_loop_ends_at_the_time_limit() {
    reaches(
        &Daemon::start(&[]),
        storlets::LOOP,
        json!({"time": 1}),
        "time",
    );
}

#[test]
fn infinite_loops_on_all_workers_but_one_leave_a_neighbour_his() {
    let daemon = Daemon::start(&["--workers", "3", "--time", "30"]);
    let (module, file) = (daemon.load(storlets::LOOP), file(b""));
    let _loops = [(), ()].map(|()| daemon.send(&request(&[&module], 0), &[file.as_fd()]));
    daemon.until(2, 0);
    daemon.serves_a_neighbour();
}

#[test]
fn an_infinite_loop_before_main_ends_at_the_time_limit() {
    let text =
        storlet!(r#"(func $init (loop $more (br $more))) (start $init) (func (export "_start"))"#);
    reaches(&Daemon::start(&[]), text, json!({"time": 1}), "time");
}

#[test]
fn an_infinite_loop_ends_at_the_fuel_limit() {
    let daemon = Daemon::start(&[]);
    reaches(&daemon, storlets::LOOP, json!({"fuel": 1_000_000}), "fuel");
    let fed = daemon.run_text(storlets::CAT, json!({"fuel": 1_000_000}));
    assert!(
        fed.end()["fuel"]
            .as_u64()
            .is_some_and(|fuel| (1..1_000_000).contains(&fuel)),
        "what it took is told"
    );
}

#[test]
fn a_sleep_without_end_ends_at_the_time_limit() {
    let text = r#"(module
      (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
      (memory (export "memory") 1)
      (func (export "_start")
        (i64.store (i32.const 24) (i64.const -1))
        (drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))))"#;
    reaches(&Daemon::start(&[]), text, json!({"time": 1}), "time");
}

#[test]
fn a_memory_bomb_ends_at_the_memory_limit() {
    let text = storlet!(
        r#"(func (export "_start") (loop $more
             (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then (unreachable)))
             (memory.fill (i32.const 1024) (i32.const 7) (i32.sub (i32.mul (memory.size) (i32.const 65536)) (i32.const 1024)))
             (br $more)))"#
    );
    reaches(
        &Daemon::start(&[]),
        text,
        json!({"memory": 8 << 20}),
        "memory",
    );
}

#[test]
fn memory_that_is_refused_may_be_done_without() {
    let text = storlet!(
        r#"(func (export "_start")
             (if (i32.ne (memory.grow (i32.const 60000)) (i32.const -1)) (then (unreachable)))
             (call $write (i32.const 1) (i32.const 0) (i32.const 1)))"#
    );
    let daemon = Daemon::start(&[]);
    assert_eq!(daemon.run_text(text, json!({})).end()["bytes_out"], 1);
}

#[test]
fn a_module_that_begins_with_too_much_memory_is_refused() {
    let daemon = Daemon::start(&["--memory", "64"]);
    let text = r#"(module (memory (export "memory") 1025) (func (export "_start")))"#;
    assert!(refused_text(&daemon, text).contains("67174400 bytes of memory"));
    let fits = r#"(module (memory (export "memory") 1024) (func (export "_start")))"#;
    assert_eq!(daemon.run_text(fits, json!({})).outcome(), "ok");
    reaches(&daemon, fits, json!({"memory": 1 << 20}), "memory");
}

#[test]
fn an_output_bomb_ends_at_the_output_limit() {
    let daemon = Daemon::start(&[]);
    let answer = daemon.run_text(storlets::OUTPUT_BOMB, json!({"output": 10_000_000}));
    assert_eq!(answer.failure()["limit"], "output");
    assert!(answer.data_bytes() <= 10_000_000);
    daemon.serves_a_neighbour();
}

#[test]
fn of_a_log_bomb_only_the_tail_is_kept() {
    let text = storlet!(
        r#"(func (export "_start") (local $n i32)
             (memory.fill (i32.const 1024) (i32.const 97) (i32.const 65536))
             (loop $more
               (call $write (i32.const 2) (i32.const 1024) (i32.const 65536))
               (local.set $n (i32.add (local.get $n) (i32.const 1)))
               (br_if $more (i32.lt_u (local.get $n) (i32.const 10000))))
             (i32.store8 (i32.const 1024) (i32.const 98))
             (call $write (i32.const 2) (i32.const 1024) (i32.const 1))
             (call $exit (i32.const 3)))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    let log = failure["stderr"].as_str().expect("a log");
    assert_eq!(
        (log.len(), log.ends_with("ab"), &failure["exit"]),
        (4096, true, &json!(3))
    );
}

#[test]
fn a_report_bomb_fails() {
    let text = storlet!(
        r#"(func (export "_start") (loop $more (call $write (i32.const 3) (i32.const 1024) (i32.const 1000)) (br $more)))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["message"]
            .as_str()
            .is_some_and(|message| message.contains("longer than 65536 bytes")),
        "{failure}"
    );
}

#[test]
fn a_report_that_no_header_can_bear_fails() {
    let text = storlet!(
        r#"(data (i32.const 1024) "{\"metadata\": {\"a\": \"b\\r\\nX-Evil: yes\"}}\n")
           (func (export "_start") (call $write (i32.const 3) (i32.const 1024) (i32.const 41)))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["message"]
            .as_str()
            .is_some_and(|message| message.contains("no header can bear")),
        "{failure}"
    );
}

#[test]
fn forbidden_imports_are_refused() {
    let daemon = Daemon::start(&[]);
    for import in [
        r#"(import "env" "system" (func (param i32) (result i32)))"#,
        r#"(import "wasi_unstable" "fd_write" (func (param i32 i32 i32 i32) (result i32)))"#,
        r#"(import "wasi_snapshot_preview1" "fd_exec" (func))"#,
        r#"(import "wasi_snapshot_preview1" "fd_write" (func (param i64) (result i32)))"#,
        r#"(import "wasi_snapshot_preview1" "fd_write" (global i32))"#,
        r#"(import "wasi_snapshot_preview1" "memory" (table 1 funcref))"#,
    ] {
        let text =
            format!(r#"(module {import} (memory (export "memory") 1) (func (export "_start")))"#);
        refused_text(&daemon, &text);
    }
}

#[test]
fn modules_that_are_no_programs_are_refused() {
    let daemon = Daemon::start(&[]);
    for text in [
        r#"(module)"#,
        r#"(module (memory (export "memory") 1))"#,
        r#"(module (func (export "_start")))"#,
        r#"(module (memory (export "memory") 1) (global (export "_start") i32 (i32.const 0)))"#,
        r#"(module (memory (export "memory") 1) (func (export "_start") (param i32)))"#,
        r#"(module (memory (export "memory") i64 1) (func (export "_start")))"#,
        r#"(module (memory (export "memory") 1 1 shared) (func (export "_start")))"#,
        r#"(component)"#,
    ] {
        refused_text(&daemon, text);
    }
    for bytes in [
        &b""[..],
        b"\0asm",
        b"\0asm\x01\0\0\0\x01",
        b"#!/bin/sh\nrm -rf /\n",
        &[0; 100_000],
    ] {
        refused(&daemon, bytes);
    }
}

#[test]
fn deep_recursion_is_a_trap() {
    let text = storlet!(
        r#"(func $deep (param i32) (result i32) (i32.add (call $deep (local.get 0)) (i32.const 1)))
           (func (export "_start") (drop (call $deep (i32.const 0))))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["trap"]
            .as_str()
            .is_some_and(|trap| trap.contains("call stack exhausted")),
        "{failure}"
    );
}

#[test]
fn a_trap_is_told() {
    let text = storlet!(r#"(func (export "_start") (drop (i32.load (i32.const -4))))"#);
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["trap"]
            .as_str()
            .is_some_and(|trap| trap.contains("out of bounds memory access")),
        "{failure}"
    );
}

#[test]
fn a_huge_module_is_refused_by_its_length() {
    let daemon = Daemon::start(&["--module-size", "1"]);
    assert!(refused(&daemon, &vec![0; (1 << 20) + 1]).contains("the most is 1048576"));
}

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
            .ask(&request(&[&module], 10), &[secret.as_fd()])
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
        daemon.ask(&request, &[object.as_fd()]).failure()["limit"],
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

#[test]
fn modules_with_too_much_of_anything_are_refused() {
    let daemon = Daemon::start(&[]);
    let program = r#"(memory (export "memory") 1) (func (export "_start"))"#;
    let many = |part: &str, count: usize| format!("(module {program} {})", part.repeat(count));
    assert!(refused_text(&daemon, &many("(func)", 100_001)).contains("functions"));
    assert!(refused_text(&daemon, &many("(table 1 funcref)", 5)).contains("tables"));
    refused_text(&daemon, &many("(table 4000000000 funcref)", 1));
    refused_text(&daemon, &many("(global i64 (i64.const 0))", 200_000));
    let long = format!(
        "(module {program} (func {}))",
        "(drop (i32.const 1))".repeat(400_000)
    );
    assert!(refused_text(&daemon, &long).contains("bytes in one function"));
}

#[test]
fn compile_bombs_are_refused_before_they_are_compiled() {
    let daemon = Daemon::start(&[]);
    let program = r#"(memory (export "memory") 1) (table 1 funcref)"#;
    let start = r#"(func $start (export "_start"))"#;
    let zero = "(i32.const 0)";
    let body = |operator: &str, count: usize| {
        format!(r#"(func (export "_start") {})"#, operator.repeat(count))
    };
    let elements = |count: usize| format!("{start} (elem func {})", "0 ".repeat(count));
    let branches = format!(
        r#"(func (export "_start") (block (br_table {} {zero})))"#,
        "0 ".repeat(70_000)
    );
    let bombs = [
        (elements(300_000), "300000 elements in its segments"),
        (elements(1_000_000), "1000000 elements in its segments"),
        (
            format!("{start} {}", "(elem func 0)".repeat(75_000)),
            "75000 element segments",
        ),
        (
            body(&format!("(table.copy {zero} {zero} {zero})"), 14_400),
            "14400 operators on tables in one function",
        ),
        (
            body(&format!("(table.init $e {zero} {zero} {zero})"), 14_400) + "(elem $e func 0)",
            "14400 operators on tables in one function",
        ),
        (
            body(&format!("(memory.copy {zero} {zero} {zero})"), 14_400),
            "14400 bulk operators on memory in one function",
        ),
        (
            body(&format!("(memory.fill {zero} {zero} {zero})"), 14_400),
            "14400 bulk operators on memory in one function",
        ),
        (branches, "69999 targets of br_table in one function"),
        (
            format!("{start} (func (param {}))", "i32 ".repeat(1000)),
            "1000 parameters of one function",
        ),
        (
            format!("{start} (type (func (result {})))", "i32 ".repeat(1000)),
            "1000 results of one function",
        ),
        (
            format!("{start} {}", "(global i64 (i64.const 0))".repeat(20_000)),
            "20000 globals",
        ),
    ];
    for (parts, reason) in bombs {
        let message = refused_text(&daemon, &format!("(module {program} {parts})"));
        assert!(message.contains(reason), "{message}");
    }
}

#[test]
fn a_module_with_too_many_imports_or_exports_is_refused() {
    let daemon = Daemon::start(&[]);
    let program = r#"(memory (export "memory") 1) (func $start (export "_start"))"#;
    let exports: String = (0..300_000)
        .map(|index| format!(r#"(export "e{index}" (func $start))"#))
        .collect();
    let message = refused_text(&daemon, &format!("(module {program} {exports})"));
    assert!(message.contains("300002 exports"), "{message}");
    let long = format!(r#"(export "{}" (func $start))"#, "e".repeat(70_000));
    let message = refused_text(&daemon, &format!("(module {program} {long})"));
    assert!(
        message.contains("bytes in the names of its exports"),
        "{message}"
    );
    let import = r#"(import "wasi_snapshot_preview1" "proc_exit" (func (param i32)))"#;
    let message = refused_text(
        &daemon,
        &format!("(module {} {program})", import.repeat(2_000)),
    );
    assert!(message.contains("1001 imports"), "{message}");
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
    let answer = daemon.ask(&request(&[&module], 1 << 33), &[object.as_fd()]);
    assert_eq!(answer.end()["bytes_in"], u32::MAX);
}

/// A slow compilation delays no client without a module to load.
#[test]
fn compile_bombs_leave_a_neighbour_his_worker() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let neighbour = daemon.load(storlets::CAT);
    let module = wat::parse_str(storlets::branching(300)).expect("WebAssembly text");
    let socket = daemon.send_load("AUTH_test", &module);
    assert_eq!(
        daemon.run(&neighbour, b"a neighbour's", json!({})).data(),
        b"a neighbour's"
    );
    assert_eq!(answer(socket).outcome(), "ok");
    daemon.serves_a_neighbour();
}

/// A tenant's modules are compiled one after the other. Another tenant's are compiled concurrently.
#[test]
fn compile_bombs_of_one_tenant_leave_another_his_compiler() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let slow = [300, 301, 302].map(|blocks| {
        let module = wat::parse_str(storlets::branching(blocks)).expect("WebAssembly text");
        daemon.send_load("AUTH_attacker", &module)
    });
    let module = wat::parse_str(storlets::CAT).expect("WebAssembly text");
    let deployed = answer(daemon.send_load("AUTH_neighbour", &module));
    let early = recv(&slow[2], &mut [0; 1], RecvFlags::PEEK | RecvFlags::DONTWAIT);
    assert_eq!(deployed.outcome(), "ok");
    assert!(
        matches!(early, Err(Errno::AGAIN)),
        "the neighbour waited for the attacker's last module"
    );
    for socket in slow {
        assert_eq!(answer(socket).outcome(), "ok");
    }
}

/// It passes each check, but needs more memory than its compiling process may have.
#[test]
fn a_module_that_needs_too_much_memory_to_compile_is_refused() {
    let calls = "(call_indirect (i32.const 0))".repeat(100_000);
    let text = format!(
        r#"(module (memory (export "memory") 1) (table 1 funcref) (func (export "_start") {calls}))"#
    );
    let message = refused_text(&Daemon::start(&[]), &text);
    assert!(message.contains("MiB of memory"), "{message}");
}

/// A compilation ends when its client disconnects.
#[test]
fn a_compilation_ends_with_its_client() {
    let daemon = Daemon::start(&[]);
    let module = wat::parse_str(storlets::branching(5000)).expect("WebAssembly text");
    drop([(), (), (), ()].map(|()| daemon.send_load("AUTH_test", &module)));
    let (one, other) = ("AUTH_test", "AUTH_neighbour");
    let cat = wat::parse_str(storlets::CAT).expect("WebAssembly text");
    for tenant in [one, other] {
        assert_eq!(answer(daemon.send_load(tenant, &cat)).outcome(), "ok");
    }
}

#[test]
fn a_table_bomb_does_not_grow() {
    let text = storlet!(
        r#"(table $t 1 funcref)
           (func (export "_start") (loop $more
             (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 10000)) (i32.const -1))))
             (if (i32.gt_u (table.size $t) (i32.const 100000)) (then (unreachable))))"#
    );
    let daemon = Daemon::start(&[]);
    assert_eq!(daemon.run_text(text, json!({})).outcome(), "ok");
    daemon.serves_a_neighbour();
}

/// The memory of one storlet is not visible to the next in the same slot.
#[test]
fn memory_is_clean_for_the_next_one() {
    let secret = storlet!(
        r#"(func (export "_start") (drop (memory.grow (i32.const 100)))
             (memory.fill (i32.const 0) (i32.const 83) (i32.mul (memory.size) (i32.const 65536))))"#
    );
    let looks = storlet!(
        r#"(func (export "_start") (local $at i32) (drop (memory.grow (i32.const 100)))
             (loop $more
               (if (i32.load8_u (local.get $at)) (then (unreachable)))
               (local.set $at (i32.add (local.get $at) (i32.const 1)))
               (br_if $more (i32.lt_u (local.get $at) (i32.mul (memory.size) (i32.const 65536))))))"#
    );
    let daemon = Daemon::start(&["--workers", "1"]);
    for _ in 0..8 {
        assert_eq!(daemon.run_text(secret, json!({})).outcome(), "ok");
        assert_eq!(daemon.run_text(looks, json!({})).outcome(), "ok");
    }
}
