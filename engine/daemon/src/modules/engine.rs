//! How wasmtime is set up, and what of the modules' text is native code of which version.

use crate::limits::{Limits, STAGES, TABLE_ELEMENTS, WASM_STACK};
use crate::wasi::{self, Guest};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::thread;
use std::time::Duration;
use wasmtime::{
    Config, Engine, ExternType, InstanceAllocationStrategy, InstancePre, Linker, Module,
    PoolingAllocationConfig,
};

/// A table of each kind that a module may have.
pub const TABLES: u32 = 4;

/// How often running code looks at its watch.
const TICK: Duration = Duration::from_millis(10);

/// wasmtime with one setting, and the functions that storlets import.
pub struct Runtime {
    engine: Engine,
    linker: Linker<Guest>,
    key: String,
    metered: bool,
}

impl Runtime {
    /// With room for the instances of so many workers. Metered code counts fuel, and is slower.
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

    /// What native code must bear to be this engine's: a hash of wasmtime's version, its settings and the processor's features.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// From now on, as long as the process lives, code that runs looks at its watch every 10 ms.
    pub fn tick(&self) -> io::Result<()> {
        let engine = self.engine.clone();
        let tick = move || {
            loop {
                thread::sleep(TICK);
                engine.increment_epoch();
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

    /// Ready to be instantiated.
    ///
    /// # Safety
    /// The code must come from [`compile`]: it will run.
    pub unsafe fn link(&self, code: &[u8]) -> wasmtime::Result<InstancePre<Guest>> {
        // SAFETY: the caller's promise.
        let module = unsafe { Module::deserialize(&self.engine, code)? };
        match module
            .get_export("_start")
            .as_ref()
            .and_then(ExternType::func)
        {
            Some(start) if start.params().len() == 0 && start.results().len() == 0 => {
                self.linker.instantiate_pre(&module)
            }
            _ => wasmtime::bail!("its _start is no function without parameters and results"),
        }
    }
}

/// Native code of a module, for every [`Runtime`] that is metered alike. It takes seconds for a large one, and cannot be interrupted.
pub fn compile(module: &[u8], metered: bool) -> wasmtime::Result<Vec<u8>> {
    Engine::new(&code_config(metered))?.precompile_module(module)
}

fn config(limits: &Limits, workers: usize, metered: bool) -> Config {
    let mut config = code_config(metered);
    config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(limits, workers)));
    config
}

/// What decides on a module's native code.
fn code_config(metered: bool) -> Config {
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .consume_fuel(metered)
        .max_wasm_stack(WASM_STACK)
        .wasm_memory64(false)
        .wasm_multi_memory(false);
    config
}

/// Slots are address space only, until an instance touches them: 4 GiB and guard pages for each memory, so that code needs no check of bounds.
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
