//! Names of `protocol/STORLETS.md` that other languages share. `protocol/golden-names` has the names of all languages.

use serde::{Serialize, Serializer};

/// The message of a `busy` refusal by an engine that stops. Its clients send the request again to the next engine.
pub const STOPPING: &str = "the engine is stopping";

/// What a client requests: the `op` of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Run a pipeline.
    Run,
    /// Check, compile and store a module.
    Load,
    /// Add to counters.
    Count,
    /// Report the engine's state.
    Status,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 4] = [Self::Run, Self::Load, Self::Count, Self::Status];

    /// The name in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Load => "load",
            Self::Count => "count",
            Self::Status => "status",
        }
    }

    /// The operation with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|each| each.name() == name)
    }
}

/// The content of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameType {
    /// User metadata as JSON, before the first data.
    Metadata,
    /// Bytes of the answer.
    Data,
    /// Bytes without meaning, which keep the answer's reader from timing out.
    Padding,
    /// The counts of a complete answer as JSON. Last frame.
    End,
    /// The reason why the answer is not complete, as JSON. Last frame.
    Error,
}

impl FrameType {
    /// All types.
    pub const ALL: [Self; 5] = [
        Self::Metadata,
        Self::Data,
        Self::Padding,
        Self::End,
        Self::Error,
    ];

    /// The first byte of a frame.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Metadata => b'M',
            Self::Data => b'D',
            Self::Padding => b'P',
            Self::End => b'E',
            Self::Error => b'X',
        }
    }

    /// The type with this byte.
    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|each| each.byte() == byte)
    }
}

/// A limit that was reached: the `limit` of an `X` frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Bytes of linear memory.
    Memory,
    /// Seconds since a worker took the request.
    Time,
    /// Units of wasmtime's fuel.
    Fuel,
    /// Bytes of the answer.
    Output,
}

impl Limit {
    /// All limits.
    pub const ALL: [Self; 4] = [Self::Memory, Self::Time, Self::Fuel, Self::Output];

    /// The name in the frame.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Fuel => "fuel",
            Self::Output => "output",
        }
    }
}

impl Serialize for Limit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The reason why a request failed: the `error` of an `X` frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The storlet cannot use its parameters.
    Parameters,
    /// A limit was reached.
    Limit,
    /// The bytes are not a storlet.
    Module,
    /// The storlet failed.
    Failed,
    /// The engine failed.
    Internal,
    /// The input could not be read to its end.
    Input,
    /// No worker and no queue place is free.
    Busy,
    /// The cache folder has no space for the module.
    Space,
    /// There is no module with that hash.
    Missing,
    /// The request is malformed.
    Request,
    /// The client disconnected.
    Cancelled,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 11] = [
        Self::Parameters,
        Self::Limit,
        Self::Module,
        Self::Failed,
        Self::Internal,
        Self::Input,
        Self::Busy,
        Self::Space,
        Self::Missing,
        Self::Request,
        Self::Cancelled,
    ];

    /// The name in the frame and in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parameters => "parameters",
            Self::Limit => "limit",
            Self::Module => "module",
            Self::Failed => "failed",
            Self::Internal => "internal",
            Self::Input => "input",
            Self::Busy => "busy",
            Self::Space => "space",
            Self::Missing => "missing",
            Self::Request => "request",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
