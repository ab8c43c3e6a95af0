//! Configures wasmtime, and identifies which native code belongs to which version and settings.

use crate::compiler::native::code_config;
use crate::limits::TABLE_ELEMENTS;
use crate::pause;
use crate::wasi::{self, Guest};
use headwater_requests::limits::{Limits, STAGES};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::thread;
use wasmtime::{
    Config, Engine, ExternType, InstanceAllocationStrategy, InstancePre, Linker, Module,
    PoolingAllocationConfig,
};

/// One table for each kind that a module may have.
pub const TABLES: u32 = 4;

/// wasmtime with one setting, and the functions that storlets import.
pub struct Runtime {
    engine: Engine,
    linker: Linker<Guest>,
    key: String,
    metered: bool,
}

impl Runtime {
    /// Creates a runtime with space for the instances of this many workers. Metered code counts fuel and is slower.
    pub fn new(limits: &Limits, workers: usize, metered: bool) -> wasmtime::Result<Self> {
        let engine = Engine::new(&config(limits, workers, metered))?;
        let linker = wasi::linker(&engine)?;
        let mut hasher = DefaultHasher::new();
        engine.precompile_compatibility_hash().hash(&mut hasher);
        Ok(Runtime {
            key: format!("{:016x}", hasher.finish()),
            engine,
            linker,
            metered,
        })
    }

    /// The key of native code that this engine can run: a hash of wasmtime's version, its settings and the processor's
    /// features.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Starts a clock for the life of the process, which makes code of these runtimes check its cancellation, and pause,
    /// at each interval.
    pub fn tick<'a>(runtimes: impl IntoIterator<Item = &'a Self>) -> io::Result<()> {
        let engines = Vec::from_iter(runtimes.into_iter().map(|each| each.engine.clone()));
        let tick = move || {
            loop {
                thread::sleep(pause::INTERVAL);
                engines.iter().for_each(Engine::increment_epoch);
            }
        };
        thread::Builder::new()
            .name("tick".into())
            .spawn(tick)
            .map(drop)
    }

    /// Whether its code counts fuel.
    pub fn metered(&self) -> bool {
        self.metered
    }

    /// Links code to an instance template.
    ///
    /// # Safety
    ///
    /// The code must come from [`compile`](crate::compiler::native::compile), because it will run.
    pub unsafe fn link(&self, code: &[u8]) -> wasmtime::Result<InstancePre<Guest>> {
        // SAFETY: guaranteed by the caller.
        let module = unsafe { Module::deserialize(&self.engine, code)? };
        match module
            .get_export("_start")
            .as_ref()
            .and_then(ExternType::func)
        {
            Some(start) if start.params().len() == 0 && start.results().len() == 0 => {
                self.linker.instantiate_pre(&module)
            }
            _ => wasmtime::bail!("its _start must be a function without parameters and results"),
        }
    }
}

fn config(limits: &Limits, workers: usize, metered: bool) -> Config {
    let mut config = code_config(metered);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(limits, workers)));
    config
}

/// Slots are address space only until an instance uses them. Each memory has 4 GiB with guard pages, so that code needs
/// no bounds checks.
fn pool(limits: &Limits, workers: usize) -> PoolingAllocationConfig {
    let instances = u32::try_from(workers * STAGES).unwrap_or(u32::MAX);
    let mut pool = PoolingAllocationConfig::default();
    pool.total_core_instances(instances)
        .total_memories(instances)
        .total_tables(instances.saturating_mul(TABLES))
        .max_tables_per_module(TABLES)
        .table_elements(TABLE_ELEMENTS)
        .max_memory_size(usize::try_from(limits.memory).unwrap_or(usize::MAX));
    pool
}
