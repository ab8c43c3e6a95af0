//! Rows of comma-separated values, read strictly: for storlets that must not take one column for another.
//!
//! A row is a line: a value with a line break in it makes its row doubtful. A field is quoted from its first byte to its last, or holds no
//! quote. Whatever else stands there is in [`Doubt`], which is told and never guessed.

mod dialect;
mod doubt;
mod field;

pub use dialect::Dialect;
pub use doubt::Doubt;
pub use field::Field;

#[cfg(test)]
mod tests;
