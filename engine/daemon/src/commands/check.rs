//! `check`: whether the store would accept a module.

use super::describe;
use super::settings::{LimitSettings, ModuleSettings};
use clap::Args;
use headwater_engine::cancellation::Cancellation;
use headwater_engine::compiler::Compiler;
use headwater_engine::modules::check::{Description, check};
use headwater_engine::modules::engine::Runtime;
use headwater_engine::pipeline::Module;
use headwater_requests::failure::Failure;
use headwater_requests::limits::Limits;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Check whether the store accepts a module. Prints its imports, exports and size as JSON. If it is refused, prints the reason (exit code 1).
#[derive(Args)]
pub struct Check {
    /// The module, a .wasm file.
    module: PathBuf,
    #[command(flatten)]
    limits: LimitSettings,
    #[command(flatten)]
    modules: ModuleSettings,
}

impl Check {
    pub fn run(self) -> Result<ExitCode, String> {
        let loaded = Local::load(
            &self.module,
            &self.limits.limits(None),
            &self.modules,
            false,
        )?;
        println!(
            "{}",
            serde_json::to_string_pretty(&loaded.description).map_err(|error| error.to_string())?
        );
        Ok(ExitCode::SUCCESS)
    }
}

/// A module that was checked and compiled as in the store, but not kept.
pub struct Local {
    pub runtime: Runtime,
    pub module: Module,
    pub description: Description,
}

impl Local {
    pub fn load(
        path: &Path,
        limits: &Limits,
        settings: &ModuleSettings,
        metered: bool,
    ) -> Result<Self, String> {
        let bytes =
            std::fs::read(path).map_err(|error| describe(&path.display().to_string(), error))?;
        let runtime =
            Runtime::new(limits, 1, metered).map_err(|error| format!("wasmtime: {error:#}"))?;
        let (description, module) =
            prepare(&runtime, &bytes, limits, settings).map_err(|failure| {
                format!("{} is not a storlet: {}", path.display(), failure.message)
            })?;
        Ok(Local {
            runtime,
            module,
            description,
        })
    }
}

fn prepare(
    runtime: &Runtime,
    bytes: &[u8],
    limits: &Limits,
    settings: &ModuleSettings,
) -> Result<(Description, Module), Failure> {
    if bytes.len() as u64 > settings.bytes_max() {
        return Err(Failure::module(format!(
            "it has {} bytes; the most is {}",
            bytes.len(),
            settings.bytes_max()
        )));
    }
    let description = check(bytes, limits.memory)?;
    let internal = |error| Failure::internal("no compiler", &error);
    let cancellation = Cancellation::new().map_err(internal)?;
    let compiler = Compiler::start(1, settings.compile_time()).map_err(internal)?;
    let code = compiler.compile(bytes, runtime.metered(), &cancellation)?;
    // SAFETY: the code was compiled on the previous line.
    let module =
        unsafe { runtime.link(&code) }.map_err(|error| Failure::module(format!("{error:#}")))?;
    Ok((description, module))
}
