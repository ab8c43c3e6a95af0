//! The returned members.

use crate::path;
use crate::scanner::{Member, scan};
use headwater_predicates::parameter;
use headwater_storlet::{Failure, Parameters};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The members to return, or all if none are named.
pub struct Projection(Option<Part>);

/// The members of a value with these names, or all.
#[derive(Default)]
struct Part(BTreeMap<Vec<u8>, Part>);

impl Projection {
    /// Reads `columns`, a JSON list of paths.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let Some(list) = parameters.get(parameter::COLUMNS) else {
            return Ok(Self(None));
        };
        let pointers: Vec<String> = serde_json::from_str(list).map_err(|error| {
            Failure::parameters(format!(
                "'columns' is not a JSON list of paths, as in [\"/id\", \"/address/city\"]: {error}"
            ))
        })?;
        let mut paths = pointers
            .iter()
            .map(|pointer| path::parse(pointer))
            .collect::<Result<Vec<_>, _>>()?;
        paths.sort_unstable();
        // A path below another one requests nothing more.
        paths.dedup_by(|path, before| path.starts_with(before));
        let mut root = Part::default();
        for path in paths {
            path.into_iter().fold(&mut root, |part, name| {
                part.0.entry(name.into()).or_default()
            });
        }
        Ok(Self(Some(root)))
    }

    /// Writes a plain line with these members.
    #[inline]
    pub fn write(
        &self,
        line: &[u8],
        members: &[Member],
        output: &mut impl Write,
    ) -> io::Result<()> {
        match &self.0 {
            None => output.write_all(line),
            Some(part) => part.write_members(members, output),
        }
    }
}

impl Part {
    /// Writes names and values unchanged.
    fn write_members(&self, members: &[Member], output: &mut impl Write) -> io::Result<()> {
        let mut before: &[u8] = b"{\"";
        for member in members {
            if let Some(part) = self.0.get(member.name) {
                output.write_all(before)?;
                output.write_all(member.name)?;
                output.write_all(b"\":")?;
                part.write(member.value, output)?;
                before = b",\"";
            }
        }
        output.write_all(if before == b"{\"" { b"{}" } else { b"}" })
    }

    /// Writes the requested part of a value. A value that is not a plain object is written unchanged.
    fn write(&self, value: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut members = Vec::new();
        match !self.0.is_empty() && scan(value, &mut members) {
            true => self.write_members(&members, output),
            false => output.write_all(value),
        }
    }
}
