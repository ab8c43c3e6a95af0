//! One stage of a pipeline: an instance from its creation to its end.

use super::counts::Counts;
use crate::pause::{pause, processor_time};
use crate::wasi::Guest;
use headwater_requests::failure::{Failure, Stop};
use headwater_requests::names::{Limit, Reason};
use std::time::{Duration, Instant};
use wasmtime::{InstancePre, Store, Trap, UpdateDeadline};

/// Code that is ready to be instantiated.
pub type Module = InstancePre<Guest>;

/// The exit code of a program that cannot use its arguments.
const EX_USAGE: i32 = 64;

/// Run an instance to its end, and return its counts and whether it succeeded.
pub fn run_stage(
    module: &Module,
    guest: Guest,
    fuel: Option<u64>,
) -> (Store<Guest>, Counts, wasmtime::Result<()>) {
    let (begin, cpu) = (Instant::now(), processor_time());
    let mut store = Store::new(module.module().engine(), guest);
    let mut instantiation = Duration::ZERO;
    let outcome = (|| {
        set_limits(&mut store, fuel)?;
        let instance = module.instantiate(&mut store)?;
        instantiation = begin.elapsed();
        let start = instance.get_typed_func::<(), ()>(&mut store, "_start")?;
        start.call(&mut store, ()).or_else(allow_normal_end)?;
        store.data_mut().report.finish()?;
        store
            .data_mut()
            .answer
            .flush()
            .map_err(wasmtime::Error::new)
            .or_else(allow_normal_end)
    })();
    let counts = Counts {
        seconds: begin.elapsed().as_secs_f64(),
        cpu_seconds: (processor_time() - cpu).as_secs_f64(),
        instantiation,
        ..counts(&store, fuel)
    };
    (store, counts, outcome)
}

/// The counts of an instance without its times.
fn counts(store: &Store<Guest>, fuel: Option<u64>) -> Counts {
    let guest = store.data();
    Counts {
        bytes_in: guest.input.bytes_read(),
        bytes_out: guest.answer.bytes_written(),
        fuel: fuel
            .zip(store.get_fuel().ok())
            .map(|(had, left)| had - left),
        records_in: guest.report.records_in,
        records_out: guest.report.records_out,
        log: guest.log.text(),
        ..Counts::default()
    }
}

/// Set an instance's limits. Its code checks the cancellation at each tick of the engine's clock.
///
/// It also pauses then, because one of Swift's servers may wait for its processor.
fn set_limits(store: &mut Store<Guest>, fuel: Option<u64>) -> wasmtime::Result<()> {
    store.limiter(|guest| &mut guest.limiter);
    store.epoch_deadline_callback(|guest| {
        guest.data().cancellation.check()?;
        pause();
        Ok(UpdateDeadline::Continue(1))
    });
    store.set_epoch_deadline(1);
    fuel.map_or(Ok(()), |fuel| store.set_fuel(fuel))
}

/// A successful end: exit code 0, or the next stage needs no more input.
fn allow_normal_end(error: wasmtime::Error) -> wasmtime::Result<()> {
    match error.downcast_ref::<Stop>() {
        Some(Stop::Exit(0) | Stop::Unread) => Ok(()),
        _ => Err(error),
    }
}

/// The reason why a storlet ended.
pub fn explain(error: &wasmtime::Error, guest: &Guest, storlet: &str) -> Failure {
    let explanation = Explanation { guest, storlet };
    match error.downcast_ref::<Stop>() {
        Some(Stop::Exit(EX_USAGE)) => Failure {
            exit: Some(EX_USAGE),
            ..explanation.failure(Reason::Parameters, "cannot use its parameters")
        },
        Some(Stop::Exit(_)) | None if guest.limiter.refused => {
            explanation.limit(Limit::Memory, "needs more memory than its limit")
        }
        Some(stop) => explanation.of_stop(stop),
        None => explanation.of_trap(error),
    }
}

/// Describes failures of a storlet.
struct Explanation<'a> {
    guest: &'a Guest,
    storlet: &'a str,
}

impl Explanation<'_> {
    fn of_stop(&self, stop: &Stop) -> Failure {
        match stop {
            Stop::Exit(code) => Failure {
                exit: Some(*code),
                ..self.failure(Reason::Failed, &format!("ended with exit code {code}"))
            },
            Stop::Limit(Limit::Time) => {
                self.limit(Limit::Time, "took longer than its limit, or its reader did")
            }
            Stop::Limit(which) => self.limit(*which, "wrote a longer answer than its limit"),
            Stop::Input(message) => Failure::new(Reason::Input, message),
            Stop::Cancelled => Failure::new(
                Reason::Cancelled,
                "the client disconnected, or the engine is stopping",
            ),
            Stop::Report(message) => self.failure(Reason::Failed, &format!("failed: {message}")),
            Stop::Internal(..) | Stop::Unread => Failure::internal("the engine failed", stop),
        }
    }

    fn of_trap(&self, error: &wasmtime::Error) -> Failure {
        match error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => self.limit(Limit::Fuel, "needs more fuel than its limit"),
            _ => {
                let trap = error.root_cause().to_string();
                Failure {
                    trap: Some(trap.clone()),
                    ..self.failure(Reason::Failed, &format!("failed: {trap}"))
                }
            }
        }
    }

    fn limit(&self, limit: Limit, message: &str) -> Failure {
        Failure {
            limit: Some(limit),
            ..self.failure(Reason::Limit, message)
        }
    }

    fn failure(&self, reason: Reason, message: &str) -> Failure {
        Failure {
            stderr: Some(self.guest.log.text()),
            ..Failure::new(reason, format!("the storlet {} {message}", self.storlet))
        }
    }
}
