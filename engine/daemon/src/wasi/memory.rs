//! Access to a guest's memory by guest addresses, none of which is trusted.

use super::Errno;

/// The complete memory.
pub struct Memory<'a>(pub &'a mut [u8]);

/// A guest's buffer: its address and length.
#[derive(Clone, Copy)]
pub struct Span {
    pub at: u32,
    pub length: u32,
}

impl Span {
    /// Its first `most` bytes, or all of it.
    pub fn within(self, most: u32) -> Self {
        Span {
            length: self.length.min(most),
            ..self
        }
    }
}

impl Memory<'_> {
    pub fn bytes(&mut self, span: Span) -> Result<&mut [u8], Errno> {
        let start = span.at as usize;
        self.0
            .get_mut(start..start + span.length as usize)
            .ok_or(Errno::Fault)
    }

    pub fn put(&mut self, at: u32, bytes: &[u8]) -> Result<(), Errno> {
        let length = u32::try_from(bytes.len()).map_err(|_| Errno::Fault)?;
        self.bytes(Span { at, length })?.copy_from_slice(bytes);
        Ok(())
    }

    pub fn put_u32(&mut self, at: u32, value: u32) -> Result<(), Errno> {
        self.put(at, &value.to_le_bytes())
    }

    pub fn put_u64(&mut self, at: u32, value: u64) -> Result<(), Errno> {
        self.put(at, &value.to_le_bytes())
    }

    pub fn get<const N: usize>(&mut self, at: u32) -> Result<[u8; N], Errno> {
        let bytes = self.bytes(Span {
            at,
            length: N as u32,
        })?;
        bytes.try_into().map_err(|_| Errno::Fault)
    }

    /// The buffer at this index of the list at `list`.
    pub fn span(&mut self, list: u32, index: u32) -> Result<Span, Errno> {
        let at = index
            .checked_mul(8)
            .and_then(|offset| list.checked_add(offset))
            .ok_or(Errno::Fault)?;
        let [at, length] = self.get::<8>(at).map(|pair| {
            let word = |from: usize| {
                u32::from_le_bytes([pair[from], pair[from + 1], pair[from + 2], pair[from + 3]])
            };
            [word(0), word(4)]
        })?;
        Ok(Span { at, length })
    }
}
