//! The engine's state when the page is read.

use super::Labels;
use headwater_requests::queue::Requests;
use prometheus_client::metrics::family::Family;
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
    /// The requests of each tenant that has some.
    pub tenants: Vec<Requests>,
}

/// The gauges of the state.
#[derive(Default)]
pub struct State {
    workers: Gauge,
    busy: Gauge,
    waiting: Gauge,
    modules: Gauge,
    tenants: Family<Labels, Gauge>,
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
        let help = "Requests of a tenant that run storlets, or wait for a worker";
        engine.register("tenant_requests", help, self.tenants.clone());
    }

    /// Sets the gauges.
    pub fn set(&self, now: &Snapshot) {
        self.workers.set(now.workers as i64);
        self.busy.set(now.busy as i64);
        self.waiting.set(now.waiting as i64);
        self.modules.set(now.modules as i64);
        self.tenants.clear();
        for each in &now.tenants {
            self.set_requests(&each.tenant, "running", each.running);
            self.set_requests(&each.tenant, "waiting", each.waiting);
        }
    }

    fn set_requests(&self, tenant: &str, state: &str, requests: usize) {
        let labels = vec![
            ("tenant".into(), tenant.into()),
            ("state".into(), state.into()),
        ];
        self.tenants.get_or_create(&labels).set(requests as i64);
    }
}
