//! The daemon: an acceptor, one queue for requests and one for compilations, and their workers.

mod acceptor;
mod connection;
mod metrics_page;

use crate::cancellation::Cancellation;
use crate::failure::{Failure, Reason};
use crate::frames::Kind;
use crate::limits::{Limits, THREAD_STACK};
use crate::metrics::Metrics;
use crate::modules::Library;
use crate::modules::engine::Runtime;
use crate::pipeline::Job;
use crate::queue::{Entry, Queue};
use crate::request::{Request, Resource};
use crate::sink::{self, Answer};
use crate::source::{Source, expect_file};
use acceptor::Acceptor;
use rustix::net::{Shutdown, shutdown};
use serde_json::{Value, json};
use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The maximum number of concurrent compilations, each for another tenant.
pub const COMPILATIONS: u32 = 2;
/// The maximum number of modules that wait to be compiled.
const LOADS_MAX: usize = 32;
/// The maximum number of one tenant's modules that are compiled or wait for it.
const TENANT_LOADS_MAX: usize = 16;

/// The state shared by the acceptor and the workers.
pub struct Engine {
    /// The limits of one request.
    pub limits: Limits,
    /// The modules.
    pub library: Library,
    /// The counters.
    pub metrics: Metrics,
    workers: usize,
    runs: Queue<Visit<Task>>,
    // Dedicated workers, so that a slow compilation delays no storlet.
    loads: Queue<Visit<Task>>,
}

/// The task of a worker.
enum Task {
    Run(Box<Job>),
    Load {
        module: OwnedFd,
        length: u64,
        cancellation: Arc<Cancellation>,
    },
}

/// A task and the client that requested it.
struct Visit<T> {
    socket: Arc<OwnedFd>,
    task: T,
}

impl Engine {
    /// Creates an engine with this many workers, and places for waiting requests.
    pub fn new(
        limits: Limits,
        library: Library,
        metrics: Metrics,
        workers: usize,
        waiting: usize,
    ) -> Self {
        let runs = Queue::new(workers, waiting);
        let loads = Queue::taking_turns(COMPILATIONS as usize, LOADS_MAX);
        Engine {
            limits,
            library,
            metrics,
            workers,
            runs,
            loads,
        }
    }

    /// Serve a listening, non-blocking socket until the signal's descriptor becomes readable. Then wait until running
    /// requests have ended or the grace period is over. Prometheus reads `metrics`.
    pub fn serve(
        self,
        listener: OwnedFd,
        metrics: Option<TcpListener>,
        signal: OwnedFd,
        grace: Duration,
    ) -> io::Result<()> {
        let engine = Arc::new(self);
        metrics.map_or(Ok(()), |metrics| {
            metrics_page::serve(engine.clone(), metrics)
        })?;
        engine
            .library
            .runtimes()
            .into_iter()
            .try_for_each(Runtime::tick)?;
        for index in 0..engine.workers {
            engine
                .clone()
                .worker(format!("run-{index}"), |engine| &engine.runs)?;
        }
        for index in 0..COMPILATIONS {
            engine
                .clone()
                .worker(format!("load-{index}"), |engine| &engine.loads)?;
        }
        Acceptor::new(engine, listener, signal).serve(grace)
    }

    fn worker(
        self: Arc<Self>,
        name: String,
        lane: fn(&Engine) -> &Queue<Visit<Task>>,
    ) -> io::Result<()> {
        let work = move || while lane(&self).work(|visit| self.attend(visit)) {};
        thread::Builder::new()
            .name(name)
            .stack_size(THREAD_STACK)
            .spawn(work)
            .map(drop)
    }

    /// A request that must wait for a worker, and whether it runs a pipeline.
    fn entry(
        &self,
        request: Request,
        descriptors: Vec<OwnedFd>,
        cancellation: Arc<Cancellation>,
    ) -> Result<(bool, Entry<Task>), Failure> {
        match request {
            Request::Run(run) => {
                let (tenant, priority) = (run.tenant.clone(), run.priority);
                let limits = run.limits.within(&self.limits);
                let at_once = limits.at_once;
                let item = Task::Run(Box::new(Job::new(*run, descriptors, limits, cancellation)?));
                Ok((
                    true,
                    Entry {
                        tenant,
                        priority,
                        at_once,
                        item,
                    },
                ))
            }
            Request::Load(load) => {
                let Resource { descriptor, length } = load.module;
                let module = descriptors
                    .into_iter()
                    .nth(descriptor)
                    .ok_or_else(|| Failure::request("no descriptor"))?;
                expect_file(&module, "the module")?;
                let item = Task::Load {
                    module,
                    length,
                    cancellation,
                };
                Ok((
                    false,
                    Entry {
                        tenant: load.tenant,
                        priority: 0,
                        at_once: Some(TENANT_LOADS_MAX),
                        item,
                    },
                ))
            }
            Request::Count(_) | Request::Status => Err(Failure::request("nothing to wait for")),
        }
    }

    fn attend(&self, visit: Visit<Task>) {
        let attended = catch_unwind(AssertUnwindSafe(|| match visit.task {
            Task::Run(job) => self.run(&visit.socket, &job),
            Task::Load {
                module,
                length,
                cancellation,
            } => self.load(&visit.socket, module, length, &cancellation),
        }));
        if attended.is_err() {
            let message = "the engine failed, by a fault of its own; its log says where";
            sink::fail(&visit.socket, &Failure::new(Reason::Internal, message));
        }
        // The client sees the answer's end, and the acceptor sees that no client needs guarding any more.
        let _ = shutdown(&*visit.socket, Shutdown::Both);
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
        self.metrics.ran(
            job.request(),
            &end.whole,
            outcome.as_ref().err().map(|failure| failure.error),
        );
        if let Err(failure) = outcome {
            answer.fail(&failure);
        }
    }

    fn load(&self, socket: &OwnedFd, module: OwnedFd, length: u64, cancellation: &Cancellation) {
        cancellation.start(self.limits.duration());
        let loaded = self
            .read_module(module, length, cancellation)
            .and_then(|module| self.library.load(&module, cancellation));
        let sent = loaded.and_then(|description| {
            let payload = sink::json(&description)?;
            Ok(sink::send_frame(socket, cancellation, Kind::End, &payload)?)
        });
        if let Err(failure) = sent {
            self.metrics.refused(failure.error);
            sink::fail(socket, &failure);
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

    fn status(&self) -> Value {
        let (busy, waiting) = self.runs.busy_and_waiting();
        let (instances, seconds) = self.metrics.instantiation();
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "workers": self.workers,
            "busy": busy,
            "waiting": waiting,
            "modules": self.library.len(),
            "instances": instances,
            "instantiation_seconds": seconds,
            "limits": self.limits,
        })
    }
}
