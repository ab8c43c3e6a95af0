//! The page of metrics that Prometheus reads.

use super::Engine;
use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use tiny_http::{Header, Request, Response, Server};

const TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Serve `/metrics` on a listening socket, in a separate thread, for the life of the process.
pub fn serve(engine: Arc<Engine>, listener: TcpListener) -> io::Result<()> {
    let server = Server::from_listener(listener, None).map_err(io::Error::other)?;
    let answer = move || {
        for request in server.incoming_requests() {
            if let Err(error) = answer(&engine, request) {
                eprintln!("headwater-engine: the metrics could not be sent: {error}");
            }
        }
    };
    thread::Builder::new()
        .name("metrics".into())
        .spawn(answer)
        .map(drop)
}

fn answer(engine: &Engine, request: Request) -> io::Result<()> {
    if request.url() != "/metrics" {
        return request
            .respond(Response::from_string("metrics are at /metrics\n").with_status_code(404));
    }
    let (busy, waiting) = engine.runs.busy_and_waiting();
    let text = engine
        .metrics
        .text(busy, waiting)
        .map_err(io::Error::other)?;
    let header =
        Header::from_bytes("Content-Type", TYPE).map_err(|()| io::Error::other("a header"))?;
    request.respond(Response::from_string(text).with_header(header))
}
