//! The tasks of a worker.

use super::{ClientTask, Engine, Task};
use crate::cancellation::Cancellation;
use crate::log;
use crate::metrics::Snapshot;
use crate::pipeline::{End, Job};
use crate::sink::{self, Answer};
use crate::source::Source;
use headwater_requests::failure::Failure;
use headwater_requests::names::FrameType;
use headwater_requests::names::Reason;
use headwater_requests::request::{Load, Run};
use rustix::net::{Shutdown, shutdown};
use serde_json::{Value, json};
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

impl Engine {
    /// Perform a task, and end its connection.
    pub(super) fn perform(&self, task: ClientTask<Task>) {
        let _scope = log::Scope::of(task.work.id());
        let performed = catch_unwind(AssertUnwindSafe(|| match task.work {
            Task::Run(job) => self.run(&task.socket, &job),
            Task::Load {
                load,
                module,
                cancellation,
            } => self.load(&task.socket, &load, module, &cancellation),
        }));
        if performed.is_err() {
            let message = "the engine failed by an internal error: see its log";
            sink::fail(&task.socket, &Failure::new(Reason::Internal, message));
        }
        // The client sees the answer's end, and the acceptor sees that the request has ended.
        let _ = shutdown(&*task.socket, Shutdown::Both);
    }

    fn run(&self, socket: &Arc<OwnedFd>, job: &Job) {
        let answer = Answer::new(
            socket.clone(),
            job.cancellation.clone(),
            job.metadata.clone(),
        );
        let answer = Arc::new(Mutex::new(answer));
        let (end, outcome) = job.run(
            |hash, metered| self.library.get(hash, metered, &job.cancellation),
            Box::new(answer.clone()),
        );
        let mut answer = answer
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let outcome = outcome.and_then(|()| answer.end(&end).map_err(|stop| stop.into()));
        self.metrics.count_run(
            job.request(),
            &end.whole,
            outcome.as_ref().err().map(|failure| failure.error),
        );
        log_run(job.request(), &end, outcome.as_ref().err());
        if let Err(failure) = outcome {
            answer.fail(&failure);
        }
    }

    fn load(&self, socket: &OwnedFd, load: &Load, module: OwnedFd, cancellation: &Cancellation) {
        cancellation.start(self.limits.duration());
        let loaded = self
            .read_module(module, load.module.length, cancellation)
            .and_then(|module| self.library.load(&module, cancellation));
        let sent = loaded.and_then(|description| {
            let payload = sink::json(&description)?;
            sink::send_frame(socket, cancellation, FrameType::End, &payload)?;
            Ok(description.module)
        });
        match sent {
            Ok(hash) => log::line(format_args!("load for {}: ok, module {hash}", load.tenant)),
            Err(failure) => {
                log::line(format_args!(
                    "load for {}: {}",
                    load.tenant,
                    brief(&failure)
                ));
                self.metrics.count_refusal(&load.tenant, failure.error);
                sink::fail(socket, &failure);
            }
        }
    }

    fn read_module(
        &self,
        module: OwnedFd,
        length: u64,
        cancellation: &Cancellation,
    ) -> Result<Vec<u8>, Failure> {
        let most = self.library.bytes_max();
        if length > most {
            return Err(Failure::new(
                Reason::Module,
                format!("it has {length} bytes; the most is {most}"),
            ));
        }
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        let mut source = Source::file(Arc::new(module), 0, length);
        let mut filled = 0;
        while filled < bytes.len() {
            filled += source.read(&mut bytes[filled..], cancellation)?;
        }
        Ok(bytes)
    }

    /// The state at this time.
    pub(super) fn snapshot(&self) -> Snapshot {
        let (busy, waiting) = self.runs.busy_and_waiting();
        Snapshot {
            workers: self.workers,
            busy,
            waiting,
            modules: self.library.len(),
            tenants: self.runs.requests(),
        }
    }

    /// The answer to a status request.
    pub(super) fn status(&self) -> Value {
        let now = self.snapshot();
        let (instances, seconds) = self.metrics.instantiation();
        let (at_work, queued) = self.loads.busy_and_waiting();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "workers": now.workers,
            "busy": now.busy,
            "waiting": now.waiting,
            "compiling": at_work + queued,
            "modules": now.modules,
            "instances": instances,
            "instantiation_seconds": seconds,
            "limits": self.limits,
        })
    }
}

fn log_run(run: &Run, end: &End, failure: Option<&Failure>) {
    let (storlets, tenant, seconds) = (run.label(), &run.tenant, end.whole.seconds);
    let outcome = failure.map_or_else(|| "ok".to_string(), brief);
    let (read, sent) = (end.whole.bytes_in, end.whole.bytes_out);
    log::line(format_args!(
        "run of {storlets} for {tenant}: {outcome}, read {read} bytes, sent {sent} bytes, {seconds:.3} s"
    ));
}

/// The reason of a failure and what happened.
fn brief(failure: &Failure) -> String {
    format!("{}: {}", failure.error.name(), failure.message)
}
