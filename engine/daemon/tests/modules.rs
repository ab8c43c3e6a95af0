//! Modules: loaded once, kept over a restart, and always verified.

mod common;

use common::*;
use rustix::process::Signal;
use serde_json::json;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

fn files(daemon: &Daemon, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(daemon.cache()).expect("the cache");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect()
}

/// Stop the daemon, change its folder, and start it again.
fn restart(daemon: Daemon, meanwhile: impl Fn(&std::path::Path)) -> Daemon {
    daemon.signal(Signal::TERM);
    let (_, _, folder) = daemon.ended();
    meanwhile(&folder.path().join("cache"));
    Daemon::start_in(folder, &[])
}

#[test]
fn a_module_is_described() {
    let daemon = Daemon::start(&[]);
    let module = wat::parse_str(storlets::CAT).expect("WebAssembly text");
    let description = daemon.try_load(&module).end();
    assert_eq!(description["bytes"], module.len());
    assert_eq!(description["exports"], json!(["memory", "_start"]));
    assert_eq!(description["imports"][0], "wasi_snapshot_preview1.fd_read");
    assert_eq!(description["memory_minimum"], 131072);
    assert_eq!(description["module"].as_str().map(str::len), Some(64));
}

#[test]
fn a_module_outlives_a_restart() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let code = files(&daemon, ".code");
    let daemon = restart(daemon, |_| {});
    assert_eq!(daemon.run(&module, b"abc", json!({})).data(), b"abc");
    assert_eq!(files(&daemon, ".code"), code, "nothing was compiled again");
}

#[test]
fn damaged_code_is_not_run() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let daemon = restart(daemon, |cache| {
        for entry in fs::read_dir(cache).expect("the cache") {
            let path = entry.expect("a file").path();
            let mut bytes = fs::read(&path).expect("a file");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(&path, bytes).expect("a file");
        }
    });
    assert_eq!(daemon.run(&module, b"abc", json!({})).reason(), "missing");
    assert_eq!(daemon.load(storlets::CAT), module);
    assert_eq!(daemon.run(&module, b"abc", json!({})).data(), b"abc");
}

#[test]
fn truncated_or_linked_code_is_not_run() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    let code = files(&daemon, ".code").remove(0);
    for length in [0, 31, 32, 1000] {
        let daemon_code = fs::read(&code).expect("code");
        fs::write(&code, &daemon_code[..length]).expect("code");
        let fresh = Daemon::start(&[]);
        fs::copy(&code, fresh.cache().join(code.file_name().expect("a name"))).expect("a copy");
        assert_eq!(
            fresh.run(&module, b"abc", json!({})).reason(),
            "missing",
            "{length} bytes"
        );
        fs::write(&code, daemon_code).expect("code");
    }
    let fresh = Daemon::start(&[]);
    symlink(&code, fresh.cache().join(code.file_name().expect("a name"))).expect("a link");
    assert_eq!(fresh.run(&module, b"abc", json!({})).reason(), "missing");
}

/// Code of other settings has another name. Under this one's name, wasmtime refuses it.
#[test]
fn foreign_code_is_not_run() {
    let daemon = Daemon::start(&[]);
    let module = daemon.load(storlets::CAT);
    assert_eq!(
        daemon
            .run(&module, b"abc", json!({"fuel": 1_000_000}))
            .data(),
        b"abc"
    );
    let codes = files(&daemon, ".code");
    assert_eq!(codes.len(), 2, "plain and metered");
    let daemon = restart(daemon, |cache| {
        let path = |index: usize| cache.join(codes[index].file_name().expect("a name"));
        let (first, second) = (
            fs::read(path(0)).expect("code"),
            fs::read(path(1)).expect("code"),
        );
        fs::write(path(0), second).expect("code");
        fs::write(path(1), first).expect("code");
    });
    assert_eq!(daemon.run(&module, b"abc", json!({})).reason(), "missing");
    daemon.serves_a_neighbour();
}

#[test]
fn a_cache_that_others_may_write_to_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    fs::create_dir(&cache).expect("a folder");
    fs::set_permissions(&cache, fs::Permissions::from_mode(0o777)).expect("a folder");
    let started = Daemon::command(folder.path(), &[])
        .output()
        .expect("the engine starts");
    assert_eq!(started.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&started.stderr).contains("of mode 0700"));
}

#[test]
fn the_cache_keeps_to_its_size() {
    let daemon = Daemon::start(&["--cache-size", "1"]);
    let first = daemon.load(storlets::CAT);
    for index in 0..6 {
        let filler = format!(
            "(module (memory (export \"memory\") 16) (data (i32.const 0) \"{}\") (func (export \"_start\")))",
            format!("{index}").repeat(200_000)
        );
        daemon.load(&filler);
    }
    let total: u64 = files(&daemon, "")
        .iter()
        .map(|path| fs::metadata(path).expect("a file").len())
        .sum();
    assert!(total <= 1 << 20, "{total} bytes");
    assert_eq!(
        daemon.run(&first, b"abc", json!({})).data(),
        b"abc",
        "it is in memory"
    );
    let daemon = restart(daemon, |_| {});
    assert_eq!(
        daemon.run(&first, b"abc", json!({})).reason(),
        "missing",
        "it was used longest ago"
    );
}

/// A module with this many bytes of data, which its code contains too.
fn filler(digit: usize, bytes: usize) -> Vec<u8> {
    let data = digit.to_string().repeat(bytes);
    let text = format!(
        "(module (memory (export \"memory\") 64) (data (i32.const 0) \"{data}\") (func (export \"_start\")))"
    );
    wat::parse_str(text).expect("WebAssembly text")
}

#[test]
fn on_a_full_disk_new_modules_replace_old_ones() {
    let daemon = Daemon::start_on_small_disk(1024, &["--ready", "1"]);
    let loaded = [0, 1, 2, 3, 4, 5].map(|digit| daemon.try_load(&filler(digit, 200_000)).end());
    let hash = |index: usize| loaded[index]["module"].as_str().expect("a hash");
    daemon.load(storlets::CAT);
    assert_eq!(daemon.run(hash(5), b"", json!({})).outcome(), "ok");
    assert_eq!(daemon.run(hash(0), b"", json!({})).reason(), "missing");
}

#[test]
fn a_module_for_which_the_disk_is_too_small_is_refused() {
    let daemon = Daemon::start_on_small_disk(1024, &[]);
    let failure = daemon.try_load(&filler(7, 2_000_000)).failure();
    assert_eq!(failure["error"], "space", "{failure}");
    daemon.serves_a_neighbour();
}

fn engine(arguments: &[&str], input: &std::path::Path) -> std::process::Output {
    let input = fs::File::open(input).expect("a file");
    Command::new(PROGRAM)
        .args(arguments)
        .stdin(input)
        .output()
        .expect("the engine starts")
}

#[test]
fn authors_check_a_module() {
    let folder = tempfile::tempdir().expect("a folder");
    let module = folder.path().join("cat.wasm");
    fs::write(
        &module,
        wat::parse_str(storlets::CAT).expect("WebAssembly text"),
    )
    .expect("a module");
    let checked = engine(&["check", &module.to_string_lossy()], &module);
    assert_eq!(checked.status.code(), Some(0));
    let description: serde_json::Value = serde_json::from_slice(&checked.stdout).expect("JSON");
    assert_eq!(description["exports"], json!(["memory", "_start"]));
    fs::write(&module, "none").expect("a module");
    let checked = engine(&["check", &module.to_string_lossy()], &module);
    assert_eq!(checked.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&checked.stderr).contains("is not a storlet"));
}

#[test]
fn authors_run_a_module_as_the_store_would() {
    let folder = tempfile::tempdir().expect("a folder");
    let (module, object) = (folder.path().join("cat.wasm"), folder.path().join("object"));
    fs::write(
        &module,
        wat::parse_str(storlets::CAT).expect("WebAssembly text"),
    )
    .expect("a module");
    fs::write(&object, "0123456789").expect("an object");
    let (module, path) = (module.to_string_lossy(), object.to_string_lossy());
    let run = |more: &[&str]| engine(&[&["run", &module, &path], more].concat(), &object);
    assert_eq!(run(&[]).stdout, b"0123456789");
    assert_eq!(
        run(&["--range", "3-5"]).stdout,
        b"3456789",
        "to the object's end"
    );
    assert_eq!(run(&["--range", "-2"]).stdout, b"89");
    let counted = run(&["--counts", "--fuel", "100000"]);
    let counts: serde_json::Value = serde_json::from_slice(&counted.stderr).expect("JSON");
    assert_eq!(
        (&counts["bytes_in"], counts["fuel"].is_u64()),
        (&json!(10), true)
    );
    assert_eq!(run(&["--output", "0"]).status.code(), Some(1));
}
