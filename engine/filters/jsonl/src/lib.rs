//! Selection and projection of JSON lines, for readers that parse what is left and check it again.
//!
//! The predicates are those of the storlet `csv`, whose code decides here too; a column is a path. Whatever cannot be decided is kept, and a
//! line that is no object of JSON is kept as it stands.

mod members;
mod path;
mod projection;
mod selection;

use headwater_filter::{Failure, Records, Request, Separator};
use members::Members;
use projection::Projection;
use selection::Selection;
use std::io::{Read, Write};
use std::str;

/// Writes what is left of the lines of `input`, each ended by `\n`; how many lines were read, and how many written.
pub fn filter(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let parameters = &request.parameters;
    parameters.only(&["columns", "selection", "timeZone"])?;
    let selection = Selection::parse(parameters)?;
    let projection = Projection::parse(parameters)?;
    let mut lines = Records::open(input, request.split, Separator::Line)?;
    let (mut read, mut written) = (0, 0);
    let mut answer = vec![];
    while let Some(line) = lines.next()? {
        read += 1;
        answer.clear();
        match str::from_utf8(line).ok().and_then(Members::parse) {
            Some(members) if !selection.may_hold(&members) => continue,
            Some(members) => projection.write(line, &members, &mut answer),
            None => answer.extend(line),
        }
        answer.push(b'\n');
        output.write_all(&answer)?;
        written += 1;
    }
    Ok((read, written))
}

#[cfg(test)]
mod tests;
