//! The daemon that runs storlets.
fn main() {}
