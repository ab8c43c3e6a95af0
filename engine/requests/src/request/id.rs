//! The client's id of a request, for logs.

use super::Request;
use serde_json::Value;

/// The id in the JSON of a request, or an empty text. Also of a request that cannot be parsed further.
pub fn id(json: &[u8]) -> String {
    let request = serde_json::from_slice::<Value>(json).unwrap_or_default();
    let id = request.get("request").and_then(Value::as_str);
    id.unwrap_or_default().to_string()
}

impl Request {
    /// The client's id of the request.
    pub fn id(&self) -> &str {
        match self {
            Request::Run(run) => &run.request,
            Request::Load(load) => &load.request,
            Request::Count(_) | Request::Status => "",
        }
    }
}
