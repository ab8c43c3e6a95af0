//! The position of a field in its row.

use std::ops::Range;

/// The position of a field in its row in bytes, including its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The field's bytes in the row.
    pub place: Range<usize>,
    /// Whether it is quoted.
    pub quoted: bool,
}

impl Field {
    /// The raw field in `row`.
    pub fn raw<'a>(&self, row: &'a [u8]) -> &'a [u8] {
        &row[self.place.clone()]
    }

    /// The content between the quotes, or all of the field if it has none.
    pub fn inside<'a>(&self, row: &'a [u8]) -> &'a [u8] {
        let quote = usize::from(self.quoted);
        &row[self.place.start + quote..self.place.end - quote]
    }
}
