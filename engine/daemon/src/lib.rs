//! Headwater's engine: runs storlets next to the data in a WebAssembly sandbox.
//!
//! `protocol/STORLETS.md` specifies its behaviour. [`server`] reads a request from the socket, and [`queue`] holds it
//! until a worker is free. [`pipeline`] runs its stages. Each stage is an instance of a module from [`modules`] and can
//! access nothing but [`wasi`]. The output of the last stage is sent as [`frames`].
#![warn(missing_docs)]

pub mod cancellation;
pub mod compiler;
pub mod failure;
pub mod frames;
pub mod hash;
pub mod limits;
pub mod metrics;
pub mod modules;
pub mod names;
pub mod pipeline;
pub mod queue;
pub mod report;
pub mod request;
pub mod sandbox;
pub mod server;
pub mod sink;
pub mod source;
pub mod wasi;
