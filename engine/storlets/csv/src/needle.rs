//! A text that every selected record contains.

use crate::Dialect;
use crate::row::MOST_FIELDS;
use headwater_predicates::Selection;
use headwater_raw_filter::{Doubts, LONGEST_LINE};
use headwater_storlet::Separator;
use memchr::memchr;
use memchr::memmem::Finder;
use wide::u8x16;

const _: () = assert!(LONGEST_LINE <= MOST_FIELDS);

/// In blocks without doubt, no field is in doubt, and lines end with `\n` only.
pub type Needle = headwater_raw_filter::Needle<Unquoted>;

/// The bytes that a block of unquoted fields does not have: the quote, a carriage return, and the first byte of a byte
/// order mark.
pub struct Unquoted {
    quote: u8,
}

/// The needle of a selection, if there is one and lines can be separated without parsing them.
pub fn needle(selection: &Selection, dialect: &Dialect) -> Option<Needle> {
    let quote = dialect.quote;
    let lines = dialect.line_sep == Separator::Line || dialect.line_sep.bytes() == b"\n";
    let plain = lines && dialect.sep.len() == 1 && !dialect.trims() && dialect.comment.is_none();
    let texts = selection.required_texts(dialect.width.is_some());
    let verbatim = texts.into_iter().filter(|text| {
        memchr(quote, text).is_none() && Finder::new(text).find(&dialect.empty_value).is_none()
    });
    plain
        .then(|| Needle::longest(verbatim, Unquoted { quote }))
        .flatten()
}

impl Doubts for Unquoted {
    #[inline]
    fn byte(&self, byte: u8, _behind: u8) -> bool {
        byte == self.quote || byte == b'\r' || byte == 0xEF
    }

    #[inline]
    fn bytes(&self, bytes: u8x16, _behind: u8x16) -> u8x16 {
        let [quote, carriage, mark] = [self.quote, b'\r', 0xEF].map(u8x16::splat);
        bytes.simd_eq(quote) | bytes.simd_eq(carriage) | bytes.simd_eq(mark)
    }
}
