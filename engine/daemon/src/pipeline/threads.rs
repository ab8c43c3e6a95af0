//! The threads of the stages.

use crate::cancellation::Cancellation;
use crate::limits::THREAD_STACK;
use crate::log;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Runs the last stage on this thread and each other stage on a separate thread. Cancels all of them if a thread cannot
/// be created, or panics. Its result is then `None`.
pub fn run_concurrently<S: Send, R: Send>(
    mut stages: Vec<S>,
    cancellation: &Cancellation,
    run: &(impl Fn(S) -> R + Sync),
) -> Vec<Option<R>> {
    let Some(last) = stages.pop() else {
        return Vec::new();
    };
    let request = log::current();
    let guarded = |stage| {
        let _scope = log::Scope::of(&request);
        let counts = catch_unwind(AssertUnwindSafe(|| run(stage)));
        counts.inspect_err(|_| cancellation.cancel()).ok()
    };
    let guarded = &guarded;
    thread::scope(|scope| {
        let spawn = |stage| {
            let builder = thread::Builder::new().stack_size(THREAD_STACK);
            builder
                .spawn_scoped(scope, move || guarded(stage))
                .inspect_err(|_| cancellation.cancel())
                .ok()
        };
        let threads: Vec<_> = stages.into_iter().map(spawn).collect();
        let last = guarded(last);
        let others = threads
            .into_iter()
            .map(|thread| thread?.join().ok().flatten());
        others.chain([last]).collect()
    })
}
