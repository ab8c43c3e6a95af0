//! Native code of modules, and the settings that determine it.

use crate::limits::WASM_STACK;
use wasmtime::{Config, Engine};

/// Native code of a module, for every runtime with the same metering. It takes
/// seconds for a large module, and cannot be interrupted.
pub fn compile(module: &[u8], metered: bool) -> wasmtime::Result<Vec<u8>> {
    Engine::new(&code_config(metered))?.precompile_module(module)
}

/// The settings that determine a module's native code.
pub fn code_config(metered: bool) -> Config {
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .consume_fuel(metered)
        .max_wasm_stack(WASM_STACK)
        .wasm_memory64(false)
        .wasm_multi_memory(false);
    config
}
