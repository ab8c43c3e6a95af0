//! Strict parsing of comma-separated rows, for storlets that must not confuse columns.
//!
//! A row is a line. A value with a line break makes its row doubtful. A field is quoted from its first byte to its
//! last, or contains no quote. Everything else is reported as a [`Doubt`] and never guessed.

mod dialect;
mod doubt;
mod field;

pub use dialect::Dialect;
pub use doubt::Doubt;
pub use field::Field;

#[cfg(test)]
mod tests;
