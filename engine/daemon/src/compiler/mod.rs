//! Compiles modules in processes of their own, under limits on memory and processor time.
//!
//! The engine's floor has no system call that makes a process. So [`Compiler::start`] starts a few processes before the engine enters
//! its floor: the engine's own program with the command `compiler`. Each one forks a child for each module ([`process`]), waits for it,
//! and reports how it ended.

pub mod process;

use crate::failure::{Failure, Reason};
use crate::modules::check::refuse;
use crate::watch::Watch;
use process::{Allowance, Job, Outcome};
use rustix::event::{EventfdFlags, PollFlags, eventfd};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The command of the engine's program that runs [`process::serve`] on its standard input.
pub const COMMAND: &str = "compiler";

/// The processes that compile, each one module at a time.
pub struct Compiler {
    idle: Mutex<Vec<OwnedFd>>,
    /// A semaphore that counts `idle`.
    free: OwnedFd,
}

impl Compiler {
    /// With so many processes. They end when this value is dropped, or its process ends.
    pub fn start(processes: u32) -> io::Result<Self> {
        let idle = (0..processes)
            .map(|_| start_process())
            .collect::<io::Result<_>>()?;
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK | EventfdFlags::SEMAPHORE;
        Ok(Compiler {
            idle: Mutex::new(idle),
            free: eventfd(processes, flags)?,
        })
    }

    /// Native code of a module. Refuses a module that takes more than its [`Allowance`]. The watch ends the wait and the compilation.
    pub fn compile(&self, module: &[u8], metered: bool, watch: &Watch) -> Result<Vec<u8>, Failure> {
        let internal = |error| Failure::internal("the module could not be compiled", &error);
        let process = self.take(watch)?;
        let compiled = compile_in(&process, module, metered, watch);
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(process);
        rustix::io::write(&self.free, &1u64.to_ne_bytes())
            .map_err(|error| internal(error.into()))?;
        let (outcome, code) = compiled.map_err(internal)?;
        watch.check()?;
        judge(outcome, code, &Allowance::of(module.len())).map_err(internal)?
    }

    fn take(&self, watch: &Watch) -> Result<OwnedFd, Failure> {
        let mut count = [0; 8];
        loop {
            watch.ready(self.free.as_fd(), PollFlags::IN)?;
            if rustix::io::read(&self.free, &mut count).is_ok() {
                let process = self
                    .idle
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .pop();
                return process
                    .ok_or_else(|| Failure::new(Reason::Internal, "no process compiles modules"));
            }
        }
    }
}

fn start_process() -> io::Result<OwnedFd> {
    let flags = SocketFlags::CLOEXEC;
    let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
    Command::new("/proc/self/exe")
        .arg(COMMAND)
        .env_clear()
        .stdin(Stdio::from(theirs))
        .stdout(Stdio::null())
        .spawn()?;
    Ok(ours)
}

/// How the child ended, and the file with its result.
fn compile_in(
    process: &OwnedFd,
    module: &[u8],
    metered: bool,
    watch: &Watch,
) -> io::Result<(Outcome, File)> {
    let file = |name| Ok::<_, io::Error>(File::from(memfd_create(name, MemfdFlags::CLOEXEC)?));
    let (mut source, code) = (file("module")?, file("code")?);
    source.write_all(module)?;
    let job = Job {
        module: source.into(),
        code: code.try_clone()?.into(),
        length: module.len(),
        metered,
    };
    process::send(process, job)?;
    if watch.ready(process.as_fd(), PollFlags::IN).is_err() {
        process::cancel(process)?;
    }
    Ok((process::outcome(process)?, code))
}

fn judge(
    outcome: Outcome,
    file: File,
    allowance: &Allowance,
) -> io::Result<Result<Vec<u8>, Failure>> {
    let result = || {
        let mut bytes = vec![0; usize::try_from(file.metadata()?.len()).unwrap_or_default()];
        file.read_exact_at(&mut bytes, 0)?;
        Ok::<_, io::Error>(bytes)
    };
    let more_than = |what| {
        refuse(format!(
            "compiling it takes more than {what}: make the module or its largest functions smaller"
        ))
    };
    Ok(match outcome {
        Outcome::Compiled => Ok(result()?),
        Outcome::Refused => Err(refuse(String::from_utf8_lossy(&result()?))),
        Outcome::OutOfTime => Err(more_than(format!("{} s of a processor", allowance.seconds))),
        Outcome::OutOfMemory => Err(more_than(format!(
            "{} MiB of memory",
            allowance.memory >> 20
        ))),
        Outcome::Failed(status) => Err(refuse(format!(
            "the compiler failed on it with the status {status}: it may need more than {} MiB of memory",
            allowance.memory >> 20
        ))),
    })
}
