//! What the engine counts.

use crate::failure::{Failure, Reason};
use crate::pipeline::Counts;
use crate::request::{Count, Run};

/// All counters.
pub struct Metrics;

impl Metrics {
    /// A pipeline ended.
    pub fn ran(&self, _run: &Run, _counts: &Counts, _failed: Option<Reason>) {}
    /// A request was refused.
    pub fn refused(&self, _reason: Reason) {}
    /// The middleware's counters.
    pub fn count(&self, _count: Count) -> Result<(), Failure> {
        Ok(())
    }
}
