//! Parses and validates the request's JSON (`protocol/STORLETS.md`, section 4).

mod id;
mod validation;

pub use id::id;

use crate::failure::Failure;
use crate::hash::Hash;
use crate::limits::Limits;
use crate::names::Operation;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// The maximum length of a request in bytes.
pub const LENGTH_MAX: usize = 1 << 20;
/// The maximum number of descriptors in a request: the input and 8 resources, with some reserve.
pub const DESCRIPTORS_MAX: usize = 16;
/// The maximum length of a name in bytes.
pub const NAME_MAX: usize = 256;

/// A client's request.
#[derive(Debug)]
pub enum Request {
    /// Run a pipeline.
    Run(Box<Run>),
    /// Check, compile and store a module.
    Load(Load),
    /// Add to counters.
    Count(Count),
    /// Report the engine's state.
    Status,
}

/// A pipeline to run.
#[derive(Debug, Deserialize)]
pub struct Run {
    /// The client's id of the request, for logs.
    #[serde(default)]
    pub request: String,
    /// The requesting tenant, whose quota applies.
    pub tenant: String,
    /// 0 to 9, 9 first.
    #[serde(default = "default_priority")]
    pub priority: u8,
    /// The tenant's part of the workers' time, beside those of others.
    #[serde(default = "default_weight")]
    pub weight: f64,
    /// The storlets. Each reads the answer of the previous one.
    pub stages: Vec<Stage>,
    /// The input of the first storlet.
    pub input: Input,
    /// The extra resources, which every storlet may read.
    #[serde(default)]
    pub resources: Vec<Resource>,
    /// The object's content type.
    pub content_type: Option<String>,
    /// The object's user metadata.
    #[serde(default)]
    pub metadata: BTreeMap<String, String>,
    /// The requested limits.
    #[serde(default)]
    pub limits: LimitOverrides,
}

/// One storlet of a pipeline.
#[derive(Debug, Deserialize)]
pub struct Stage {
    /// Its name, the first argument.
    pub storlet: String,
    /// Its module.
    pub module: Hash,
    /// Its further arguments.
    #[serde(default)]
    pub parameters: Vec<(String, String)>,
}

/// The object.
#[derive(Debug, Deserialize)]
pub struct Input {
    /// Index of its descriptor.
    pub descriptor: usize,
    /// What the descriptor is.
    pub kind: Kind,
    /// The object's length in bytes.
    pub length: Option<u64>,
    /// The start of the range.
    #[serde(default)]
    pub start: u64,
    /// The exclusive end of the range.
    pub end: Option<u64>,
}

/// The type of the input's descriptor.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A regular file that contains the object from its first byte.
    File,
    /// A pipe or a socket that yields the object from `start`.
    Stream,
}

/// A further object: a regular file.
#[derive(Debug, Deserialize)]
pub struct Resource {
    /// Index of its descriptor.
    pub descriptor: usize,
    /// Its length in bytes.
    pub length: u64,
}

/// Requested limits.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LimitOverrides {
    memory: Option<u64>,
    time: Option<u64>,
    fuel: Option<u64>,
    output: Option<u64>,
    at_once: Option<usize>,
}

impl LimitOverrides {
    /// These limits. The engine's limit applies if there is none, or a greater one.
    pub fn within(&self, own: &Limits) -> Limits {
        Limits {
            memory: self.memory.unwrap_or(own.memory),
            time: self.time.unwrap_or(own.time),
            fuel: self.fuel,
            output: self.output,
            at_once: self.at_once,
        }
        .within(own)
    }
}

/// A module to load.
#[derive(Debug, Deserialize)]
pub struct Load {
    /// The client's id of the request, for logs.
    #[serde(default)]
    pub request: String,
    /// The tenant that owns the module. Tenants take turns.
    #[serde(default)]
    pub tenant: String,
    /// The file with the module.
    pub module: Resource,
}

/// Counters of the middleware.
#[derive(Debug, Deserialize)]
pub struct Count {
    /// The counters, each with a value to add.
    pub counters: Vec<Counter>,
}

/// One counter.
#[derive(Debug, Deserialize)]
pub struct Counter {
    /// Its name, without prefix and suffix.
    pub name: String,
    /// The labels of the count.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// The value to add.
    pub value: f64,
}

fn default_priority() -> u8 {
    5
}

fn default_weight() -> f64 {
    1.0
}

/// Parse a request that arrived with this many descriptors.
pub fn parse(json: &[u8], descriptors: usize) -> Result<Request, Failure> {
    let value: Value = serde_json::from_slice(json)
        .map_err(|error| Failure::request(format!("the request is not JSON: {error}")))?;
    check_version(&value)?;
    match operation(&value)? {
        Operation::Run => {
            let run: Run = typed(value)?;
            run.check(descriptors)?;
            Ok(Request::Run(Box::new(run)))
        }
        Operation::Load => {
            let load: Load = typed(value)?;
            load.check(descriptors)?;
            Ok(Request::Load(load))
        }
        Operation::Count => typed(value).map(Request::Count),
        Operation::Status => Ok(Request::Status),
    }
}

/// Refuse every version of the protocol but the first.
fn check_version(request: &Value) -> Result<(), Failure> {
    match request.get("version") {
        Some(version) if version == 1 => Ok(()),
        Some(other) => Err(Failure::request(format!(
            "version {other} is not supported: this engine supports version 1"
        ))),
        None => Err(Failure::request(
            "no version: this engine supports version 1",
        )),
    }
}

fn operation(request: &Value) -> Result<Operation, Failure> {
    let Some(name) = request.get("op").and_then(Value::as_str) else {
        return Err(Failure::request("no op"));
    };
    Operation::named(name).ok_or_else(|| {
        let names = Operation::ALL.map(Operation::name).join(", ");
        Failure::request(format!(
            "op {name:?} is not known: one of {names} is expected"
        ))
    })
}

fn typed<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    serde_json::from_value(value).map_err(|error| Failure::request(format!("the request: {error}")))
}

impl Run {
    /// The storlets' names as one label.
    pub fn label(&self) -> String {
        self.stages
            .iter()
            .map(|stage| stage.storlet.as_str())
            .collect::<Vec<_>>()
            .join(",")
    }
}
