//! The metrics page for Prometheus.

mod common;

use common::*;
use headwater_engine::metrics::LABEL_SETS_MAX;
use serde_json::json;
use std::io::Write;

fn start() -> Daemon {
    Daemon::start(&["--metrics", "127.0.0.1:0"])
}

#[test]
fn requests_are_counted_by_tenant_and_storlet() {
    let daemon = start();
    let module = daemon.load(storlets::CAT);
    daemon.run(&module, b"12345", json!({}));
    daemon.run(&module, b"12345", json!({"output": 1}));
    daemon.run(&"0".repeat(64), b"", json!({}));
    daemon.try_load(b"none");
    let page = daemon.metrics();
    for line in [
        r#"headwater_engine_requests_total{tenant="AUTH_test",storlet="test",outcome="ok"} 1"#,
        r#"headwater_engine_requests_total{tenant="AUTH_test",storlet="test",outcome="limit"} 1"#,
        r#"headwater_engine_requests_total{tenant="AUTH_test",storlet="test",outcome="missing"} 1"#,
        r#"headwater_engine_refusals_total{tenant="AUTH_test",reason="module"} 1"#,
        r#"headwater_engine_bytes_read_total{tenant="AUTH_test",storlet="test"} 10"#,
        "headwater_engine_waiting_requests 0",
        "headwater_engine_ready_modules 1",
        concat!(
            r#"headwater_engine_build_info{version=""#,
            env!("CARGO_PKG_VERSION"),
            r#""} 1"#
        ),
        "# EOF",
    ] {
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(page.contains("application/openmetrics-text"), "{page}");
    assert!(daemon.page("/").starts_with("HTTP/1.1 404"));
}

#[test]
fn requests_that_run_and_wait_are_reported_by_tenant() {
    let daemon = Daemon::start(&["--workers", "1", "--metrics", "127.0.0.1:0"]);
    let module = daemon.load(storlets::CAT);
    let (first, first_input) = waits(&daemon, &module, 5);
    daemon.until(1, 0);
    let (second, second_input) = waits(&daemon, &module, 5);
    daemon.until(1, 1);
    let page = daemon.metrics();
    for state in ["running", "waiting"] {
        let line =
            format!(r#"headwater_engine_tenant_requests{{tenant="AUTH_test",state="{state}"}} 1"#);
        assert!(page.contains(&line), "{line}: {page}");
    }
    drop((first_input, second_input));
    for each in [first, second] {
        assert_eq!(answer(each).outcome(), "ok");
    }
    daemon.until(0, 0);
    let page = daemon.metrics();
    assert!(
        !page.contains("headwater_engine_tenant_requests{"),
        "{page}"
    );
}

#[test]
fn the_status_page_loads_only_its_own_files() {
    let daemon = start();
    let page = daemon.page("/status");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    for header in [
        "Content-Type: text/html",
        "Content-Security-Policy: default-src 'none'",
        "X-Content-Type-Options: nosniff",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    for (file, media_type) in [
        ("/status.js", "text/javascript"),
        ("/status.css", "text/css"),
    ] {
        assert!(page.contains(file), "{file}: {page}");
        let content = daemon.page(file);
        assert!(
            content.starts_with("HTTP/1.1 200") && content.contains(media_type),
            "{content}"
        );
    }
}

#[test]
fn pages_are_not_for_foreign_websites() {
    let daemon = start();
    for path in ["/metrics", "/status", "/status.js"] {
        let page = daemon.page_of("a-name-that-leads-here.example", path);
        assert!(page.starts_with("HTTP/1.1 421"), "{page}");
        assert!(!page.contains("headwater_"), "{page}");
    }
}

#[test]
fn clients_of_the_pages_that_misbehave_do_not_end_them() {
    let daemon = start();
    for request in [
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999\r\n\r\n",
        "POST /status HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n",
        "no request\r\n\r\n",
        &"GET /metrics HTTP/1.1\r\n\r\n".repeat(30_000),
        &"x".repeat(1 << 20),
    ] {
        let mut stream = daemon.page_connection();
        // The engine may close the connection before it has read all.
        let _ = stream.write_all(request.as_bytes());
        assert!(
            daemon.metrics().starts_with("HTTP/1.1 200"),
            "{request:.60}"
        );
    }
    let idle: Vec<_> = (0..100).map(|_| daemon.page_connection()).collect();
    drop(idle);
    assert!(daemon.metrics().starts_with("HTTP/1.1 200"));
}

#[test]
fn a_page_waits_for_idle_connections_only_until_their_time_is_over() {
    let daemon = start();
    let _idle: Vec<_> = (0..20).map(|_| daemon.page_connection()).collect();
    assert!(daemon.metrics().starts_with("HTTP/1.1 200"));
}

fn count(daemon: &Daemon, counters: serde_json::Value) -> Answer {
    daemon.call(
        &json!({"version": 1, "op": "count", "counters": counters}),
        &[],
    )
}

#[test]
fn the_middlewares_counters_are_added_up() {
    let daemon = start();
    for _ in 0..2 {
        let counters = json!([{"name": "requests", "labels": {"tenant": "a\"b", "status": "200"}, "value": 2},
                              {"name": "seconds", "value": 0.5}]);
        count(&daemon, counters).end();
    }
    let page = daemon.metrics();
    assert!(
        page.contains(r#"headwater_middleware_requests_total{status="200",tenant="a\"b"} 4"#),
        "{page}"
    );
    assert!(
        page.contains("headwater_middleware_seconds_total 1.0"),
        "{page}"
    );
}

#[test]
fn labels_over_the_limit_are_counted_together() {
    let daemon = start();
    let counter = |index: usize| json!({"name": "requests", "labels": {"tenant": format!("t{index}")}, "value": 1});
    count(&daemon, (0..LABEL_SETS_MAX + 50).map(counter).collect()).end();
    let page = daemon.metrics();
    assert!(page.contains(r#"headwater_middleware_requests_total{tenant="other"} 50"#));
    assert_eq!(
        page.matches("headwater_middleware_requests_total{").count(),
        LABEL_SETS_MAX + 1
    );
}

#[test]
fn malformed_counters_are_refused() {
    let daemon = start();
    for counter in [
        json!({"name": "Requests", "value": 1}),
        json!({"name": "requests", "value": -1}),
        json!({"name": "requests", "value": 1, "labels": {"a b": "c"}}),
        json!({"name": "requests", "value": 1, "labels": {"a": "x".repeat(300)}}),
        json!({"name": "x".repeat(65), "value": 1}),
    ] {
        assert_eq!(count(&daemon, json!([counter])).reason(), "request");
    }
    let many: Vec<_> = (0..40)
        .map(|index| json!({"name": format!("n{index}"), "value": 1}))
        .collect();
    assert_eq!(count(&daemon, json!(many)).reason(), "request");
}

#[test]
fn metrics_are_served_only_on_loopback() {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = Daemon::command(folder.path(), &["--metrics", "0.0.0.0:0"])
        .output()
        .expect("the engine starts");
    assert_eq!(ended.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("loopback"));
}
