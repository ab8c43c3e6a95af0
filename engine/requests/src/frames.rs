//! Frames: the encoding of an answer, in which a truncated answer is always detected (`protocol/STORLETS.md`, section
//! 3).
//!
//! A frame consists of its type (1 byte), the payload's length, a CRC-32 of type, length and payload (4 bytes each,
//! little-endian), and the payload.

use crate::names::FrameType;
use std::io::{self, Read};

/// The maximum length of a payload in bytes.
pub const PAYLOAD_MAX: usize = 1 << 20;
/// The length of a frame's header in bytes.
pub const HEADER: usize = 9;

/// One frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its content.
    pub kind: FrameType,
    /// At most [`PAYLOAD_MAX`] bytes.
    pub payload: Vec<u8>,
}

/// The reason why bytes are not a complete sequence of frames.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The source of the bytes failed.
    #[error("the answer could not be read: {0}")]
    Read(#[from] io::Error),
    /// The source ended without a last frame.
    #[error("the answer is cut: it ended {0}")]
    Cut(&'static str),
    /// The checksum does not match.
    #[error("a frame of type {kind:?} is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// The frame's type.
        kind: FrameType,
        /// The checksum in the frame.
        expected: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// A type that this version does not support.
    #[error("a frame of unknown type {0:#04x}")]
    Type(u8),
    /// A payload longer than [`PAYLOAD_MAX`].
    #[error("a frame of {0} bytes; the most is {PAYLOAD_MAX}")]
    Length(u32),
    /// Metadata after data, or repeated metadata.
    #[error("metadata after data, or a second time")]
    LateMetadata,
    /// Bytes after the last frame.
    #[error("bytes follow the last frame")]
    Trailing,
}

/// The header of a frame with this payload of at most [`PAYLOAD_MAX`] bytes.
pub fn header(kind: FrameType, payload: &[u8]) -> [u8; HEADER] {
    assert!(
        payload.len() <= PAYLOAD_MAX,
        "a frame's payload of {} bytes",
        payload.len()
    );
    let mut bytes = [0; HEADER];
    bytes[0] = kind.byte();
    bytes[1..5].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    let checksum = checksum(&bytes[..5], payload);
    bytes[5..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(payload);
    hasher.finalize()
}

/// A complete frame in bytes.
pub fn encode(kind: FrameType, payload: &[u8]) -> Vec<u8> {
    [&header(kind, payload)[..], payload].concat()
}

/// Reads and validates the frames of one answer. After the last frame it yields `None` only if the source ends too.
pub struct Reader<R> {
    source: R,
    begun: bool,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Creates a reader of one answer.
    pub fn new(source: R) -> Self {
        Reader {
            source,
            begun: false,
            ended: false,
        }
    }

    /// The next frame, or `None` after the last frame of a complete answer.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, FrameError> {
        if self.ended {
            return self.expect_end();
        }
        let mut head = [0; HEADER];
        self.fill(&mut head[..1], "without a last frame")?;
        let kind = FrameType::of(head[0]).ok_or(FrameError::Type(head[0]))?;
        self.fill(&mut head[1..], "within a frame")?;
        let payload = self.payload(kind, &head)?;
        if kind == FrameType::Metadata && self.begun {
            return Err(FrameError::LateMetadata);
        }
        // Padding and empty data are keep-alives only.
        self.begun |=
            kind == FrameType::Metadata || (kind != FrameType::Padding && !payload.is_empty());
        self.ended = matches!(kind, FrameType::End | FrameType::Error);
        Ok(Some(Frame { kind, payload }))
    }

    /// The payload after a frame's header, with the length and the checksum in the header.
    fn payload(&mut self, kind: FrameType, head: &[u8; HEADER]) -> Result<Vec<u8>, FrameError> {
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]);
        if length as usize > PAYLOAD_MAX {
            return Err(FrameError::Length(length));
        }
        let mut payload = vec![0; length as usize];
        self.fill(&mut payload, "within a frame")?;
        let expected = u32::from_le_bytes([head[5], head[6], head[7], head[8]]);
        let found = checksum(&head[..5], &payload);
        if expected != found {
            return Err(FrameError::Checksum {
                kind,
                expected,
                found,
            });
        }
        Ok(payload)
    }

    fn expect_end(&mut self) -> Result<Option<Frame>, FrameError> {
        loop {
            match self.source.read(&mut [0]) {
                Ok(0) => return Ok(None),
                Ok(_) => return Err(FrameError::Trailing),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn fill(&mut self, bytes: &mut [u8], place: &'static str) -> Result<(), FrameError> {
        self.source
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => FrameError::Cut(place),
                _ => FrameError::Read(error),
            })
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Frame, FrameError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_frame().transpose()
    }
}
