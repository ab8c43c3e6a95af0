//! Requests to Headwater's engine, without the sandbox that runs their storlets.
//!
//! `protocol/STORLETS.md` specifies them. [`request`] parses one, [`queue`] holds it until a worker is free, and
//! [`frames`] encodes its answer, or the [`failure`] that ended it.

pub mod failure;
pub mod frames;
pub mod hash;
pub mod limits;
pub mod names;
pub mod printable;
pub mod queue;
pub mod request;
