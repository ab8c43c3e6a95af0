//! Which members are answered.

use crate::members::Members;
use crate::path;
use headwater_filter::{Failure, Parameters};
use serde_json::json;
use std::collections::BTreeMap;

/// The members to answer; all where none are named.
pub struct Projection(Option<Part>);

/// Of a value, the members of these names, or all.
#[derive(Default)]
struct Part(BTreeMap<String, Part>);

impl Projection {
    /// Reads `columns`, a JSON list of paths.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let Some(list) = parameters.get("columns") else {
            return Ok(Self(None));
        };
        let pointers: Vec<String> = serde_json::from_str(list).map_err(|error| {
            Failure::parameters(format!(
                "'columns' is no JSON list of paths, as in [\"/id\", \"/address/city\"]: {error}"
            ))
        })?;
        let mut paths = pointers
            .iter()
            .map(|pointer| path::parse(pointer))
            .collect::<Result<Vec<_>, _>>()?;
        paths.sort_unstable();
        // A path behind another that it begins with asks for no more.
        paths.dedup_by(|path, before| path.starts_with(before));
        let mut root = Part::default();
        for path in paths {
            path.into_iter()
                .fold(&mut root, |part, name| part.0.entry(name).or_default());
        }
        Ok(Self(Some(root)))
    }

    /// Writes a line's object, whose members these are.
    pub fn write(&self, line: &[u8], members: &Members, output: &mut Vec<u8>) {
        match &self.0 {
            None => output.extend(line),
            Some(part) => part.write_members(members, output),
        }
    }
}

impl Part {
    fn write_members(&self, members: &Members, output: &mut Vec<u8>) {
        output.push(b'{');
        let mut separator: &[u8] = b"";
        for (name, value) in members.iter() {
            if let Some(part) = self.0.get(name) {
                output.extend(separator);
                output.extend(json!(name).to_string().into_bytes());
                output.push(b':');
                part.write(value, output);
                separator = b",";
            }
        }
        output.push(b'}');
    }

    /// Writes a value, of which this is asked for. What is no object has no parts, and is written as it stands.
    fn write(&self, value: &str, output: &mut Vec<u8>) {
        let members = Some(value)
            .filter(|_| !self.0.is_empty())
            .and_then(Members::parse);
        match members {
            Some(members) => self.write_members(&members, output),
            None => output.extend(value.as_bytes()),
        }
    }
}
