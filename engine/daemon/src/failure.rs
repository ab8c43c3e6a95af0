//! What an `X` frame tells, and what stops a storlet.

use crate::modules::Hash;
use serde::Serialize;
use std::io;

/// A limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
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

/// Why a request failed: the `error` of an `X` frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The storlet cannot use its parameters.
    Parameters,
    /// A limit was reached.
    Limit,
    /// The storlet failed.
    Failed,
    /// No worker and no place to wait.
    Busy,
    /// The input could not be read to its end.
    Input,
    /// The engine failed.
    Internal,
    /// The bytes are no storlet.
    Module,
    /// The cache folder has no room for the module.
    Space,
    /// No module of that hash.
    Missing,
    /// The request is not one.
    Request,
    /// The client went away.
    Cancelled,
}

impl Reason {
    /// As the frame and the metrics name it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Parameters => "parameters",
            Reason::Limit => "limit",
            Reason::Failed => "failed",
            Reason::Busy => "busy",
            Reason::Input => "input",
            Reason::Internal => "internal",
            Reason::Module => "module",
            Reason::Space => "space",
            Reason::Missing => "missing",
            Reason::Request => "request",
            Reason::Cancelled => "cancelled",
        }
    }
}

/// The payload of an `X` frame.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// Why.
    pub error: Reason,
    /// What happened, to what, and what to do.
    pub message: String,
    /// The storlet that failed, from 0, of a pipeline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
    /// The module that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<Box<Hash>>,
    /// Its exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The trap that ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trap: Option<String>,
    /// The end of its log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Which limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Seconds after which to ask again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

impl Failure {
    /// A failure that tells no more than its reason.
    pub fn new(error: Reason, message: impl Into<String>) -> Self {
        let message = message.into();
        Failure {
            error,
            message,
            stage: None,
            module: None,
            exit: None,
            trap: None,
            stderr: None,
            limit: None,
            retry_after: None,
        }
    }

    /// The request breaks the protocol.
    pub fn request(message: impl Into<String>) -> Self {
        Failure::new(Reason::Request, message)
    }

    /// The engine cannot go on, by a fault of its own or of its machine.
    pub fn internal(doing: &str, cause: &dyn std::error::Error) -> Self {
        Failure::new(Reason::Internal, format!("{doing}: {}", chain(cause)))
    }
}

/// An error with its causes, in one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    std::iter::once(error)
        .chain(causes)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

/// A stop outside of any storlet: while an answer is sent, or a module is read.
impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Cancelled => Failure::new(
                Reason::Cancelled,
                "the client went away, or the engine is stopping",
            ),
            Stop::Limit(limit) => Failure {
                limit: Some(limit),
                ..Failure::new(Reason::Limit, format!("the {limit:?} limit was reached"))
            },
            Stop::Input(message) => Failure::new(Reason::Input, message),
            stop => Failure::internal("the engine failed", &stop),
        }
    }
}

/// What ends a storlet from without, or by its own call of `proc_exit`. Host functions return it as their error.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// It ended itself.
    #[error("exit code {0}")]
    Exit(i32),
    /// The client went away, or another stage failed.
    #[error("cancelled")]
    Cancelled,
    /// A limit was reached.
    #[error("{0:?} limit")]
    Limit(Limit),
    /// The input could not be read to its end.
    #[error("{0}")]
    Input(String),
    /// Nobody reads its answer any more: the stage behind it ended.
    #[error("nobody reads the answer")]
    Unread,
    /// It broke a rule of the report.
    #[error("{0}")]
    Report(String),
    /// The engine's own fault.
    #[error("{0}")]
    Internal(String, #[source] io::Error),
}
