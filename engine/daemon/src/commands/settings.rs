//! Settings of several commands.

use clap::{Args, value_parser};
use headwater_requests::limits::Limits;
use std::num::NonZeroU64;

const MIB: u64 = 1 << 20;

/// The limits of one request. A request may specify lower limits.
#[derive(Args, Clone)]
#[command(next_help_heading = "Limits of one request")]
pub struct LimitSettings {
    /// Linear memory of each stage.
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u64).range(1..=4096))]
    memory: u64,
    /// Time from when a worker takes the request to the answer's last byte: slow clients and stalled inputs count.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = value_parser!(u64).range(1..))]
    time: u64,
    /// Fuel of each stage, about one unit an instruction; metered code is slower. Default: neither limited nor metered.
    #[arg(long, value_name = "UNITS")]
    fuel: Option<NonZeroU64>,
    /// Length of the answer. Default: not limited.
    #[arg(long, value_name = "MIB")]
    output: Option<u64>,
}

impl LimitSettings {
    /// The limits, with this many requests of a tenant at once.
    pub fn limits(&self, at_once: Option<usize>) -> Limits {
        Limits {
            memory: self.memory * MIB,
            time: self.time,
            fuel: self.fuel.map(NonZeroU64::get),
            output: self.output.map(|mib| mib.saturating_mul(MIB)),
            at_once,
        }
    }
}

/// What modules may be.
#[derive(Args, Clone)]
#[command(next_help_heading = "Modules")]
pub struct ModuleSettings {
    /// Length of a module. Compiling takes about a second of a processor and 60 MiB for each MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = value_parser!(u64).range(1..=256))]
    module_size: u64,
    /// Processor time to compile a module, and 4 s for each MiB of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = value_parser!(u64).range(1..=3600))]
    compile_time: u64,
}

impl ModuleSettings {
    /// In bytes.
    pub fn bytes_max(&self) -> u64 {
        self.module_size * MIB
    }

    /// In seconds of a processor.
    pub fn compile_time(&self) -> u64 {
        self.compile_time
    }
}
