//! Where a field stands in its row.

use std::ops::Range;

/// Where a field stands in its row, as bytes with the quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The field's bytes in the row.
    pub place: Range<usize>,
    /// Whether there are quotes around it.
    pub quoted: bool,
}

impl Field {
    /// The field as it stands in `row`.
    pub fn raw<'a>(&self, row: &'a [u8]) -> &'a [u8] {
        &row[self.place.clone()]
    }

    /// What stands between the quotes, or all where there are none.
    pub fn inside<'a>(&self, row: &'a [u8]) -> &'a [u8] {
        let quote = usize::from(self.quoted);
        &row[self.place.start + quote..self.place.end - quote]
    }
}
