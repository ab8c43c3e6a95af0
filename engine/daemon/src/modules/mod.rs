//! The modules of storlets: checked, compiled once, and cached by content hash on disk and in memory.

pub mod bounds;
pub mod check;
pub mod disk;
pub mod engine;
mod lru_cache;

use crate::cancellation::Cancellation;
use crate::compiler::Compiler;
use crate::log;
use crate::wasi::Guest;
use check::{Description, check};
use disk::Disk;
use engine::Runtime;
use headwater_requests::failure::Failure;
use headwater_requests::hash::Hash;
use headwater_requests::names::Reason;
use lru_cache::LruCache;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use wasmtime::InstancePre;

/// The engine's modules.
pub struct Library {
    plain: Runtime,
    metered: Runtime,
    compiler: Compiler,
    disk: Disk,
    memory_max: u64,
    bytes_max: u64,
    ready: Mutex<LruCache<(Hash, bool), InstancePre<Guest>>>,
}

impl Library {
    /// Creates a library with both settings of wasmtime, the compiler and a folder. The limits are the memory of an
    /// instance, the length of a module, and the number of modules to keep in memory.
    pub fn new(
        plain: Runtime,
        metered: Runtime,
        compiler: Compiler,
        disk: Disk,
        memory_max: u64,
        bytes_max: u64,
        ready: usize,
    ) -> Self {
        let ready = Mutex::new(LruCache::new(ready));
        Library {
            plain,
            metered,
            compiler,
            disk,
            memory_max,
            bytes_max,
            ready,
        }
    }

    /// Both settings of wasmtime, for the clock that interrupts their code.
    pub fn runtimes(&self) -> [&Runtime; 2] {
        [&self.plain, &self.metered]
    }

    /// The maximum length of a module in bytes.
    pub fn bytes_max(&self) -> u64 {
        self.bytes_max
    }

    /// The number of modules that are ready in memory.
    pub fn len(&self) -> usize {
        self.recent().len()
    }

    /// Whether none is ready.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Check, compile and store a module.
    pub fn load(&self, module: &[u8], cancellation: &Cancellation) -> Result<Description, Failure> {
        let description = check(module, self.memory_max)?;
        let hash = description.module;
        if self.find(hash, false).is_none() {
            let ready = self.compile(hash, module, &self.plain, cancellation)?;
            self.remember(hash, false, ready);
        }
        self.disk
            .store_module(hash, module)
            .map_err(|error| cache_failure(&error))?;
        Ok(description)
    }

    /// A module that was loaded now or before this process began. Metered code, which counts fuel, is compiled on first
    /// use.
    pub fn get(
        &self,
        hash: Hash,
        metered: bool,
        cancellation: &Cancellation,
    ) -> Result<InstancePre<Guest>, Failure> {
        if let Some(ready) = self.find(hash, metered) {
            return Ok(ready);
        }
        let module = metered.then(|| self.disk.module(hash)).flatten();
        let module = module.ok_or_else(|| missing(hash))?;
        let ready = self.compile(hash, &module, &self.metered, cancellation)?;
        self.remember(hash, metered, ready.clone());
        Ok(ready)
    }

    /// Looks in memory, then for compiled code on disk.
    fn find(&self, hash: Hash, metered: bool) -> Option<InstancePre<Guest>> {
        if let Some(ready) = self.recent().get(&(hash, metered)) {
            return Some(ready);
        }
        let runtime = if metered { &self.metered } else { &self.plain };
        let code = self.disk.code(hash, runtime.key())?;
        // SAFETY: only `compile` below writes code to the private folder, and its checksum is correct.
        match unsafe { runtime.link(&code) } {
            Ok(ready) => {
                self.remember(hash, metered, ready.clone());
                Some(ready)
            }
            Err(error) => {
                log::line(format_args!("cached code of {hash} is not used: {error:#}"));
                None
            }
        }
    }

    fn compile(
        &self,
        hash: Hash,
        module: &[u8],
        runtime: &Runtime,
        cancellation: &Cancellation,
    ) -> Result<InstancePre<Guest>, Failure> {
        let code = self
            .compiler
            .compile(module, runtime.metered(), cancellation)?;
        // SAFETY: the code was compiled on the previous line.
        let ready = unsafe { runtime.link(&code) }
            .map_err(|error| Failure::module(format!("{error:#}")))?;
        // It is ready in memory. Without the code on disk it is only compiled again later.
        if let Err(error) = self.disk.store_code(hash, runtime.key(), &code) {
            log::line(format_args!(
                "code of {hash} could not be written to the cache: {error}"
            ));
        }
        Ok(ready)
    }

    fn recent(&self) -> MutexGuard<'_, LruCache<(Hash, bool), InstancePre<Guest>>> {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, hash: Hash, metered: bool, ready: InstancePre<Guest>) {
        self.recent().put((hash, metered), ready);
    }
}

fn cache_failure(error: &io::Error) -> Failure {
    let doing = "the module could not be written to the engine's cache folder";
    if disk::is_full(error) {
        let message = format!("{doing}: {error}: give the folder more room, then deploy again");
        return Failure::new(Reason::Space, message);
    }
    Failure::internal(doing, error)
}

fn missing(hash: Hash) -> Failure {
    Failure {
        module: Some(Box::new(hash)),
        ..Failure::new(
            Reason::Missing,
            format!("the engine has no module {hash}: load it, then repeat the request"),
        )
    }
}
