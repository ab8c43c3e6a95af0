//! Headwater's engine: runs storlets next to the data in a WebAssembly sandbox.
//!
//! `protocol/STORLETS.md` specifies its behaviour. [`server`] reads a request from the socket and queues it.
//! [`pipeline`] runs its stages. Each stage is an instance of a module from [`modules`] and can access nothing but
//! [`wasi`]. [`sink`] sends the output of the last stage as frames.
#![warn(missing_docs)]

pub mod cancellation;
pub mod compiler;
pub mod limits;
pub mod log;
pub mod memory_limit;
pub mod metrics;
pub mod modules;
pub mod pause;
pub mod pipeline;
pub mod report;
pub mod sandbox;
pub mod server;
pub mod sink;
pub mod source;
pub mod wasi;
