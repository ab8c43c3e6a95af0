//! The engine's state when the page is read.

use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// The engine's state at one time.
pub struct Snapshot {
    /// Workers that run storlets.
    pub workers: usize,
    /// Those of them that are busy.
    pub busy: usize,
    /// Requests that wait for a worker.
    pub waiting: usize,
    /// Modules that are ready in memory.
    pub modules: usize,
}

/// The gauges of the state.
#[derive(Default)]
pub struct State {
    workers: Gauge,
    busy: Gauge,
    waiting: Gauge,
    modules: Gauge,
}

impl State {
    /// Adds the gauges and the version of the program to the page.
    pub fn register(&self, engine: &mut Registry) {
        let version = vec![("version", env!("CARGO_PKG_VERSION"))];
        engine.register("build", "The program", Info::new(version));
        for (name, help, gauge) in [
            ("workers", "Workers", &self.workers),
            ("busy_workers", "Busy workers", &self.busy),
            (
                "waiting_requests",
                "Requests that wait for a worker",
                &self.waiting,
            ),
            (
                "ready_modules",
                "Modules that are ready in memory",
                &self.modules,
            ),
        ] {
            engine.register(name, help, gauge.clone());
        }
    }

    /// Sets the gauges.
    pub fn set(&self, now: &Snapshot) {
        self.workers.set(now.workers as i64);
        self.busy.set(now.busy as i64);
        self.waiting.set(now.waiting as i64);
        self.modules.set(now.modules as i64);
    }
}
