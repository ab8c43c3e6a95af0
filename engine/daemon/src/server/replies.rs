//! Small replies that are sent immediately.

use super::Engine;
use super::pending::Lane;
use crate::cancellation::Cancellation;
use crate::log;
use crate::sink;
use headwater_requests::failure::Failure;
use headwater_requests::names::{FrameType, Reason, STOPPING};
use headwater_requests::queue::Refusal;
use std::os::fd::OwnedFd;
use std::time::Duration;

impl Engine {
    /// Send a small answer immediately. It fits into the socket's empty buffer.
    pub(super) fn answer(
        &self,
        socket: &OwnedFd,
        document: &impl serde::Serialize,
    ) -> Result<(), Failure> {
        let failed = |error| Failure::internal("the answer could not be sent", &error);
        let cancellation = Cancellation::new()
            .map_err(|error| Failure::internal("no event descriptor", &error))?;
        cancellation.start(Duration::from_millis(100));
        let payload = sink::json(document).map_err(failed)?;
        sink::send_frame(socket, &cancellation, FrameType::End, &payload).map_err(failed)
    }

    /// Refuse a tenant's request for which there is no room. A stopping engine counts no refusals, because the next
    /// engine gets these requests.
    pub(super) fn refuse(&self, socket: &OwnedFd, tenant: &str, refusal: Refusal, lane: Lane) {
        let message = match refusal {
            Refusal::Full => "all workers are busy, and the queue is full",
            Refusal::Tenant => "the tenant has reached its limit of concurrent requests",
            Refusal::Stopping => STOPPING,
        };
        let retry_after = Some(self.lane(lane).retry_after());
        let failure = Failure {
            retry_after,
            ..Failure::new(Reason::Busy, message)
        };
        match refusal {
            Refusal::Stopping => refuse(socket, &failure),
            Refusal::Full | Refusal::Tenant => self.fail(socket, tenant, &failure),
        }
    }

    /// Count, log and send a failure. The tenant is empty if it is unknown.
    pub(super) fn fail(&self, socket: &OwnedFd, tenant: &str, failure: &Failure) {
        self.metrics.count_refusal(tenant, failure.error);
        refuse(socket, failure);
    }
}

fn refuse(socket: &OwnedFd, failure: &Failure) {
    let (reason, message) = (failure.error.name(), &failure.message);
    log::line(format_args!("refused: {reason}: {message}"));
    sink::fail(socket, failure);
}
