//! The result of a storlet.

use crate::{Request, Streams};
use std::fmt::{self, Display};
use std::io::{self, Write};
use std::process::ExitCode;

/// The reason why a storlet failed.
#[derive(Debug)]
pub enum Failure {
    /// An invalid parameter. The message names it and says what it should be. Exit code 64, `EX_USAGE`.
    Parameters(String),
    /// Any other failure. Exit code 1.
    Failed(String),
}

impl Failure {
    /// An invalid parameter.
    pub fn parameters(message: impl Display) -> Self {
        Self::Parameters(message.to_string())
    }

    /// A failure of the work.
    pub fn failed(message: impl Display) -> Self {
        Self::Failed(message.to_string())
    }

    /// The exit code that the contract specifies for this failure.
    pub fn code(&self) -> u8 {
        match self {
            Self::Parameters(_) => 64,
            Self::Failed(_) => 1,
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameters(message) | Self::Failed(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::failed(error)
    }
}

/// Runs a storlet as this process's `main`. Reports a failure on standard error and by the exit code.
pub fn run(storlet: impl FnOnce(&Request, &mut Streams) -> Result<(), Failure>) -> ExitCode {
    match attempt(storlet) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn attempt(
    storlet: impl FnOnce(&Request, &mut Streams) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let request = Request::of_process()?;
    let mut streams = Streams::of_process()?;
    storlet(&request, &mut streams)?;
    streams
        .output
        .flush()
        .map_err(|error| Failure::failed(format!("writing the answer: {error}")))
}
