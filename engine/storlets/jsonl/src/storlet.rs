//! The storlet: reads lines and writes the answer.

use crate::aggregate::Aggregate;
use crate::inference::Inference;
use crate::projection::Projection;
use crate::scanner::{Member, scan};
use crate::selection::Selection;
use headwater_predicates::{Addition, Outcomes, parameter};
use headwater_storlet::{Failure, Parameters, Records, Request, Separator};
use std::io::{self, Read, Write};
use std::str;

/// The numbers of lines read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Lines of the split.
    pub read: u64,
    /// The lines written.
    pub written: u64,
}

/// The request and the progress.
struct Storlet {
    selection: Selection,
    aggregate: Option<Aggregate>,
    inference: Option<Inference>,
    projection: Projection,
    line_sep: Separator,
    /// How many more lines that are certainly selected may be written.
    limit: u64,
    counts: Counts,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        parameters.only(&[
            parameter::COLUMNS,
            parameter::SELECTION,
            parameter::AGGREGATE,
            parameter::INFERENCE,
            parameter::TIME_ZONE,
            parameter::LINE_SEP,
            parameter::LIMIT,
        ])?;
        let line_sep = line_sep(parameters)?;
        Ok(Self {
            selection: Selection::parse(parameters)?,
            aggregate: Aggregate::parse(parameters)?,
            inference: Inference::parse(parameters)?,
            projection: Projection::parse(parameters)?,
            line_sep,
            limit: parameters.parsed(parameter::LIMIT)?.unwrap_or(u64::MAX),
            counts: Counts::default(),
        })
    }

    /// Writes the selected lines of a block until the limit is reached.
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
        let plain = str::from_utf8(line).is_ok() && scan(line, members);
        let outcomes = match plain {
            true => self.selection.outcomes(members),
            false => Outcomes::ANY,
        };
        if let Some(inference) = &mut self.inference {
            let needed = match plain {
                true => inference.needs(line, members),
                false => Inference::needs_odd(line),
            };
            if !needed {
                return Ok(());
            }
        }
        if !outcomes.may_be_true() || self.aggregates(outcomes, members, output)? {
            return Ok(());
        }
        match plain {
            true => self.projection.write(line, members, output)?,
            false => output.write_all(line)?,
        }
        self.limit -= u64::from(outcomes == Outcomes::TRUE);
        self.counts.written += 1;
        output.write_all(self.line_sep.bytes())
    }

    /// Whether the line is added to a group. If not, and there are groups, it is tagged.
    #[inline]
    fn aggregates(
        &mut self,
        outcomes: Outcomes,
        members: &[Member],
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let Some(aggregate) = &mut self.aggregate else {
            return Ok(false);
        };
        let added = match outcomes == Outcomes::TRUE {
            true => aggregate.add(members),
            false => Addition::No,
        };
        if aggregate.is_due(added) {
            self.counts.written += aggregate.flush(self.line_sep.bytes(), output)?;
        }
        if added != Addition::Yes {
            output.write_all(b"L")?;
        }
        Ok(added == Addition::Yes)
    }

    /// Writes the remaining groups.
    fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if let Some(aggregate) = &mut self.aggregate {
            self.counts.written += aggregate.flush(self.line_sep.bytes(), output)?;
        }
        Ok(())
    }
}

fn line_sep(parameters: &Parameters) -> Result<Separator, Failure> {
    match parameters.get(parameter::LINE_SEP) {
        None => Ok(Separator::Line),
        Some(bytes) if bytes.bytes().all(|byte| byte < b' ') => Separator::of(bytes.as_bytes()),
        Some(other) => Err(Failure::parameters(format!(
            "'lineSep' is '{other}': control characters, which no answer contains, are expected"
        ))),
    }
}

/// Runs a request.
pub fn run(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<Counts, Failure> {
    let failed = |error| Failure::failed(format!("writing the answer: {error}"));
    let mut storlet = Storlet::of(request)?;
    let mut records = Records::open(input, request.split, storlet.line_sep.clone())?;
    while storlet.limit > 0
        && let Some(block) = records.block()?
    {
        storlet.filter(block, output).map_err(failed)?;
    }
    storlet.finish(output).map_err(failed)?;
    Ok(storlet.counts)
}
