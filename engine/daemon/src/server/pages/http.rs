//! Small answers by HTTP, each on its own connection. Clients that are slow or send more than a request cost little.

use crate::log;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Connections at once. Others wait in the system's queue.
const CONNECTIONS: usize = 16;
/// The longest request in bytes, without a body, which is not read.
const REQUEST: usize = 8 << 10;
const HEADERS: usize = 64;
/// The time that a client has to send a request.
const TO_SEND: Duration = Duration::from_secs(2);
/// The time that a client has to read the answer.
const TO_READ: Duration = Duration::from_secs(10);
/// The pause after a connection could not be accepted, for example because too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// What a client requests.
pub struct PageRequest {
    pub path: String,
    /// Each `Host` that it names.
    pub hosts: Vec<String>,
}

/// An answer.
pub struct Page {
    pub status: &'static str,
    pub media_type: &'static str,
    pub content: String,
    /// More header lines, each with its end.
    pub headers: &'static str,
}

impl Page {
    /// A line of text that says why there is no page.
    pub fn failure(status: &'static str, reason: &str) -> Self {
        Self {
            status,
            media_type: "text/plain; charset=utf-8",
            content: format!("{reason}\n"),
            headers: "",
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let (status, kind, length) = (self.status, self.media_type, self.content.len());
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n{}\r\n",
            self.headers
        );
        [head.as_bytes(), self.content.as_bytes()].concat()
    }
}

/// Answers in separate threads, for the life of the process.
pub fn serve(
    listener: TcpListener,
    answer: impl Fn(&PageRequest) -> Page + Send + Sync + 'static,
) -> io::Result<()> {
    let shared = Arc::new((listener, answer));
    for number in 0..CONNECTIONS {
        let shared = shared.clone();
        thread::Builder::new()
            .name(format!("pages-{number}"))
            .spawn(move || {
                loop {
                    let (listener, answer) = &*shared;
                    accept(listener, answer);
                }
            })?;
    }
    Ok(())
}

fn accept(listener: &TcpListener, answer: &impl Fn(&PageRequest) -> Page) {
    match listener.accept() {
        // A client may leave at any time.
        Ok((stream, _)) => drop(converse(stream, answer)),
        Err(error) => {
            log::line(format_args!(
                "a connection to the pages was not accepted: {error}"
            ));
            thread::sleep(PAUSE);
        }
    }
}

fn converse(stream: TcpStream, answer: &impl Fn(&PageRequest) -> Page) -> io::Result<()> {
    let mut connection = Connection {
        stream,
        end: Instant::now() + TO_SEND,
    };
    let page = match received(&mut connection)? {
        Ok(request) => answer(&request),
        Err(page) => page,
    };
    connection.end = Instant::now() + TO_READ;
    connection.write_all(&page.bytes())?;
    connection.stream.shutdown(Shutdown::Write)
}

/// The request, or the answer to what is none.
fn received(connection: &mut Connection) -> io::Result<Result<PageRequest, Page>> {
    let mut bytes = [0; REQUEST];
    let mut filled = 0;
    while filled < REQUEST {
        match connection.read(&mut bytes[filled..])? {
            0 => return Err(ErrorKind::UnexpectedEof.into()),
            read => filled += read,
        }
        if let Some(outcome) = parsed(&bytes[..filled]) {
            return Ok(outcome);
        }
    }
    let reason = "the request is too long";
    Ok(Err(Page::failure(
        "431 Request Header Fields Too Large",
        reason,
    )))
}

/// None if more bytes are needed.
fn parsed(bytes: &[u8]) -> Option<Result<PageRequest, Page>> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Partial) => None,
        Err(error) => Some(Err(Page::failure("400 Bad Request", &error.to_string()))),
        Ok(_) if request.method != Some("GET") => Some(Err(Page {
            headers: "Allow: GET\r\n",
            ..Page::failure("405 Method Not Allowed", "the pages are for GET")
        })),
        Ok(_) => {
            let hosts = request
                .headers
                .iter()
                .filter(|header| header.name.eq_ignore_ascii_case("Host"))
                .map(|header| String::from_utf8_lossy(header.value).into_owned());
            Some(Ok(PageRequest {
                hosts: hosts.collect(),
                path: request.path.unwrap_or_default().into(),
            }))
        }
    }
}

/// A connection whose reads and writes fail after its end.
struct Connection {
    stream: TcpStream,
    end: Instant,
}

impl Connection {
    fn remaining(&self) -> io::Result<Option<Duration>> {
        let remaining = self.end.saturating_duration_since(Instant::now());
        if remaining.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(Some(remaining))
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.remaining()?)?;
        self.stream.read(buffer)
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.remaining()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
