//! Tests whether a value may be among those of a column: `protocol/SKIP-INDEX.md`, section 5.

use base64::{Engine, engine::general_purpose::STANDARD};

const BITS: u32 = 65_536;
const PROBES: u32 = 6;

/// A Bloom filter of the maximum length, which its reader shortens.
pub struct Bloom(Box<[u8; BITS as usize / 8]>);

impl Default for Bloom {
    fn default() -> Self {
        Self(Box::new([0; BITS as usize / 8]))
    }
}

impl Bloom {
    /// Adds a value by its hash.
    pub fn add(&mut self, hash: u64) {
        let (first, step) = (hash as u32, (hash >> 32) as u32 | 1);
        for probe in 0..PROBES {
            let bit = first.wrapping_add(probe.wrapping_mul(step)) % BITS;
            self.0[bit as usize / 8] |= 1 << (bit % 8);
        }
    }

    /// The bits in base64.
    pub fn text(&self) -> String {
        STANDARD.encode(&self.0[..])
    }
}
