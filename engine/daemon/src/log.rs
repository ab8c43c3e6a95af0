//! The engine's log on standard error. A line about a request begins with the id that its client gave it.

use headwater_requests::printable::printable;
use headwater_requests::request::NAME_MAX;
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{Write, stderr};
use std::panic;

/// The maximum length of a line in characters, before some are escaped.
const LINE_MAX: usize = 2000;

thread_local! {
    static REQUEST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// While it exists, this thread works for a request.
pub struct Scope(String);

impl Scope {
    /// Begins the work for the request with this id.
    pub fn of(id: &str) -> Self {
        Scope(REQUEST.replace(printable(id, NAME_MAX)))
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        REQUEST.set(std::mem::take(&mut self.0));
    }
}

/// The id of the request that this thread works for. Empty if there is none, or if it has no id.
pub fn current() -> String {
    REQUEST.with_borrow(String::clone)
}

/// Write one line.
pub fn line(text: impl Display) {
    let text = printable(&text.to_string(), LINE_MAX);
    let line = match current() {
        id if id.is_empty() => format!("headwater-engine: {text}\n"),
        id => format!("headwater-engine: {id}: {text}\n"),
    };
    // Where nothing reads the log, requests are still served.
    let _ = stderr().write_all(line.as_bytes());
}

/// From now on, a panic is a line too.
pub fn log_panics() {
    panic::set_hook(Box::new(|panic| line(panic)));
}
