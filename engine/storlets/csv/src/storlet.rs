//! The storlet: reads records and writes the answer.

use crate::scan::{self, Scan};
use crate::{Dialect, Inference, Needle, Projection, Row};
use headwater_predicates::{Addition, Aggregate, Outcomes, Selection, parameter};
use headwater_storlet::{Failure, Parameters, Records, Request};
use std::io::{self, Read, Write};
use std::mem;
use std::ops::Range;
use std::rc::Rc;

/// The numbers of records read and written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All records of the split.
    pub read: u64,
    /// The records written.
    pub written: u64,
}

/// The request and the progress.
struct Storlet {
    dialect: Dialect,
    selection: Option<Selection>,
    needle: Option<Rc<Needle>>,
    aggregate: Option<Aggregate>,
    inference: Option<Inference>,
    projection: Projection,
    /// How many more rows that are certainly selected may be written.
    limit: u64,
    /// Whether the next row is the header.
    header: bool,
    counts: Counts,
    /// A buffer for the fields of a row.
    fields: Vec<Range<usize>>,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        only_known(parameters)?;
        let dialect = Dialect::parse(parameters)?;
        let projection = Projection::parse(parameters)?;
        if dialect.width.is_some() {
            only_tagged(&projection)?;
        }
        let limit = parameters.parsed(parameter::LIMIT)?;
        let aggregate = Aggregate::parse(parameters)?;
        if aggregate.is_some() {
            may_aggregate(parameters, &dialect)?;
        }
        let inference = Inference::parse(parameters)?;
        if inference.is_some() {
            only_whole_records(parameters)?;
        }
        let selection = Selection::parse(parameters)?;
        Ok(Self {
            header: dialect.header && request.split.start == 0,
            needle: selection
                .as_ref()
                .and_then(|selection| Needle::of(selection, &dialect))
                .map(Rc::new),
            dialect,
            selection,
            aggregate,
            inference,
            projection,
            limit: limit.unwrap_or(u64::MAX),
            counts: Counts::default(),
            fields: Vec::new(),
        })
    }

    /// Writes the selected records of a block until the limit is reached.
    fn filter(&mut self, block: &[u8], output: &mut impl Write) -> io::Result<()> {
        if !self.header
            && let Some(needle) = self.needle.clone()
            && let Some(scan) = needle.scan(block)
        {
            return self.filter_found(&needle, &scan, block, output);
        }
        self.filter_all(block, output)
    }

    /// Processes only the records that contain the needle.
    fn filter_found(
        &mut self,
        needle: &Needle,
        scan: &Scan,
        block: &[u8],
        output: &mut impl Write,
    ) -> io::Result<()> {
        for (record, behind) in needle.records(scan, block) {
            if !self.dialect.skips(record) {
                self.answer(record, output)?;
            }
            if self.limit == 0 {
                self.counts.read += scan::lines(&block[..behind]);
                return Ok(());
            }
        }
        self.counts.read += scan.records;
        Ok(())
    }

    fn filter_all(&mut self, block: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut rest = block;
        while !rest.is_empty() && self.limit > 0 {
            let end = (rest.len(), rest.len());
            let (end, behind) = self.dialect.line_sep.first(rest).unwrap_or(end);
            let record = &rest[..end];
            rest = &rest[behind..];
            self.counts.read += 1;
            if !self.dialect.skips(record) && !mem::take(&mut self.header) {
                self.answer(record, output)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn answer(&mut self, record: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut row = Row::of(&self.dialect, record, &mut self.fields);
        if let Some(inference) = &mut self.inference
            && !inference.needs(&mut row)
        {
            return Ok(());
        }
        let selection = self.selection.as_ref();
        let outcomes = selection.map_or(Outcomes::TRUE, |selection| selection.outcomes(&mut row));
        if !outcomes.may_be_true() {
            return Ok(());
        }
        let certain = outcomes == Outcomes::TRUE;
        if let Some(aggregate) = &mut self.aggregate {
            let added = if certain && row.is_of_width() {
                aggregate.add(&mut row)
            } else {
                Addition::No
            };
            if aggregate.is_due(added) {
                self.counts.written += aggregate.flush(self.dialect.line_sep.bytes(), output)?;
            }
            if added == Addition::Yes {
                return Ok(());
            }
        }
        self.counts.written += 1;
        let sound = self.projection.write(&mut row, output)?;
        self.limit -= u64::from(certain && sound);
        Ok(())
    }

    /// Writes the remaining groups.
    fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if let Some(aggregate) = &mut self.aggregate {
            self.counts.written += aggregate.flush(self.dialect.line_sep.bytes(), output)?;
        }
        Ok(())
    }
}

fn only_known(parameters: &Parameters) -> Result<(), Failure> {
    let known = [
        &Dialect::PARAMETERS[..],
        &Selection::PARAMETERS,
        &Projection::PARAMETERS,
        &Aggregate::PARAMETERS,
        &Inference::PARAMETERS,
        &[parameter::LIMIT],
    ];
    parameters.only(&known.concat())
}

/// Rejects a required width without tags.
fn only_tagged(projection: &Projection) -> Result<(), Failure> {
    if projection.is_tagged() {
        return Ok(());
    }
    Err(Failure::parameters(
        "'width' needs 'tagged=true': a record of another width is returned in full",
    ))
}

/// Rejects parameters with which groups and rows could not be distinguished or counted.
fn may_aggregate(parameters: &Parameters, dialect: &Dialect) -> Result<(), Failure> {
    let refused = |problem| Err(Failure::parameters(problem));
    if !parameters.flag(parameter::TAGGED)? || parameters.get(parameter::COLUMNS).is_none() {
        return refused(
            "'aggregate' needs 'tagged=true' and 'columns': some rows are returned as rows",
        );
    }
    if dialect.line_sep.bytes().iter().any(|byte| *byte >= b' ') {
        return refused(
            "'aggregate' needs a 'lineSep' of control characters, which JSON does not contain",
        );
    }
    if parameters.get(parameter::LIMIT).is_some() {
        return refused("'limit' counts rows, and 'aggregate' returns groups: leave one out");
    }
    Ok(())
}

/// Rejects parameters that would hide a record from a reader that infers types.
fn only_whole_records(parameters: &Parameters) -> Result<(), Failure> {
    let others = [
        parameter::COLUMNS,
        parameter::SELECTION,
        parameter::AGGREGATE,
        parameter::LIMIT,
        parameter::TAGGED,
        parameter::HEADER,
    ];
    match others.iter().find(|name| parameters.get(name).is_some()) {
        Some(name) => Err(Failure::parameters(format!(
            "'inference' selects complete records itself: leave out '{name}'"
        ))),
        None => Ok(()),
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
    let separator = storlet.dialect.line_sep.clone();
    let mut records = Records::open(input, request.split, separator)?;
    while storlet.limit > 0
        && let Some(block) = records.block()?
    {
        storlet.filter(block, output).map_err(failed)?;
    }
    storlet.finish(output).map_err(failed)?;
    Ok(storlet.counts)
}
