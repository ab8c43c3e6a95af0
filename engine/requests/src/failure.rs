//! The payload of an `X` frame, and the reasons that stop a storlet.

use crate::hash::Hash;
use crate::names::{Limit, Reason};
use serde::Serialize;
use std::io;

/// The payload of an `X` frame.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The reason.
    pub error: Reason,
    /// What happened, to which object, and what to do.
    pub message: String,
    /// The number of the failed storlet in a pipeline, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<usize>,
    /// The module that is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub module: Option<Box<Hash>>,
    /// The storlet's exit code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The trap that ended the storlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trap: Option<String>,
    /// The end of the storlet's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// Seconds to wait before a retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

impl Failure {
    /// A failure without further details.
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

    /// The module is not accepted.
    pub fn module(message: impl Into<String>) -> Self {
        Failure::new(Reason::Module, message)
    }

    /// The request breaks the protocol.
    pub fn request(message: impl Into<String>) -> Self {
        Failure::new(Reason::Request, message)
    }

    /// The engine cannot continue because of an internal or machine error.
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
                "the client disconnected, or the engine is stopping",
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

/// A reason that ends a storlet: an external stop, or its own call of `proc_exit`. Host functions return it as their
/// error.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// It called `proc_exit`.
    #[error("exit code {0}")]
    Exit(i32),
    /// The client disconnected, or another stage failed.
    #[error("cancelled")]
    Cancelled,
    /// A limit was reached.
    #[error("{0:?} limit")]
    Limit(Limit),
    /// The input could not be read to its end.
    #[error("{0}")]
    Input(String),
    /// No stage reads its answer any more, because the next stage has ended.
    #[error("no stage reads the answer")]
    Unread,
    /// It violated a rule of the report.
    #[error("{0}")]
    Report(String),
    /// An engine error.
    #[error("{0}")]
    Internal(String, #[source] io::Error),
}
