//! Texts of clients in a log.

use headwater_requests::printable::printable;
use headwater_requests::request;

#[test]
fn characters_that_are_not_printable_are_escaped() {
    assert_eq!(
        printable("tx1\r\n\x1b[31m\u{202e}\u{2028}\u{7f}", 100),
        r"tx1\r\n\u{1b}[31m\u{202e}\u{2028}\u{7f}"
    );
    assert_eq!(printable("\"ü\" isn't", 100), "\"ü\" isn't");
}

#[test]
fn a_long_text_is_cut_between_characters() {
    assert_eq!(printable(&"ü".repeat(1000), 3), "üüü");
}

#[test]
fn a_request_that_is_refused_has_its_id_if_it_can_be_read() {
    for (json, id) in [
        (r#"{"version": 2, "request": "tx1"}"#, "tx1"),
        (r#"{"request": 1}"#, ""),
        (r#"{"version": 1}"#, ""),
        ("none", ""),
    ] {
        assert!(request::parse(json.as_bytes(), 0).is_err());
        assert_eq!(request::id(json.as_bytes()), id, "{json}");
    }
}
