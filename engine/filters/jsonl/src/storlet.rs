//! The storlet: lines in, answer out.

use crate::projection::Projection;
use crate::scanner::{Member, scan};
use crate::selection::Selection;
use csv_storlet::Outcomes;
use headwater_filter::{Failure, Records, Request, Separator};
use std::io::{self, Read, Write};
use std::str;

/// How many lines were read, and how many were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of the split.
    pub read: u64,
    /// Those that were answered.
    pub written: u64,
}

/// What is asked for, and how far it is done.
struct Storlet {
    selection: Selection,
    projection: Projection,
    line_sep: Separator,
    /// How many lines that are certain to be kept may still be answered.
    limit: u64,
    counts: Counts,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        parameters.only(&["columns", "selection", "timeZone", "lineSep", "limit"])?;
        let line_sep = match parameters.get("lineSep") {
            None => Separator::Line,
            Some(bytes) if bytes.bytes().all(|byte| byte < b' ') => {
                Separator::of(bytes.as_bytes())?
            }
            Some(other) => {
                return Err(Failure::parameters(format!(
                    "'lineSep' is '{other}': control characters are expected, which stand in no answer"
                )));
            }
        };
        Ok(Self {
            selection: Selection::parse(parameters)?,
            projection: Projection::parse(parameters)?,
            line_sep,
            limit: parameters.parsed("limit")?.unwrap_or(u64::MAX),
            counts: Counts::default(),
        })
    }

    /// Answers the lines of a block that are kept, until the limit is reached.
    fn filter(&mut self, block: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut members = Vec::new();
        let mut rest = block;
        while !rest.is_empty() && self.limit > 0 {
            let end = (rest.len(), rest.len());
            let (end, behind) = self.line_sep.first(rest).unwrap_or(end);
            self.answer(&rest[..end], &mut members, output)?;
            rest = &rest[behind..];
        }
        Ok(())
    }

    #[inline]
    fn answer<'a>(
        &mut self,
        line: &'a [u8],
        members: &mut Vec<Member<'a>>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        self.counts.read += 1;
        if str::from_utf8(line).is_ok() && scan(line, members) {
            let outcomes = self.selection.outcomes(members);
            if !outcomes.may_be_true() {
                return Ok(());
            }
            self.limit -= u64::from(outcomes == Outcomes::TRUE);
            self.projection.write(line, members, output)?;
        } else {
            output.write_all(line)?;
        }
        self.counts.written += 1;
        output.write_all(self.line_sep.bytes())
    }
}

/// Answers a request.
pub fn run(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<Counts, Failure> {
    let mut storlet = Storlet::of(request)?;
    let mut records = Records::open(input, request.split, storlet.line_sep.clone())?;
    while storlet.limit > 0
        && let Some(block) = records.block()?
    {
        storlet
            .filter(block, output)
            .map_err(|error| Failure::failed(format!("writing the answer: {error}")))?;
    }
    Ok(storlet.counts)
}
