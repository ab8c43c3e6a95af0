//! The storlet: reads lines and writes the answer.

mod blocks;

use crate::aggregate::Aggregate;
use crate::inference::Inference;
use crate::needle::{Needle, needle};
use crate::projection::Projection;
use crate::scanner::{Members, Names};
use crate::selection::Selection;
use crate::typed::{LineRows, Typed};
use headwater_predicates::{Addition, Outcomes, parameter};
use headwater_storlet::{Failure, Parameters, Records, Request, Separator};
use std::io::{self, Read, Write};
use std::rc::Rc;

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
    needle: Option<Rc<Needle>>,
    aggregate: Option<Aggregate>,
    inference: Option<Inference>,
    typed: Option<Typed>,
    projection: Projection,
    names: Names,
    line_sep: Separator,
    /// How many more lines that are certainly selected may be written.
    limit: u64,
    counts: Counts,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        only_known(parameters)?;
        let line_sep = line_sep(parameters)?;
        let selection = Selection::parse(parameters)?;
        Ok(Self {
            needle: needle(&selection, &line_sep).map(Rc::new),
            selection,
            aggregate: Aggregate::parse(parameters)?,
            inference: Inference::parse(parameters)?,
            typed: Typed::parse(parameters)?,
            projection: Projection::parse(parameters)?,
            names: Names::default(),
            line_sep,
            limit: parameters.parsed(parameter::LIMIT)?.unwrap_or(u64::MAX),
            counts: Counts::default(),
        })
    }

    /// Processes a line. It has members if it is plain.
    #[inline]
    fn answer<'a>(
        &mut self,
        line: &'a [u8],
        members: Option<Members<'a, '_>>,
        pending: &mut LineRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let outcomes = members.map_or(Outcomes::ANY, |members| self.selection.outcomes(members));
        if !outcomes.may_be_true() || !self.is_needed(line, members) {
            return Ok(());
        }
        let certain = members.filter(|_| outcomes == Outcomes::TRUE);
        if self.aggregates(certain, output)? {
            return Ok(());
        }
        self.counts.written += 1;
        let sound = match &mut self.typed {
            Some(typed) => {
                let sound = typed.add(line, certain, pending);
                // Otherwise no row was added.
                if pending.len() <= 1 {
                    typed.flush(output)?;
                }
                sound
            }
            None => {
                self.write(line, members, output)?;
                certain.is_some()
            }
        };
        self.limit -= u64::from(sound);
        Ok(())
    }

    /// Whether a reader that infers a schema needs the line.
    fn is_needed(&mut self, line: &[u8], members: Option<Members>) -> bool {
        match (&mut self.inference, members) {
            (None, _) => true,
            (Some(inference), Some(members)) => inference.needs(line, members.list),
            (Some(_), None) => Inference::needs_odd(line),
        }
    }

    /// Whether a line whose selection is certainly true is added to a group. If not, and there are groups, it is tagged.
    #[inline]
    fn aggregates(
        &mut self,
        certain: Option<Members>,
        output: &mut impl Write,
    ) -> io::Result<bool> {
        let Some(aggregate) = &mut self.aggregate else {
            return Ok(false);
        };
        let added = certain.map_or(Addition::No, |members| aggregate.add(members));
        if aggregate.is_due(added) {
            self.counts.written += aggregate.flush(self.line_sep.bytes(), output)?;
        }
        if added != Addition::Yes {
            output.write_all(b"L")?;
        }
        Ok(added == Addition::Yes)
    }

    /// Writes a line's text.
    #[inline]
    fn write(
        &self,
        line: &[u8],
        members: Option<Members>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        match members {
            Some(members) => self.projection.write(line, members.list, output)?,
            None => output.write_all(line)?,
        }
        output.write_all(self.line_sep.bytes())
    }

    /// Writes the remaining groups or typed rows.
    fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if let Some(typed) = &mut self.typed {
            typed.finish(output)?;
        }
        if let Some(aggregate) = &mut self.aggregate {
            self.counts.written += aggregate.flush(self.line_sep.bytes(), output)?;
        }
        Ok(())
    }
}

fn only_known(parameters: &Parameters) -> Result<(), Failure> {
    let known = [
        parameter::COLUMNS,
        parameter::SELECTION,
        parameter::AGGREGATE,
        parameter::INFERENCE,
        parameter::TIME_ZONE,
        parameter::LINE_SEP,
    ];
    parameters.only(&[&known[..], &Typed::PARAMETERS, &[parameter::LIMIT]].concat())
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
