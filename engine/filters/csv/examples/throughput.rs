//! How fast the storlet filters meter readings in memory, natively or in a runtime of WebAssembly, for some requests:
//! `cargo run --release -p csv --example throughput`.

use headwater_filter::Request;
use std::time::Instant;

#[path = "meter/readings.rs"]
mod readings;

const BYTES: usize = 4 << 20;
const ROUNDS: usize = 100;
const PREFIX: &str = r#"selection={"column":0,"type":"string","op":"prefix","value":"2015-01-07"}"#;
const REQUESTS: [&[&str]; 5] = [
    &["header=true", PREFIX],
    &["header=true", "columns=4,1", "tagged=true", PREFIX],
    &[
        "header=true",
        "columns=0,1",
        r#"selection={"column":4,"type":"string","op":"eq","value":"METER000007"}"#,
    ],
    &[
        "header=true",
        "columns=0,1",
        r#"selection={"column":1,"type":"double","op":"gt","value":"640.9"}"#,
    ],
    &["header=true", "columns=4,1", "tagged=true"],
];

fn main() {
    let object = readings::readings(BYTES);
    for parameters in REQUESTS {
        let request = Request::new(parameters, [("", ""); 0]).expect("a request");
        let seconds = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            csv_storlet::run(&request, &object[..], &mut std::io::sink()).expect("an answer");
            start.elapsed().as_secs_f64()
        });
        let best = seconds.fold(f64::INFINITY, f64::min);
        println!(
            "{:.2} GB/s: {}",
            object.len() as f64 / best / 1e9,
            parameters.join(" ")
        );
    }
}
