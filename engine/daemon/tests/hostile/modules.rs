//! Modules that are too large, or that import or export what they must not.

use crate::common::*;
use crate::{reaches, refused, refused_text};
use serde_json::json;

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
fn modules_that_are_not_programs_are_refused() {
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
fn a_huge_module_is_refused_by_its_length() {
    let daemon = Daemon::start(&["--module-size", "1"]);
    assert!(refused(&daemon, &vec![0; (1 << 20) + 1]).contains("the most is 1048576"));
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
