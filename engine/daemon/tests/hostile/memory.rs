//! Storlets that allocate too much memory, or search it for data of others.

use crate::common::*;
use crate::reaches;
use crate::storlet;
use serde_json::json;

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
fn a_storlet_may_continue_without_refused_memory() {
    let text = storlet!(
        r#"(func (export "_start")
             (if (i32.ne (memory.grow (i32.const 60000)) (i32.const -1)) (then (unreachable)))
             (call $write (i32.const 1) (i32.const 0) (i32.const 1)))"#
    );
    let daemon = Daemon::start(&[]);
    assert_eq!(daemon.run_text(text, json!({})).end()["bytes_out"], 1);
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
fn memory_is_clean_for_the_next_instance() {
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
