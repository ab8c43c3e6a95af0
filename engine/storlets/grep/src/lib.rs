//! Selects the lines that match a regular expression.

use headwater_storlet::{Failure, Parameters, Records, Request, Separator};
use regex::bytes::Regex;
use std::io::{Read, Write};

/// Writes the matching lines of `input`, each followed by `\n`. Returns the numbers of lines read and matched.
///
/// Lines are bytes. Lines that are not UTF-8 are searched too.
pub fn grep(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let query = Query::of(&request.parameters)?;
    let mut lines = Records::open(input, request.split, Separator::Line)?;
    let (mut read, mut found) = (0, 0);
    while found < query.max {
        let Some(line) = lines.next()? else { break };
        read += 1;
        if query.pattern.is_match(line) != query.invert {
            output.write_all(line)?;
            output.write_all(b"\n")?;
            found += 1;
        }
    }
    Ok((read, found))
}

struct Query {
    pattern: Regex,
    invert: bool,
    max: u64,
}

impl Query {
    fn of(parameters: &Parameters) -> Result<Self, Failure> {
        parameters.only(&["pattern", "invert", "max"])?;
        let pattern = Regex::new(parameters.required("pattern")?)
            .map_err(|error| Failure::parameters(format!("'pattern': {error}")))?;
        Ok(Self {
            pattern,
            invert: parameters.flag("invert")?,
            max: parameters.parsed("max")?.unwrap_or(u64::MAX),
        })
    }
}

#[cfg(test)]
mod tests;
