//! What is done to a column.

use headwater_rows::{Dialect, Field};
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What is done to a column.
#[derive(Clone)]
pub enum Treatment {
    /// As it stands.
    Keep,
    /// HMAC-SHA-256 of the value, in hexadecimal; an empty value stays empty.
    Hash(Hmac<Sha256>),
    /// So many characters of the value at most.
    Truncate(usize),
    /// Nothing is left.
    Drop,
}

impl Treatment {
    /// Writes what is left of a field.
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

/// How many bytes the first `characters` of a text have. Bytes that are no UTF-8 are U+FFFD to a reader, and count so.
fn length_of(text: &[u8], characters: usize) -> usize {
    let lengths = text.utf8_chunks().flat_map(|chunk| {
        let invalid = Some(chunk.invalid().len()).filter(|&length| length > 0);
        chunk.valid().chars().map(char::len_utf8).chain(invalid)
    });
    lengths.take(characters).sum()
}
