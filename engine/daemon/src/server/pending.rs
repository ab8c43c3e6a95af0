//! A waiting or running request, as the acceptor knows it.

use crate::cancellation::Cancellation;
use headwater_requests::queue::Place;
use std::os::fd::OwnedFd;
use std::sync::Arc;

/// A waiting or running request.
pub struct PendingRequest {
    /// The client.
    pub socket: Arc<OwnedFd>,
    /// Ends it.
    pub cancellation: Arc<Cancellation>,
    /// The queue that it waits in.
    pub lane: Lane,
    /// Its place there.
    pub place: Place,
}

/// One of the engine's queues.
#[derive(Clone, Copy)]
pub enum Lane {
    /// Of pipelines.
    Runs,
    /// Of modules to compile.
    Loads,
}
