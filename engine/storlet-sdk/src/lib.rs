//! Write a storlet in Rust: a program that reads an object on its standard input and writes an answer on its standard
//! output.
//!
//! [`run`] passes the program its request ([`Request`]) and its streams ([`Streams`]), and converts its result to the
//! exit code. Storlets that process lines read them with [`Records`], which follows Hadoop's splits.
//! `protocol/STORLETS.md` specifies the contract.
//!
//! The same program runs natively. It then reads the process's standard input, arguments and environment.
//!
//! # Example
//!
//! A storlet that keeps the lines with a word in them. Its `main` is [`run`]`(keep)`.
//!
//! ```
//! use headwater_storlet::{Failure, Records, Request, Separator, run};
//! use std::io::{Read, Write};
//!
//! fn keep(request: &Request, input: impl Read, output: &mut impl Write) -> Result<u64, Failure> {
//!     request.parameters.only(&["word"])?;
//!     let word = request.parameters.required("word")?;
//!     let mut lines = Records::open(input, request.split, Separator::Line)?;
//!     let mut kept = 0;
//!     while let Some(line) = lines.next()? {
//!         if line.windows(word.len()).any(|window| window == word.as_bytes()) {
//!             output.write_all(line)?;
//!             output.write_all(b"\n")?;
//!             kept += 1;
//!         }
//!     }
//!     Ok(kept)
//! }
//!
//! # fn storlet() -> std::process::ExitCode {
//! run(|request, streams| {
//!     let kept = keep(request, &mut streams.input, &mut streams.output)?;
//!     streams.report.metadata("lines-kept", &kept.to_string())
//! })
//! # }
//! # let request = Request::new(["word=sea"], [("HEADWATER_RANGE_START", "2"), ("HEADWATER_RANGE_END", "9")]).unwrap();
//! # let mut answer = Vec::new();
//! # assert_eq!(keep(&request, &b"sea\nthe sea\nsea\n"[2..], &mut answer).unwrap(), 1);
//! # assert_eq!(answer, b"the sea\n");
//! ```

mod failure;
mod parameters;
mod records;
mod report;
mod request;
mod separator;
mod streams;

pub use failure::{Failure, run};
pub use parameters::Parameters;
pub use records::Records;
pub use report::Report;
pub use request::{Request, Split};
pub use separator::Separator;
pub use streams::{Input, Output, Streams, resource};
