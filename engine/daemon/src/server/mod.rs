//! The daemon: an acceptor, one queue for requests and one for compilations, and their workers.

mod acceptor;
mod connection;
mod pages;
mod pending;
mod readiness;
mod replies;
mod worker;

use crate::cancellation::Cancellation;
use crate::limits::THREAD_STACK;
use crate::metrics::Metrics;
use crate::modules::Library;
use crate::modules::engine::Runtime;
use crate::pipeline::Job;
use crate::source::expect_file;
use acceptor::Acceptor;
use headwater_requests::failure::Failure;
use headwater_requests::limits::Limits;
use headwater_requests::queue::{Entry, Queue};
use headwater_requests::request::{Load, Request, Run};
use pending::Lane;
use std::io;
use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::sync::Arc;
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
    runs: Queue<ClientTask<Task>>,
    // Dedicated workers, so that a slow compilation delays no storlet.
    loads: Queue<ClientTask<Task>>,
}

/// The task of a worker.
enum Task {
    Run(Box<Job>),
    Load {
        load: Load,
        module: OwnedFd,
        cancellation: Arc<Cancellation>,
    },
}

impl Task {
    /// The client's id of the request.
    fn id(&self) -> &str {
        match self {
            Task::Run(job) => &job.request().request,
            Task::Load { load, .. } => &load.request,
        }
    }

    fn tenant(&self) -> &str {
        match self {
            Task::Run(job) => &job.request().tenant,
            Task::Load { load, .. } => &load.tenant,
        }
    }
}

/// A task and the client that requested it.
struct ClientTask<T> {
    socket: Arc<OwnedFd>,
    work: T,
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
        let loads = Queue::one_per_tenant(COMPILATIONS as usize, LOADS_MAX);
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
        metrics.map_or(Ok(()), |metrics| pages::serve(engine.clone(), metrics))?;
        Runtime::tick(engine.library.runtimes())?;
        for index in 0..engine.workers {
            engine.clone().worker(format!("run-{index}"), Lane::Runs)?;
        }
        for index in 0..COMPILATIONS {
            engine
                .clone()
                .worker(format!("load-{index}"), Lane::Loads)?;
        }
        Acceptor::new(engine, listener, signal).serve(grace)
    }

    fn worker(self: Arc<Self>, name: String, lane: Lane) -> io::Result<()> {
        let work = move || while self.lane(lane).work(|task| self.perform(task)) {};
        thread::Builder::new()
            .name(name)
            .stack_size(THREAD_STACK)
            .spawn(work)
            .map(drop)
    }

    fn lane(&self, lane: Lane) -> &Queue<ClientTask<Task>> {
        match lane {
            Lane::Runs => &self.runs,
            Lane::Loads => &self.loads,
        }
    }

    /// A request that must wait for a worker, and where.
    fn entry(
        &self,
        request: Request,
        descriptors: Vec<OwnedFd>,
        cancellation: Arc<Cancellation>,
    ) -> Result<(Lane, Entry<Task>), Failure> {
        match request {
            Request::Run(run) => {
                let entry = self.run_entry(*run, descriptors, cancellation)?;
                Ok((Lane::Runs, entry))
            }
            Request::Load(load) => Ok((Lane::Loads, load_entry(load, descriptors, cancellation)?)),
            Request::Count(_) | Request::Status => Err(Failure::request("nothing to wait for")),
        }
    }

    fn run_entry(
        &self,
        run: Run,
        descriptors: Vec<OwnedFd>,
        cancellation: Arc<Cancellation>,
    ) -> Result<Entry<Task>, Failure> {
        let (tenant, priority, weight) = (run.tenant.clone(), run.priority, run.weight);
        let limits = run.limits.within(&self.limits);
        let at_once = limits.at_once;
        let job = Job::new(run, descriptors, limits, cancellation)?;
        Ok(Entry {
            tenant,
            priority,
            weight,
            at_once,
            item: Task::Run(Box::new(job)),
        })
    }
}

fn load_entry(
    load: Load,
    descriptors: Vec<OwnedFd>,
    cancellation: Arc<Cancellation>,
) -> Result<Entry<Task>, Failure> {
    let module = descriptors
        .into_iter()
        .nth(load.module.descriptor)
        .ok_or_else(|| Failure::request("no descriptor"))?;
    expect_file(&module, "the module")?;
    Ok(Entry {
        tenant: load.tenant.clone(),
        priority: 0,
        weight: 1.0,
        at_once: Some(TENANT_LOADS_MAX),
        item: Task::Load {
            load,
            module,
            cancellation,
        },
    })
}
