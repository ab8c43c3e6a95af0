//! A storlet that fails in the way that the first line of its input says, whatever the request.

use std::io::{read_to_string, stdin, stdout, Write};
use std::process::{abort, exit};

fn main() {
    let text = read_to_string(stdin()).unwrap();
    let first = text.lines().next().unwrap_or("");
    if first.contains("exit") {
        eprintln!("it does not want to");
        exit(1);
    } else if first.contains("garble") {
        stdout().write_all(b"no record of any kind\n").unwrap();
    } else if first.contains("trap") {
        for line in text.lines().take(text.lines().count() - 10) {
            writeln!(stdout(), "W{line}").unwrap();
        }
        stdout().flush().unwrap();
        abort();
    }
}
