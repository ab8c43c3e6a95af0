//! Storlets that write too much, or invalid reports.

use crate::common::*;
use crate::fails_with;
use crate::storlet;
use serde_json::json;

#[test]
fn an_output_bomb_ends_at_the_output_limit() {
    let daemon = Daemon::start(&[]);
    let answer = daemon.run_text(storlets::OUTPUT_BOMB, json!({"output": 10_000_000}));
    assert_eq!(answer.failure()["limit"], "output");
    assert!(answer.data_bytes() <= 10_000_000);
    daemon.serves_a_neighbour();
}

#[test]
fn only_the_tail_of_a_log_bomb_is_kept() {
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
fn a_report_that_is_not_valid_in_a_header_fails() {
    let text = storlet!(
        r#"(data (i32.const 1024) "{\"metadata\": {\"a\": \"b\\r\\nX-Evil: yes\"}}\n")
           (func (export "_start") (call $write (i32.const 3) (i32.const 1024) (i32.const 41)))"#
    );
    let failure = fails_with(&Daemon::start(&[]), text, json!({}), "failed");
    assert!(
        failure["message"]
            .as_str()
            .is_some_and(|message| message.contains("not valid in a header")),
        "{failure}"
    );
}
