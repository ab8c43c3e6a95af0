//! The treatment of a column.

use headwater_rows::{Dialect, Field};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The treatment of a column.
#[derive(Clone)]
pub enum Treatment {
    /// Unchanged.
    Keep,
    /// HMAC-SHA-256 of the value in hexadecimal. An empty value stays empty.
    Hash(Hmac<Sha256>),
    /// At most this many characters of the value.
    Truncate(usize),
    /// Removed.
    Drop,
}

impl Treatment {
    /// Writes a field after its treatment.
    pub fn write(&self, dialect: &Dialect, row: &[u8], field: &Field, output: &mut Vec<u8>) {
        match self {
            Self::Keep => output.extend(field.raw(row)),
            Self::Hash(keyed) => match dialect.value(row, field).as_ref() {
                [] => output.extend(field.raw(row)),
                value => output.extend(hex::encode(hashed(keyed, value)).into_bytes()),
            },
            Self::Truncate(length) => {
                let value = dialect.value(row, field);
                let left = &value[..length_of(&value, *length)];
                match field.quoted {
                    true => dialect.write_quoted(left, output),
                    false => output.extend(left),
                }
            }
            Self::Drop => {}
        }
    }
}

fn hashed(keyed: &Hmac<Sha256>, value: &[u8]) -> [u8; 32] {
    let mut hash = keyed.clone();
    hash.update(value);
    hash.finalize().into_bytes().into()
}

/// The length in bytes of the first `characters` of a text. Readers see invalid UTF-8 as U+FFFD, and it counts as such.
fn length_of(text: &[u8], characters: usize) -> usize {
    let lengths = text.utf8_chunks().flat_map(|chunk| {
        let invalid = Some(chunk.invalid().len()).filter(|&length| length > 0);
        chunk.valid().chars().map(char::len_utf8).chain(invalid)
    });
    lengths.take(characters).sum()
}
