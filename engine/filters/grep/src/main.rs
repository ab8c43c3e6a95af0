//! The lines that match a regular expression.
fn main() {}
