//! The pages for operators: the metrics, which Prometheus reads, and the status page, which shows them in a browser.

use super::Engine;
use crate::log;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread;
use tiny_http::{Header, Request, Response, Server};

const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The status page loads nothing else. Names of tenants and storlets, which users choose, cannot become code.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The files of the status page: URL, media type, content.
const FILES: [(&str, &str, &str); 3] = [
    (
        "/status",
        "text/html; charset=utf-8",
        include_str!("status.html"),
    ),
    (
        "/status.js",
        "text/javascript; charset=utf-8",
        include_str!("status.js"),
    ),
    (
        "/status.css",
        "text/css; charset=utf-8",
        include_str!("status.css"),
    ),
];

/// Serve the pages on a listening socket, in a separate thread, for the life of the process.
pub fn serve(engine: Arc<Engine>, listener: TcpListener) -> io::Result<()> {
    let server = Server::from_listener(listener, None).map_err(io::Error::other)?;
    let answer = move || {
        for request in server.incoming_requests() {
            if let Err(error) = answer(&engine, request) {
                log::line(format_args!("a page could not be sent: {error}"));
            }
        }
    };
    thread::Builder::new()
        .name("pages".into())
        .spawn(answer)
        .map(drop)
}

fn answer(engine: &Engine, request: Request) -> io::Result<()> {
    if !is_asked_by_address(&request) {
        return fail(request, 421, "open the page as localhost\n");
    }
    if request.url() == "/metrics" {
        let text = engine
            .metrics
            .text(&engine.snapshot())
            .map_err(io::Error::other)?;
        return respond(request, METRICS, &text);
    }
    match FILES.iter().find(|(url, ..)| *url == request.url()) {
        Some((_, media_type, content)) => respond(request, media_type, content),
        None => fail(request, 404, "the pages are /metrics and /status\n"),
    }
}

/// Whether its host is `localhost` or an address, if it has one. A foreign website could let its own name lead to this
/// machine, and read the pages in an operator's browser.
fn is_asked_by_address(request: &Request) -> bool {
    let mut headers = request.headers().iter();
    headers
        .find(|header| header.field.equiv("Host"))
        .is_none_or(|header| is_address(header.value.as_str()))
}

/// Whether `localhost`, `127.0.0.1`, `::1` or the like, with or without a port.
fn is_address(host: &str) -> bool {
    let name = host.split_once(':').map_or(host, |(name, _)| name);
    name.eq_ignore_ascii_case("localhost")
        || host.parse::<SocketAddr>().is_ok()
        || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

fn fail(request: Request, status: u16, message: &str) -> io::Result<()> {
    request.respond(Response::from_string(message).with_status_code(status))
}

fn respond(request: Request, media_type: &str, text: &str) -> io::Result<()> {
    let mut response = Response::from_string(text);
    for (name, value) in [
        ("Content-Type", media_type),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ] {
        let header =
            Header::from_bytes(name, value).map_err(|()| io::Error::other("a bad header"))?;
        response.add_header(header);
    }
    request.respond(response)
}

#[cfg(test)]
mod tests {
    use super::is_address;

    #[test]
    fn pages_are_for_localhost_and_addresses() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1",
            "127.0.0.1:9464",
            "[::1]",
            "[::1]:9464",
        ] {
            assert!(is_address(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:9464",
            "localhost.evil.example",
            "1.2.3.4.evil.example",
            "",
            ":1",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }
}
