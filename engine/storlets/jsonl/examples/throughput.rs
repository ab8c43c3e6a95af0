//! Measures how fast the storlet filters meter readings in memory, natively or in a WebAssembly runtime, for several
//! requests: `cargo run --release -p jsonl-storlet --example throughput`.

use headwater_storlet::Request;
use std::time::Instant;

#[path = "../../csv/examples/meter/readings.rs"]
mod readings;

const BYTES: usize = 24 << 20;
const ROUNDS: usize = 12;
const PREFIX: &str =
    r#"selection={"column":"/date","type":"string","op":"prefix","value":"2015-01-07"}"#;
const TYPES: &str = r#"schema=[{"column":"/date","type":"timestamp"},{"column":"/index","type":"double"},{"column":"/sumHC","type":"double"},{"column":"/sumHP","type":"double"},{"column":"/vid","type":"string"},{"column":"/city","type":"string"},{"column":"/state","type":"string"},{"column":"/state_abbr","type":"long"},{"column":"/lat","type":"double"},{"column":"/long","type":"double"}]"#;
const REQUESTS: [&[&str]; 7] = [
    &[PREFIX],
    &[r#"columns=["/vid","/index"]"#, PREFIX],
    &[
        r#"columns=["/vid","/index"]"#,
        r#"selection={"column":"/index","type":"double","op":"gt","value":"640.9"}"#,
    ],
    &[r#"columns=["/vid","/index"]"#],
    &["answer=arrow", TYPES],
    &[
        "answer=arrow",
        r#"schema=[{"column":"/vid","type":"string"},{"column":"/city","type":"string"}]"#,
    ],
    &[
        "answer=arrow",
        r#"schema=[{"column":"/index","type":"double"},{"column":"/sumHC","type":"double"},{"column":"/lat","type":"double"},{"column":"/long","type":"double"}]"#,
    ],
];

fn main() {
    let object = lines(&readings::readings(BYTES));
    for parameters in REQUESTS {
        let request = Request::new(parameters, [("", ""); 0]).expect("a request");
        let seconds = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            jsonl_storlet::run(&request, &object[..], &mut std::io::sink()).expect("an answer");
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

/// The readings as JSON lines: numbers as numbers, everything else as strings.
fn lines(csv: &[u8]) -> Vec<u8> {
    let csv = std::str::from_utf8(csv).expect("UTF-8");
    let (header, rows) = csv.split_once('\n').expect("a header");
    let member = |(name, value): (&str, &str)| match value.parse::<f64>() {
        Ok(_) => format!("\"{name}\":{value}"),
        Err(_) => format!("\"{name}\":\"{value}\""),
    };
    let line = |row: &str| {
        let members: Vec<_> = header.split(',').zip(row.split(',')).map(member).collect();
        format!("{{{}}}\n", members.join(","))
    };
    rows.lines().map(line).collect::<String>().into_bytes()
}
