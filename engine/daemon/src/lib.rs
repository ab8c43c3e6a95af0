//! Headwater's engine: runs storlets beside the bytes, in a WebAssembly sandbox.
//!
//! `protocol/STORLETS.md` binds it. A request's way through it: [`server`] takes it from the socket, [`queue`] holds it until a
//! worker is free, [`pipeline`] runs its stages, each an instance of a module from [`modules`] that sees the world through
//! [`wasi`] alone, and what the last stage writes leaves as [`frames`].
#![warn(missing_docs)]

pub mod compiler;
pub mod failure;
pub mod floor;
pub mod frames;
pub mod limits;
pub mod metrics;
pub mod modules;
pub mod pipeline;
pub mod queue;
pub mod report;
pub mod request;
pub mod server;
pub mod sink;
pub mod source;
pub mod stage;
pub mod wasi;
pub mod watch;
