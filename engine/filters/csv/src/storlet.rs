//! The storlet: records in, answer out.

use crate::{Dialect, Projection, Row, Selection};
use headwater_filter::{Failure, Records, Request};
use std::io::{self, Read, Write};
use std::mem;
use std::ops::Range;

/// How many records were read, comments and blank ones not counted, and how many were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Records of the split.
    pub read: u64,
    /// Those that were answered.
    pub written: u64,
}

/// What is asked for, and how far it is done.
struct Storlet {
    dialect: Dialect,
    selection: Option<Selection>,
    projection: Projection,
    /// Whether the next row is the header.
    header: bool,
    counts: Counts,
    /// Memory for the fields of a row.
    fields: Vec<Range<usize>>,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        let known = [
            &Dialect::PARAMETERS[..],
            &Selection::PARAMETERS,
            &Projection::PARAMETERS,
        ];
        parameters.only(&known.concat())?;
        let dialect = Dialect::parse(parameters)?;
        let projection = Projection::parse(parameters)?;
        if dialect.width.is_some() && !projection.is_tagged() {
            return Err(Failure::parameters(
                "'width' needs 'tagged=true': a record of another width is answered whole",
            ));
        }
        Ok(Self {
            header: dialect.header && request.split.start == 0,
            dialect,
            selection: Selection::parse(parameters)?,
            projection,
            counts: Counts::default(),
            fields: Vec::new(),
        })
    }

    /// Answers the records of a block that are kept.
    fn filter(&mut self, block: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut rest = block;
        while !rest.is_empty() {
            let end = (rest.len(), rest.len());
            let (end, behind) = self.dialect.line_sep.first(rest).unwrap_or(end);
            let record = &rest[..end];
            rest = &rest[behind..];
            if !self.dialect.skips(record) && !mem::take(&mut self.header) {
                self.answer(record, output)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn answer(&mut self, record: &[u8], output: &mut impl Write) -> io::Result<()> {
        self.counts.read += 1;
        let mut row = Row::of(&self.dialect, record, &mut self.fields);
        match &self.selection {
            Some(selection) if !selection.outcomes(&mut row).may_be_true() => Ok(()),
            _ => {
                self.counts.written += 1;
                self.projection.write(&mut row, output)
            }
        }
    }
}

/// Answers a request.
pub fn run(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<Counts, Failure> {
    let mut storlet = Storlet::of(request)?;
    let separator = storlet.dialect.line_sep.clone();
    let mut records = Records::open(input, request.split, separator)?;
    while let Some(block) = records.block()? {
        storlet
            .filter(block, output)
            .map_err(|error| Failure::failed(format!("writing the answer: {error}")))?;
    }
    Ok(storlet.counts)
}
