//! Records that univocity may parse in an unexpected way.

use crate::Dialect;
use headwater_storlet::Separator;
use memchr::{memchr, memchr_iter, memchr2};

/// Univocity removes it at the beginning of some records only.
pub const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Univocity reads this many fields of a record and fails at the next one.
pub const MOST_FIELDS: usize = 20_480;

/// Whether univocity may parse the record in an unexpected way. It removes a byte order mark of some records. It ends a
/// record at `\n`, or inside a separator of two bytes. It fails on leading white space if it ignores trailing white
/// space only. It fails on too many fields.
#[inline]
pub fn is_odd(dialect: &Dialect, record: &[u8]) -> bool {
    let breaks = match &dialect.line_sep {
        Separator::Line | Separator::Byte(b'\n') => false,
        Separator::Byte(_) => memchr(b'\n', record).is_some(),
        Separator::Bytes(bytes) => memchr2(b'\n', bytes[0], record).is_some(),
    };
    let blank_start =
        dialect.trim_end && !dialect.trim_start && record.first().is_some_and(|byte| *byte <= b' ');
    breaks || blank_start || record.starts_with(BYTE_ORDER_MARK) || is_too_wide(dialect, record)
}

/// Whether a record may have more fields than readers accept.
#[inline]
fn is_too_wide(dialect: &Dialect, record: &[u8]) -> bool {
    record.len() >= MOST_FIELDS && memchr_iter(dialect.sep[0], record).count() >= MOST_FIELDS
}
