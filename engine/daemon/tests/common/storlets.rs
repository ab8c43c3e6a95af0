//! Storlets in WebAssembly's text format.

/// The imports of most of them, and 64 KiB of memory. `$write` writes this many bytes from an address to a descriptor,
/// and `$read` reads to an address.
#[macro_export]
macro_rules! storlet {
    ($body:expr) => {
        concat!(
            r#"(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 2)
  (func $must (param i32) (if (local.get 0) (then (call $exit (local.get 0)))))
  (func $read (param $fd i32) (param $at i32) (param $length i32) (result i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $length))
    (call $must (call $fd_read (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.load (i32.const 8)))
  (func $write (param $fd i32) (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $length))
    (call $must (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))
"#,
            $body,
            ")"
        )
    };
}

/// Writes its input.
pub const CAT: &str = storlet!(
    r#"(func (export "_start") (local $n i32)
  (loop $more
    (local.set $n (call $read (i32.const 0) (i32.const 1024) (i32.const 65536)))
    (call $write (i32.const 1) (i32.const 1024) (local.get $n))
    (br_if $more (local.get $n))))"#
);

/// Writes the first byte of its input only.
pub const FIRST: &str = storlet!(
    r#"(func (export "_start")
  (call $write (i32.const 1) (i32.const 1024) (call $read (i32.const 0) (i32.const 1024) (i32.const 1))))"#
);

/// Loops for ever.
pub const LOOP: &str = storlet!(r#"(func (export "_start") (loop $more (br $more)))"#);

/// Writes an endless answer.
pub const OUTPUT_BOMB: &str = storlet!(
    r#"(func (export "_start") (loop $more (call $write (i32.const 1) (i32.const 0) (i32.const 65536)) (br $more)))"#
);

/// One function with as many blocks, branches and values that are alive across all of them.
pub fn branching(blocks: usize) -> String {
    branching_functions(1, blocks)
}

/// Several such functions.
pub fn branching_functions(count: usize, blocks: usize) -> String {
    let locals = "i32 ".repeat(1000);
    let block = |index: usize| {
        let (source, target) = (index * 7 % 1000, index * 13 % 1000);
        format!(
            "(block (br_if 0 (local.get {source})) (local.set {target} (i32.add (local.get {source}) (i32.const {index}))))"
        )
    };
    let blocks: String = (0..blocks).map(block).collect();
    let function = format!("(func (local {locals}) (loop $l {blocks} (br_if $l (local.get 0))))");
    let functions = function.repeat(count);
    format!(r#"(module (memory (export "memory") 1) {functions} (export "_start" (func 0)))"#)
}
