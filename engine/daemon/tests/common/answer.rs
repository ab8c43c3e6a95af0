//! The engine's answer to a request.

use headwater_requests::frames::{Frame, FrameError, Reader};
use headwater_requests::names::{FrameType, STOPPING};
use serde_json::Value;
use std::io::BufReader;
use std::os::unix::net::UnixStream;

/// The complete answer.
pub struct Answer(Result<Vec<Frame>, FrameError>);

pub fn answer(socket: UnixStream) -> Answer {
    Answer(Reader::new(BufReader::new(socket)).collect())
}

impl Answer {
    pub fn broken(&self) -> bool {
        self.0.is_err()
    }

    fn frames(&self) -> &[Frame] {
        self.0
            .as_ref()
            .unwrap_or_else(|error| panic!("the answer is broken: {error}"))
    }

    pub fn data(&self) -> Vec<u8> {
        let data = self
            .frames()
            .iter()
            .filter(|frame| frame.kind == FrameType::Data);
        let data = data.flat_map(|frame| frame.payload.clone()).collect();
        self.end();
        data
    }

    /// The answer's length in bytes, complete or not.
    pub fn data_bytes(&self) -> usize {
        self.frames()
            .iter()
            .filter(|frame| frame.kind == FrameType::Data)
            .map(|frame| frame.payload.len())
            .sum()
    }

    pub fn metadata(&self) -> Option<Value> {
        let first = self
            .frames()
            .first()
            .filter(|frame| frame.kind == FrameType::Metadata)?;
        Some(serde_json::from_slice::<Value>(&first.payload).expect("JSON")["metadata"].clone())
    }

    pub fn end(&self) -> Value {
        self.last(FrameType::End)
    }

    pub fn failure(&self) -> Value {
        self.last(FrameType::Error)
    }

    fn last(&self, kind: FrameType) -> Value {
        let last = self.frames().last().expect("a frame");
        let document = serde_json::from_slice(&last.payload).expect("JSON");
        assert_eq!(last.kind, kind, "{document}");
        document
    }

    /// The reason of a failure.
    pub fn reason(&self) -> String {
        self.failure()["error"]
            .as_str()
            .expect("a reason")
            .to_string()
    }

    /// Whether an engine that stops has refused the request.
    pub fn is_stopping(&self) -> bool {
        let failure = self.failure();
        failure["error"] == "busy" && failure["message"] == STOPPING
    }

    /// `ok`, or the reason of a failure.
    pub fn outcome(&self) -> String {
        match self.frames().last().map(|frame| frame.kind) {
            Some(FrameType::End) => "ok".into(),
            _ => self.reason(),
        }
    }
}
