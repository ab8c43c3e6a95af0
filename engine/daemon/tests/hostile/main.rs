//! Hostile storlets. Each is contained, the daemon survives, and a neighbour is served. `docs/explain/security.md` lists them.

#[path = "../common/mod.rs"]
mod common;
mod compilation;
mod interface;
mod memory;
mod modules;
mod output;
mod processor;

use common::*;
use serde_json::Value;

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
