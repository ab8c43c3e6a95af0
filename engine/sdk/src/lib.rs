//! Write a storlet in Rust.
