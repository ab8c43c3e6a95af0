//! Writes meter readings: `cargo run --release --example meter -- BYTES > FILE`.

use std::io::{self, Write};

#[path = "meter/readings.rs"]
mod readings;

fn main() -> io::Result<()> {
    let bytes = std::env::args()
        .nth(1)
        .and_then(|bytes| bytes.parse().ok())
        .expect("the number of bytes to write");
    io::stdout().write_all(&readings::readings(bytes))
}
