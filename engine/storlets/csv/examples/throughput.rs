//! Measures how fast the storlet filters meter readings in memory, natively or in a WebAssembly runtime, for several
//! requests: `cargo run --release -p csv-storlet --example throughput`.

use headwater_storlet::Request;
use std::time::Instant;

#[path = "meter/readings.rs"]
mod readings;

const BYTES: usize = 48 << 20;
const ROUNDS: usize = 8;
const PREFIX: &str = r#"selection={"column":0,"type":"string","op":"prefix","value":"2015-01-07"}"#;
const GROUPS: &str = r#"aggregate={"columns":[{"column":0,"type":"string"},{"column":1,"type":"decimal(20,13)"},{"column":6,"type":"string"}],"group":[{"column":0,"substring":[0,10]},{"column":6}],"functions":[{"op":"count"},{"op":"sum","column":1},{"op":"min","column":1},{"op":"max","column":1}]}"#;
const TYPES: &str = r#"schema=[{"column":0,"type":"string"},{"column":1,"type":"double"},{"column":2,"type":"double"},{"column":3,"type":"double"},{"column":4,"type":"string"},{"column":5,"type":"string"},{"column":6,"type":"string"},{"column":7,"type":"string"},{"column":8,"type":"double"},{"column":9,"type":"double"}]"#;
const HALF: &str = r#"selection={"column":4,"type":"string","op":"le","value":"METER235000"}"#;
const REQUESTS: [&[&str]; 13] = [
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
    &[
        "header=true",
        "columns=0,1,6",
        "tagged=true",
        GROUPS,
        PREFIX,
    ],
    &["header=true", "columns=0,1,6", "tagged=true", GROUPS],
    &[
        "header=true",
        "columns=4",
        "tagged=true",
        r#"aggregate={"columns":[{"column":4,"type":"string"}],"group":[{"column":4}],"functions":[{"op":"count"}]}"#,
    ],
    &[
        "header=true",
        "columns=",
        "tagged=true",
        r#"aggregate={"columns":[],"group":[],"functions":[{"op":"count"}]}"#,
    ],
    &["header=true", "answer=arrow", TYPES],
    &["header=true", "answer=arrow", TYPES, HALF],
    &[
        "header=true",
        "answer=arrow",
        r#"schema=[{"column":4,"type":"string"},{"column":5,"type":"string"}]"#,
    ],
    &[
        "header=true",
        "answer=arrow",
        r#"schema=[{"column":1,"type":"double"},{"column":2,"type":"double"},{"column":8,"type":"double"},{"column":9,"type":"double"}]"#,
    ],
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
