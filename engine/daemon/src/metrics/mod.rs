//! Counters of the engine and of the middleware, for Prometheus.
//!
//! A client can choose labels. Each use therefore has at most [`LABEL_SETS_MAX`] sets of labels, and all others are
//! counted as `other`.

mod middleware;
mod state;

use crate::pipeline::Counts;
use headwater_requests::failure::Failure;
use headwater_requests::names::Reason;
use headwater_requests::request::{Count, Run};
use middleware::{Middleware, check};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;
use state::State;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use state::Snapshot;

/// The maximum number of distinct label sets.
pub const LABEL_SETS_MAX: usize = 1000;
/// The maximum number of the middleware's counters.
const NAMES_MAX: usize = 32;
const OTHER: &str = "other";

type Labels = Vec<(String, String)>;
type Integers = Family<Labels, Counter>;
type Numbers = Family<Labels, Counter<f64, AtomicU64>>;

/// All counters.
pub struct Metrics {
    requests: Integers,
    refusals: Integers,
    bytes_read: Integers,
    bytes_sent: Integers,
    cpu_seconds: Numbers,
    instances: Counter,
    instantiation_seconds: Counter<f64, AtomicU64>,
    state: State,
    runs: Mutex<BTreeSet<Labels>>,
    refused: Mutex<BTreeSet<String>>,
    middleware: Mutex<Middleware>,
    registry: Mutex<Registry>,
}

impl Metrics {
    /// All counters at zero.
    pub fn new() -> Self {
        let metrics = Metrics {
            requests: Family::default(),
            refusals: Family::default(),
            bytes_read: Family::default(),
            bytes_sent: Family::default(),
            cpu_seconds: Family::default(),
            instances: Counter::default(),
            instantiation_seconds: Counter::default(),
            state: State::default(),
            runs: Mutex::default(),
            refused: Mutex::default(),
            middleware: Mutex::default(),
            registry: Mutex::new(Registry::with_prefix("headwater")),
        };
        metrics.register();
        metrics
    }

    fn register(&self) {
        let mut registry = lock(&self.registry);
        let engine = registry.sub_registry_with_prefix("engine");
        self.register_requests(engine);
        self.register_workers(engine);
    }

    fn register_requests(&self, engine: &mut Registry) {
        engine.register(
            "requests",
            "Pipelines that ran, by their outcome: ok, or the reason of the failure",
            self.requests.clone(),
        );
        engine.register(
            "refusals",
            "Requests that did not run, by the tenant, if it is known, and the reason",
            self.refusals.clone(),
        );
        engine.register(
            "bytes_read",
            "Bytes of objects that storlets read",
            self.bytes_read.clone(),
        );
        engine.register(
            "bytes_sent",
            "Bytes of storlets' answers",
            self.bytes_sent.clone(),
        );
        engine.register(
            "cpu_seconds",
            "Seconds of processor time of storlets",
            self.cpu_seconds.clone(),
        );
    }

    fn register_workers(&self, engine: &mut Registry) {
        engine.register("instances", "Instances created", self.instances.clone());
        let help = "Seconds to create instances";
        engine.register(
            "instantiation_seconds",
            help,
            self.instantiation_seconds.clone(),
        );
        self.state.register(engine);
    }

    /// Counts a pipeline that ended, with the reason if it failed.
    pub fn count_run(&self, run: &Run, counts: &Counts, failed: Option<Reason>) {
        let labels = vec![
            ("tenant".to_string(), run.tenant.clone()),
            ("storlet".to_string(), run.label()),
        ];
        let labels = bounded(&mut lock(&self.runs), labels.clone(), labels);
        let outcome = (
            "outcome".to_string(),
            failed.map_or("ok", Reason::name).to_string(),
        );
        self.requests
            .get_or_create(&[&labels[..], &[outcome]].concat())
            .inc();
        self.bytes_read
            .get_or_create(&labels)
            .inc_by(counts.bytes_in);
        self.bytes_sent
            .get_or_create(&labels)
            .inc_by(counts.bytes_out);
        self.cpu_seconds
            .get_or_create(&labels)
            .inc_by(counts.cpu_seconds);
        self.instances.inc_by(run.stages.len() as u64);
        self.instantiation_seconds
            .inc_by(counts.instantiation.as_secs_f64());
    }

    /// A request was refused before it ran. The tenant is empty if it is unknown.
    pub fn count_refusal(&self, tenant: &str, reason: Reason) {
        let labels = vec![("tenant".into(), tenant.into())];
        let mut labels = bounded(&mut lock(&self.refused), tenant.to_string(), labels);
        labels.push(("reason".into(), reason.name().into()));
        self.refusals.get_or_create(&labels).inc();
    }

    /// Adds to the middleware's counters: all of the request's, or none.
    pub fn count(&self, count: Count) -> Result<(), Failure> {
        count.counters.iter().try_for_each(check)?;
        let mut middleware = lock(&self.middleware);
        for addition in count.counters {
            let counter = self.counter(&mut middleware, &addition.name)?;
            let labels = middleware.labels(addition.name, addition.labels);
            counter.get_or_create(&labels).inc_by(addition.value);
        }
        Ok(())
    }

    fn counter(&self, middleware: &mut Middleware, name: &str) -> Result<Numbers, Failure> {
        if let Some(counter) = middleware.counters.get(name) {
            return Ok(counter.clone());
        }
        if middleware.counters.len() >= NAMES_MAX {
            return Err(Failure::request(format!(
                "the counter {name}: {NAMES_MAX} other counters exist, which is the limit"
            )));
        }
        let counter = Numbers::default();
        let mut registry = lock(&self.registry);
        registry.sub_registry_with_prefix("middleware").register(
            name,
            "Counted by the middleware",
            counter.clone(),
        );
        middleware
            .counters
            .insert(name.to_string(), counter.clone());
        Ok(counter)
    }

    /// The number of instances created, and the seconds that this took.
    pub fn instantiation(&self) -> (u64, f64) {
        (self.instances.get(), self.instantiation_seconds.get())
    }

    /// All counters and the engine's state as OpenMetrics text.
    pub fn text(&self, now: &Snapshot) -> Result<String, std::fmt::Error> {
        self.state.set(now);
        let mut text = String::new();
        encode(&mut text, &lock(&self.registry))?;
        Ok(text)
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Metrics::new()
    }
}

/// These labels, or `other` for each if their key is new and there are too many keys.
fn bounded<K: Ord>(seen: &mut BTreeSet<K>, key: K, labels: Labels) -> Labels {
    if seen.len() >= LABEL_SETS_MAX && !seen.contains(&key) {
        let names = labels.into_iter().map(|(name, _)| name);
        return names.map(|name| (name, OTHER.to_string())).collect();
    }
    seen.insert(key);
    labels
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
