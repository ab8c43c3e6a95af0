//! The pages for operators: the metrics, which Prometheus reads, and the status page, which shows them in a browser.

mod http;

use super::Engine;
use http::{Page, PageRequest};
use std::io;
use std::net::{IpAddr, TcpListener};
use std::sync::Arc;

const METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The status page loads nothing else. Names of tenants and storlets, which users choose, cannot become code.
const SAFE: &str = "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'\r\n\
    X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n";

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

/// Serve the pages on a listening socket, in separate threads, for the life of the process.
pub fn serve(engine: Arc<Engine>, listener: TcpListener) -> io::Result<()> {
    http::serve(listener, move |request| answer(&engine, request))
}

fn answer(engine: &Engine, request: &PageRequest) -> Page {
    // A foreign website could let its own name lead to this machine, and read the pages in an operator's browser.
    if !request.hosts.iter().all(|host| is_address(host)) {
        return Page::failure("421 Misdirected Request", "open the page as localhost");
    }
    if request.path == "/metrics" {
        return match engine.metrics.text(&engine.snapshot()) {
            Ok(text) => page(METRICS, text),
            Err(error) => Page::failure("500 Internal Server Error", &error.to_string()),
        };
    }
    match FILES.iter().find(|(url, ..)| *url == request.path) {
        Some((_, media_type, content)) => page(media_type, (*content).into()),
        None => Page::failure("404 Not Found", "the pages are /metrics and /status"),
    }
}

/// Whether `localhost`, `127.0.0.1`, `[::1]` or the like, with or without a port.
fn is_address(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost")
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

fn page(media_type: &'static str, content: String) -> Page {
    Page {
        status: "200 OK",
        media_type,
        content,
        headers: SAFE,
    }
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
            "localhost:evil.example",
            "1.2.3.4.evil.example",
            "",
            ":1",
        ] {
            assert!(!is_address(host), "{host}");
        }
    }
}
