//! What ends a record.

use crate::Failure;
use memchr::{memchr, memchr2, memmem, memrchr, memrchr2};

/// What ends a record, as in Hadoop's `LineReader`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `\n`, `\r\n` or `\r`, also mixed.
    Line,
    /// One byte.
    Byte(u8),
    /// Two or more bytes, of which no two occurrences overlap.
    Bytes(Vec<u8>),
}

impl Separator {
    /// The separator with these bytes. Rejects one that can overlap itself (`||` in `a|||b`), because records would
    /// depend on the splits.
    pub fn of(bytes: &[u8]) -> Result<Self, Failure> {
        match bytes {
            [] => Err(Failure::parameters("the record separator is empty")),
            [byte] => Ok(Self::Byte(*byte)),
            _ if (1..bytes.len()).any(|n| bytes.starts_with(&bytes[n..])) => {
                Err(Failure::parameters(format!(
                    "the record separator '{}' can overlap itself",
                    bytes.escape_ascii()
                )))
            }
            _ => Ok(Self::Bytes(bytes.into())),
        }
    }

    /// The bytes that end a written record: the separator itself, or `\n` for [`Separator::Line`].
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Line => b"\n",
            Self::Byte(byte) => std::slice::from_ref(byte),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The start and end of the first separator in `bytes`.
    ///
    /// A `\r` at the end of `bytes` counts as a complete separator.
    #[inline]
    pub fn first(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        match self {
            Self::Line => memchr2(b'\n', b'\r', bytes).map(|at| (at, behind_line(bytes, at))),
            Self::Byte(byte) => memchr(*byte, bytes).map(|at| (at, at + 1)),
            Self::Bytes(separator) => {
                memmem::find(bytes, separator).map(|at| (at, at + separator.len()))
            }
        }
    }

    /// The last separator in `bytes`, as for [`Separator::first`]. The `\r` and `\n` of a `\r\n` are one separator.
    #[inline]
    pub fn last(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        match self {
            Self::Line => memrchr2(b'\n', b'\r', bytes)
                .map(|at| (at - usize::from(bytes[..=at].ends_with(b"\r\n")), at + 1)),
            Self::Byte(byte) => memrchr(*byte, bytes).map(|at| (at, at + 1)),
            Self::Bytes(separator) => {
                memmem::rfind(bytes, separator).map(|at| (at, at + separator.len()))
            }
        }
    }

    /// The number of bytes at the end of `bytes` that may begin an incomplete separator.
    pub(crate) fn open_end(&self, bytes: &[u8]) -> usize {
        match self {
            Self::Line => usize::from(bytes.last() == Some(&b'\r')),
            Self::Byte(_) => 0,
            Self::Bytes(separator) => (1..separator.len())
                .rev()
                .find(|&n| bytes.ends_with(&separator[..n]))
                .unwrap_or(0),
        }
    }

    /// The maximum distance from a split's end at which a record of the split may start.
    ///
    /// The next split does not see a separator that spans the end, except for the `\n` of a `\r\n`.
    pub(crate) fn overhang(&self) -> u64 {
        match self {
            Self::Line | Self::Byte(_) => 0,
            Self::Bytes(separator) => separator.len() as u64 - 1,
        }
    }
}

fn behind_line(bytes: &[u8], at: usize) -> usize {
    at + 1 + usize::from(bytes[at..].starts_with(b"\r\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_as_in_hadoop() {
        for (bytes, first, last) in [
            ("a\nb", Some((1, 2)), Some((1, 2))),
            ("a\r\nb\r\n", Some((1, 3)), Some((4, 6))),
            ("a\rb\n\rc", Some((1, 2)), Some((4, 5))),
            ("\n\n", Some((0, 1)), Some((1, 2))),
            ("ab", None, None),
        ] {
            assert_eq!(Separator::Line.first(bytes.as_bytes()), first, "{bytes:?}");
            assert_eq!(Separator::Line.last(bytes.as_bytes()), last, "{bytes:?}");
        }
    }

    #[test]
    fn separators_that_can_overlap_are_refused() {
        for refused in ["", "||", "aba", "\n\n"] {
            assert_eq!(
                Separator::of(refused.as_bytes()).unwrap_err().code(),
                64,
                "{refused:?}"
            );
        }
        assert_eq!(
            Separator::of(b"\r\n").unwrap(),
            Separator::Bytes(b"\r\n".to_vec())
        );
        assert_eq!(Separator::of(b"|").unwrap(), Separator::Byte(b'|'));
    }
}
