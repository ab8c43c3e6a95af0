//! Compiles modules in separate processes, with limits on memory and processor time.
//!
//! The engine's sandbox permits no system call that creates a process. [`Compiler::start`] therefore starts one before
//! the engine enters its sandbox: the engine's own program with the command `compiler`. That process, the starter,
//! starts the processes that compile. Each of them forks a child for each module ([`process`]), waits for it, and
//! reports its outcome.
//!
//! If one of these processes is killed, the starter starts another one. If the starter is killed, one of the others
//! starts another starter.

pub mod allowance;
pub mod native;
pub mod process;
pub mod wire;

use crate::cancellation::Cancellation;
use allowance::{Allowance, Outcome};
use headwater_requests::failure::Failure;
use headwater_requests::names::Reason;
use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use wire::Job;

/// The command of the engine's program that runs [`process::serve`] on its standard input.
pub const COMMAND: &str = "compiler";

/// The processes that compile. Each compiles one module at a time.
pub struct Compiler {
    /// Least recently used first, so that each one is checked in turn.
    idle: Mutex<VecDeque<OwnedFd>>,
    /// A semaphore that counts `idle`.
    free: OwnedFd,
    /// It compiles nothing, so that it can always start another process.
    starter: Mutex<OwnedFd>,
    seconds: u64,
}

impl Compiler {
    /// Starts this many processes. `seconds` is the processor time for the smallest module. They end when this value is
    /// dropped or its process ends.
    pub fn start(processes: u32, seconds: u64) -> io::Result<Self> {
        let starter = start_program()?;
        let idle = (0..processes)
            .map(|_| wire::start_another(&starter))
            .collect::<io::Result<_>>()?;
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK | EventfdFlags::SEMAPHORE;
        Ok(Compiler {
            idle: Mutex::new(idle),
            free: eventfd(processes, flags)?,
            starter: Mutex::new(starter),
            seconds,
        })
    }

    /// The native code of a module. Refuses a module that exceeds its [`Allowance`]. The cancellation ends the wait and
    /// the compilation.
    pub fn compile(
        &self,
        module: &[u8],
        metered: bool,
        cancellation: &Cancellation,
    ) -> Result<Vec<u8>, Failure> {
        let internal = |error| Failure::internal("the module could not be compiled", &error);
        let allowance = Allowance::of(module.len(), self.seconds);
        let mut process = self.take(cancellation)?;
        let compiled = self.compile_in(&mut process, module, metered, allowance, cancellation);
        lock(&self.idle).push_back(process);
        rustix::io::write(&self.free, &1u64.to_ne_bytes())
            .map_err(|error| internal(error.into()))?;
        let (outcome, result) = compiled.map_err(internal)?;
        cancellation.check()?;
        outcome.into_code(result, allowance)
    }

    fn take(&self, cancellation: &Cancellation) -> Result<OwnedFd, Failure> {
        let mut count = [0; 8];
        loop {
            cancellation.wait_until_ready(self.free.as_fd(), PollFlags::IN)?;
            if rustix::io::read(&self.free, &mut count).is_ok() {
                let process = lock(&self.idle).pop_front();
                return process
                    .ok_or_else(|| Failure::new(Reason::Internal, "no process compiles modules"));
            }
        }
    }

    /// The child's outcome and its result. If the process itself ends meanwhile, another one compiles the module.
    fn compile_in(
        &self,
        process: &mut OwnedFd,
        module: &[u8],
        metered: bool,
        allowance: Allowance,
        cancellation: &Cancellation,
    ) -> io::Result<(Outcome, Vec<u8>)> {
        self.replace_ended(process)?;
        let compiled = compile_once(process, module, metered, allowance, cancellation);
        if compiled.is_ok() || !has_ended(process)? {
            return compiled;
        }
        self.replace_ended(process)?;
        compile_once(process, module, metered, allowance, cancellation)
    }

    /// Replace the process or the starter if it has ended. Each one starts the other.
    fn replace_ended(&self, process: &mut OwnedFd) -> io::Result<()> {
        let mut starter = lock(&self.starter);
        match (has_ended(process)?, has_ended(&starter)?) {
            (false, false) => {}
            (true, false) => *process = wire::start_another(&starter)?,
            (false, true) => *starter = wire::start_another(process)?,
            (true, true) => {
                return Err(io::Error::other(
                    "the processes that compile have ended: try again, then restart the engine",
                ));
            }
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn start_program() -> io::Result<OwnedFd> {
    let (ours, theirs) = process::socket_pair()?;
    Command::new("/proc/self/exe")
        .arg(COMMAND)
        .env_clear()
        .stdin(Stdio::from(theirs))
        .stdout(Stdio::null())
        .spawn()?;
    Ok(ours)
}

fn has_ended(process: &OwnedFd) -> io::Result<bool> {
    let mut descriptors = [PollFd::new(process, PollFlags::empty())];
    poll(&mut descriptors, Some(&Timespec::default()))?;
    Ok(descriptors[0].revents().contains(PollFlags::HUP))
}

fn compile_once(
    process: &OwnedFd,
    module: &[u8],
    metered: bool,
    allowance: Allowance,
    cancellation: &Cancellation,
) -> io::Result<(Outcome, Vec<u8>)> {
    let file = |name| Ok::<_, io::Error>(File::from(memfd_create(name, MemfdFlags::CLOEXEC)?));
    let (mut source, code) = (file("module")?, file("code")?);
    source.write_all(module)?;
    let job = Job {
        module: source.into(),
        code: code.try_clone()?.into(),
        length: module.len(),
        allowance,
        metered,
    };
    wire::send_job(process, &job)?;
    if cancellation
        .wait_until_ready(process.as_fd(), PollFlags::IN)
        .is_err()
    {
        wire::cancel(process)?;
    }
    let outcome = wire::outcome(process)?;
    let mut result = vec![0; usize::try_from(code.metadata()?.len()).unwrap_or_default()];
    code.read_exact_at(&mut result, 0)?;
    Ok((outcome, result))
}
