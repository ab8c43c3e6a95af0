//! A storlet for tests. Its parameter `do` selects what it does.

use std::collections::HashMap;
use std::env::{args, vars};
use std::fs::File;
use std::hint::black_box;
use std::io::{copy, stdin, stdout, Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::FromRawFd;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let parameters: HashMap<String, String> = args()
        .skip(1)
        .filter_map(|each| each.split_once('=').map(|(key, value)| (key.into(), value.into())))
        .collect();
    match parameters.get("do").map_or("copy", String::as_str) {
        "copy" => drop(copy(&mut stdin(), &mut stdout()).unwrap()),
        "upper" => upper(),
        "lines" => lines(),
        "replace" => replace(&parameters["from"], &parameters["to"]),
        "report" => report(),
        "mark" => mark(&parameters["metadata"]),
        "first" => first(),
        "fail" => fail(&parameters),
        "spin" => loop {},
        "sleep" => sleep_and_copy(&parameters),
        "pause" => pause(&parameters),
        "flood" => flood(),
        "hoard" => hoard(),
        "resource" => drop(copy(&mut *descriptor(4), &mut stdout()).unwrap()),
        other => usage(other),
    }
}

/// A descriptor that the engine opened and the storlet must not close.
fn descriptor(number: i32) -> ManuallyDrop<File> {
    ManuallyDrop::new(unsafe { File::from_raw_fd(number) })
}

fn input() -> Vec<u8> {
    let mut bytes = Vec::new();
    stdin().read_to_end(&mut bytes).unwrap();
    bytes
}

fn upper() {
    stdout().write_all(&input().to_ascii_uppercase()).unwrap();
}

/// Writes the lines of the split, by the rule of LineRecordReader.
fn lines() {
    let range = |name: &str| std::env::var(name).ok().map(|value| value.parse::<usize>().unwrap());
    let (start, end) = (range("HEADWATER_RANGE_START").unwrap_or(0), range("HEADWATER_RANGE_END"));
    let (bytes, mut at) = (input(), start);
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let skipped = number == 0 && start > 0;
        if !skipped && end.is_some_and(|end| at > end) {
            return;
        }
        if !skipped {
            stdout().write_all(line).unwrap();
        }
        at += line.len();
    }
}

fn replace(from: &str, to: &str) {
    let text = String::from_utf8(input()).unwrap();
    stdout().write_all(text.replace(from, to).as_bytes()).unwrap();
}

/// Writes the arguments and the environment, one a line.
fn report() {
    for each in args() {
        println!("argument {each}");
    }
    for (name, value) in vars() {
        println!("{name} {value}");
    }
}

/// Sets user metadata before and after the answer.
fn mark(value: &str) {
    writeln!(descriptor(3), "{{\"metadata\": {{\"early\": \"{value}\"}}}}").unwrap();
    copy(&mut stdin(), &mut stdout()).unwrap();
    stdout().flush().unwrap();
    writeln!(descriptor(3), "{{\"metadata\": {{\"late\": \"{value}\"}}, \"records_in\": 7, \"records_out\": 3}}").unwrap();
}

/// Writes the first ten bytes, and reads no more.
fn first() {
    let mut bytes = [0; 10];
    stdin().read_exact(&mut bytes).unwrap();
    stdout().write_all(&bytes).unwrap();
}

fn seconds(value: &str) -> Duration {
    Duration::from_secs(value.parse().unwrap())
}

/// Waits in silence before it answers, or fails if it has a `code`.
fn sleep_and_copy(parameters: &HashMap<String, String>) {
    sleep(seconds(&parameters["seconds"]));
    if parameters.contains_key("code") {
        fail(parameters);
    }
    copy(&mut stdin(), &mut stdout()).unwrap();
}

/// Writes the first bytes (ten, or `after`), which are sent immediately, and waits before the others.
fn pause(parameters: &HashMap<String, String>) {
    let after = parameters.get("after").map_or(10, |value| value.parse().unwrap());
    let mut input = ManuallyDrop::into_inner(descriptor(0));
    copy(&mut (&mut input).take(after), &mut stdout()).unwrap();
    stdout().flush().unwrap();
    sleep(seconds("2"));
    let mut next = [0; 10];
    let read = input.read(&mut next).unwrap(); // this sends the bytes that have lingered
    sleep(seconds(&parameters["seconds"]));
    stdout().write_all(&next[..read]).unwrap();
    copy(&mut input, &mut stdout()).unwrap();
}

/// Fails with the exit code `code`, after `after` bytes of the answer.
fn fail(parameters: &HashMap<String, String>) {
    let after = parameters.get("after").map_or(0, |value| value.parse().unwrap());
    stdout().write_all(&vec![b'x'; after]).unwrap();
    stdout().flush().unwrap();
    eprintln!("this is what went wrong");
    exit(parameters.get("code").map_or(1, |value| value.parse().unwrap()));
}

/// Writes a megabyte repeatedly until it is stopped.
fn flood() {
    let bytes = vec![b'x'; 1 << 20];
    while stdout().write_all(&bytes).is_ok() {}
}

/// Allocates memory until it is refused.
fn hoard() {
    let mut all = Vec::new();
    loop {
        all.push(black_box(vec![1u8; 1 << 20]));
    }
}

fn usage(action: &str) {
    eprintln!("do={action}: unknown action");
    exit(64);
}
