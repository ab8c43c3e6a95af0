//! Texts of clients in a log: on one line, printable, and bounded.

/// At most this many characters of a text. Control characters and others that are not printable are escaped.
pub fn printable(text: &str, most: usize) -> String {
    let mut line = String::new();
    for character in text.chars().take(most) {
        match character {
            '"' | '\'' => line.push(character),
            other => line.extend(other.escape_debug()),
        }
    }
    line
}
