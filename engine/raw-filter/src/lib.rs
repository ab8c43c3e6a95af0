//! Finds the lines of a block that contain a text, without parsing them.

mod needle;
mod scanner;

pub use needle::Needle;
pub use scanner::{Doubts, LONGEST_LINE, Scan, lines};
