//! `serve`: the daemon.

use super::describe;
use super::settings::{LimitSettings, ModuleSettings};
use super::user::{become_user, refuse_root};
use clap::Args;
use headwater_engine::compiler::Compiler;
use headwater_engine::compiler::allowance::Allowance;
use headwater_engine::log::log_panics;
use headwater_engine::memory_limit;
use headwater_engine::metrics::Metrics;
use headwater_engine::modules::Library;
use headwater_engine::modules::disk::{Disk, open_folder};
use headwater_engine::modules::engine::Runtime;
use headwater_engine::sandbox;
use headwater_engine::server::{COMPILATIONS, Engine};
use headwater_requests::failure::chain;
use landlock::RulesetStatus;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Serve requests on a Unix socket until SIGTERM or SIGINT.
#[derive(Args)]
pub struct Serve {
    /// The Unix socket. Every user who may write to it may run storlets. The umask and the folder's permissions decide who may.
    #[arg(long, value_name = "PATH")]
    socket: PathBuf,
    /// A private folder for modules and their native code.
    #[arg(long, value_name = "FOLDER")]
    cache: PathBuf,
    /// Requests at work at once. Default: one for each processor.
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    /// Requests that wait for a worker; more are refused, the lowest priority first.
    #[arg(long, value_name = "N", default_value_t = 64)]
    queue: usize,
    /// Requests of one tenant, at work and waiting. Default: half of the workers and the queue.
    #[arg(long, value_name = "N")]
    at_once: Option<NonZeroUsize>,
    /// How long running requests may continue after SIGTERM.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    grace: u64,
    /// The cache folder's size: modules that were not used for longest are removed.
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    cache_size: u64,
    /// Modules ready in memory.
    #[arg(long, value_name = "N", default_value_t = 64)]
    ready: usize,
    /// Where Prometheus may request /metrics: an address of this machine's loopback. Default: nowhere.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// The user to become; needed if root starts the engine.
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    #[command(flatten)]
    limits: LimitSettings,
    #[command(flatten)]
    modules: ModuleSettings,
}

impl Serve {
    /// Serve until a signal arrives. Everything that needs a path, a port or root happens first, then the sandbox, then
    /// threads.
    pub fn run(self) -> Result<ExitCode, String> {
        refuse_root(self.user.as_deref())?;
        log_panics();
        let signal = signals().map_err(|error| describe("signals", error))?;
        let listener = listen(&self.socket)
            .map_err(|error| describe(&self.socket.display().to_string(), error))?;
        let metrics = self.metrics.map(bind).transpose()?;
        let of_cache = |error| describe(&self.cache.display().to_string(), error);
        let folder = open_folder(&self.cache).map_err(of_cache)?;
        become_user(self.user.as_deref(), folder.as_fd())?;
        let disk = Disk::new(folder, self.cache_size << 20).map_err(of_cache)?;
        let processors = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let workers = self.workers.unwrap_or(processors).get();
        let compiler = Compiler::start(COMPILATIONS, self.modules.compile_time())
            .map_err(|error| describe("the compiler's processes", error))?;
        raise_descriptors();
        if let Some(warning) = memory_limit::warning(self.memory(workers)) {
            eprintln!("headwater-engine: {warning}");
        }
        enter_sandbox(&disk)?;
        let engine = self.engine(disk, compiler, workers)?;
        eprintln!(
            "headwater-engine: serving {} with {workers} workers",
            self.socket.display()
        );
        engine
            .serve(listener, metrics, signal, Duration::from_secs(self.grace))
            .map_err(|error| describe("the acceptor failed", error))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The bytes that storlets of one stage and compilations may use at once.
    fn memory(&self, workers: usize) -> u64 {
        let compilation = Allowance::of(self.modules.bytes_max() as usize, 0).memory;
        workers as u64 * self.limits.limits(None).memory + u64::from(COMPILATIONS) * compilation
    }

    fn engine(&self, disk: Disk, compiler: Compiler, workers: usize) -> Result<Engine, String> {
        let share = ((workers + self.queue) / 2).max(1);
        let limits = self
            .limits
            .limits(Some(self.at_once.map_or(share, NonZeroUsize::get)));
        let runtime = |metered| {
            Runtime::new(&limits, workers, metered).map_err(|error| format!("wasmtime: {error:#}"))
        };
        let (plain, metered) = (runtime(false)?, runtime(true)?);
        let library = Library::new(
            plain,
            metered,
            compiler,
            disk,
            limits.memory,
            self.modules.bytes_max(),
            self.ready,
        );
        Ok(Engine::new(
            limits,
            library,
            Metrics::new(),
            workers,
            self.queue,
        ))
    }
}

fn enter_sandbox(disk: &Disk) -> Result<(), String> {
    let landlock = sandbox::enter(disk)
        .map_err(|error| format!("cannot enter the sandbox of the process: {}", chain(&error)))?;
    if landlock != RulesetStatus::FullyEnforced {
        eprintln!(
            "headwater-engine: this kernel's Landlock is old or off ({landlock:?}): only file permissions protect files"
        );
    }
    Ok(())
}

fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    if !address.ip().is_loopback() {
        return Err(format!(
            "--metrics {address}: not a loopback address. To reach the metrics from elsewhere, use a proxy"
        ));
    }
    let bound =
        TcpListener::bind(address).and_then(|listener| Ok((listener.local_addr()?, listener)));
    let (bound, listener) =
        bound.map_err(|error| describe(&format!("--metrics {address}"), error))?;
    eprintln!("headwater-engine: metrics on {bound}");
    Ok(listener)
}

/// Raise the limit as far as possible, because each request uses several descriptors.
fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(
        Resource::Nofile,
        Rlimit {
            current: limit.maximum,
            ..limit
        },
    ) {
        eprintln!(
            "headwater-engine: the limit of open files remains {:?}: {error}",
            limit.current
        );
    }
}

/// A descriptor that becomes readable after SIGTERM or SIGINT.
fn signals() -> io::Result<OwnedFd> {
    let (reader, writer) = UnixStream::pair()?;
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT] {
        signal_hook::low_level::pipe::register(signal, writer.try_clone()?)?;
    }
    Ok(reader.into())
}

/// Listen on a path. Replaces the socket of a dead engine.
fn listen(path: &Path) -> io::Result<OwnedFd> {
    let listener = match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            if UnixStream::connect(path).is_ok() {
                return Err(io::Error::new(
                    error.kind(),
                    "another engine listens on this socket",
                ));
            }
            std::fs::remove_file(path)?;
            UnixListener::bind(path)?
        }
        other => other?,
    };
    listener.set_nonblocking(true)?;
    Ok(listener.into())
}
