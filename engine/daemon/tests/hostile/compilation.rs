//! Modules that are expensive to compile.

use crate::common::*;
use crate::refused_text;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use serde_json::json;
use std::os::unix::net::UnixStream;

/// Whether no answer has arrived yet.
fn is_silent(socket: &UnixStream) -> bool {
    let early = recv(socket, &mut [0; 1], RecvFlags::PEEK | RecvFlags::DONTWAIT);
    matches!(early, Err(Errno::AGAIN))
}

/// A slow compilation delays no client without a module to load.
#[test]
fn compile_bombs_leave_a_worker_to_other_tenants() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let neighbour = daemon.load(storlets::CAT);
    let module = wat::parse_str(storlets::branching(300)).expect("WebAssembly text");
    let socket = daemon.send_load("AUTH_test", &module);
    assert_eq!(
        daemon.run(&neighbour, b"a neighbour's", json!({})).data(),
        b"a neighbour's"
    );
    assert!(is_silent(&socket), "the neighbour waited for the module");
    assert_eq!(answer(socket).outcome(), "ok");
    daemon.serves_a_neighbour();
}

/// A tenant's modules are compiled one after the other. Another tenant's are compiled concurrently.
#[test]
fn compile_bombs_of_one_tenant_leave_a_compiler_to_others() {
    let daemon = Daemon::start(&["--workers", "1"]);
    let slow = [300, 301, 302].map(|blocks| {
        let module = wat::parse_str(storlets::branching(blocks)).expect("WebAssembly text");
        daemon.send_load("AUTH_attacker", &module)
    });
    let module = wat::parse_str(storlets::CAT).expect("WebAssembly text");
    let deployed = answer(daemon.send_load("AUTH_neighbour", &module));
    let waited = !is_silent(&slow[2]);
    assert_eq!(deployed.outcome(), "ok");
    assert!(
        !waited,
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
    let (tenant, neighbour) = ("AUTH_test", "AUTH_neighbour");
    let cat = wat::parse_str(storlets::CAT).expect("WebAssembly text");
    for name in [tenant, neighbour] {
        assert_eq!(answer(daemon.send_load(name, &cat)).outcome(), "ok");
    }
}
