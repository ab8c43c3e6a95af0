//! The request of a storlet, and its object.

use crate::{Failure, Parameters};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;

/// The split of the object that is requested, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// The start of the input. 0 without a range.
    pub start: u64,
    /// Exclusive end. None without a range, or with an open one. The input continues after it.
    pub end: Option<u64>,
}

/// The request of a storlet, and its object.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The request's parameters.
    pub parameters: Parameters,
    /// The split. The input begins at its start and continues to the end of the object.
    pub split: Split,
    /// The object's length in bytes, if known.
    pub length: Option<u64>,
    /// The object's content type, if known.
    pub content_type: Option<String>,
    metadata: BTreeMap<String, String>,
}

impl Request {
    /// The request of this process, from its arguments and environment.
    pub fn of_process() -> Result<Self, Failure> {
        let arguments = env::args_os()
            .skip(1)
            .map(|argument| text("an argument", argument));
        let variables = env::vars_os().filter_map(|(name, value)| {
            let name = name
                .into_string()
                .ok()
                .filter(|name| name.starts_with(PREFIX))?;
            let value = text(&name, value);
            Some(value.map(|value| (name, value)))
        });
        Self::new(
            arguments.collect::<Result<Vec<_>, _>>()?,
            variables.collect::<Result<Vec<_>, _>>()?,
        )
    }

    /// Creates a request from arguments (`key=value`) and environment variables (`HEADWATER_...`, others are ignored).
    pub fn new<A: AsRef<str>, N: AsRef<str>, V: AsRef<str>>(
        arguments: impl IntoIterator<Item = A>,
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, Failure> {
        let mut request = Self {
            parameters: Parameters::parse(arguments)?,
            ..Self::default()
        };
        for (name, value) in variables {
            request.set(name.as_ref(), value.as_ref())?;
        }
        match request.split {
            Split {
                start,
                end: Some(end),
            } if end < start => Err(Failure::failed(format!(
                "the range ends at {end}, before it begins at {start}"
            ))),
            _ => Ok(request),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        match name.strip_prefix(PREFIX) {
            Some("RANGE_START") => self.split.start = bytes(name, value)?,
            Some("RANGE_END") => self.split.end = Some(bytes(name, value)?),
            Some("OBJECT_LENGTH") => self.length = Some(bytes(name, value)?),
            Some("CONTENT_TYPE") => self.content_type = Some(value.into()),
            Some(other) => {
                if let Some(name) = other.strip_prefix("META_") {
                    self.metadata.insert(name.into(), value.into());
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Rejects a range, for storlets whose objects cannot be read from the middle.
    pub fn whole_object(&self) -> Result<(), Failure> {
        let to_the_end = match (self.split.end, self.length) {
            (None, _) => true,
            (Some(end), length) => length.is_some_and(|length| end >= length),
        };
        if self.split.start == 0 && to_the_end {
            return Ok(());
        }
        Err(Failure::parameters(
            "the request has a range, and this storlet needs the complete object: leave the range out",
        ))
    }

    /// The object's user metadata `name`, in any case, with `-` or `_`.
    pub fn metadata(&self, name: &str) -> Option<&str> {
        self.metadata
            .get(&name.to_ascii_uppercase().replace('-', "_"))
            .map(String::as_str)
    }
}

const PREFIX: &str = "HEADWATER_";

fn text(name: &str, value: OsString) -> Result<String, Failure> {
    value
        .into_string()
        .map_err(|value| Failure::parameters(format!("{name} is not UTF-8: {}", value.display())))
}

fn bytes(name: &str, value: &str) -> Result<u64, Failure> {
    value.parse().map_err(|error| {
        Failure::failed(format!(
            "the environment's {name} is '{value}', not a number of bytes: {error}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: [&str; 0] = [];

    #[test]
    fn the_environment_specifies_range_and_object() {
        let variables = [
            ("HEADWATER_RANGE_START", "5"),
            ("HEADWATER_RANGE_END", "9"),
            ("HEADWATER_OBJECT_LENGTH", "12"),
            ("HEADWATER_CONTENT_TYPE", "text/csv"),
            ("HEADWATER_META_TWO_WORDS", "x"),
            ("PATH", "/bin"),
        ];
        let request = Request::new(["a=1"], variables).unwrap();
        assert_eq!(
            request.split,
            Split {
                start: 5,
                end: Some(9)
            }
        );
        assert_eq!(request.length, Some(12));
        assert_eq!(request.content_type.as_deref(), Some("text/csv"));
        assert_eq!(request.metadata("two-words"), Some("x"));
        assert_eq!(request.parameters.get("a"), Some("1"));
    }

    #[test]
    fn no_range_means_the_complete_object() {
        assert_eq!(
            Request::new(NOTHING, [("A", "B")]).unwrap().split,
            Split::default()
        );
    }

    #[test]
    fn a_partial_range_can_be_refused() {
        for (start, end, length, whole) in [
            (0, None, None, true),
            (0, Some(9), Some(9), true),
            (0, Some(8), Some(9), false),
            (0, Some(9), None, false),
            (1, None, Some(9), false),
        ] {
            let request = Request {
                split: Split { start, end },
                length,
                ..Request::default()
            };
            let outcome = request.whole_object().map_err(|failure| failure.code());
            assert_eq!(outcome, if whole { Ok(()) } else { Err(64) }, "{request:?}");
        }
    }

    #[test]
    fn an_impossible_range_is_refused() {
        for (start, end) in [("2", "1"), ("x", "1"), ("-1", "1"), ("0", "")] {
            let variables = [
                ("HEADWATER_RANGE_START", start),
                ("HEADWATER_RANGE_END", end),
            ];
            assert_eq!(
                Request::new(NOTHING, variables).unwrap_err().code(),
                1,
                "{start} {end}"
            );
        }
    }
}
