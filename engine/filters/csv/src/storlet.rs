//! The storlet: records in, answer out.

use crate::{Dialect, Projection, Row, Selection};
use headwater_filter::{Failure, Parameters, Records, Request};
use std::io::{self, Read, Write};
use std::ops::Range;

/// How many records were read, comments and blank ones not counted, and how many were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Records of the split.
    pub read: u64,
    /// Those that were answered.
    pub written: u64,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Storlet {
    dialect: Dialect,
    selection: Option<Selection>,
    projection: Projection,
}

impl Storlet {
    /// Reads all parameters.
    pub fn parse(parameters: &Parameters) -> Result<Self, Failure> {
        let known = [
            &Dialect::PARAMETERS[..],
            &Selection::PARAMETERS,
            &Projection::PARAMETERS,
        ]
        .concat();
        parameters.only(&known)?;
        let storlet = Self {
            dialect: Dialect::parse(parameters)?,
            selection: Selection::parse(parameters)?,
            projection: Projection::parse(parameters)?,
        };
        if storlet.dialect.width.is_some() && !storlet.projection.is_tagged() {
            return Err(Failure::parameters(
                "'width' needs 'tagged=true': a record of another width is answered whole",
            ));
        }
        Ok(storlet)
    }

    /// Answers the records of a block that are kept. `header` is whether the next record is the header.
    fn filter(
        &self,
        block: &[u8],
        header: &mut bool,
        fields: &mut Vec<Range<usize>>,
        counts: &mut Counts,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut rest = block;
        while !rest.is_empty() {
            let (end, behind) = self
                .dialect
                .line_sep
                .first(rest)
                .unwrap_or((rest.len(), rest.len()));
            let record = &rest[..end];
            rest = &rest[behind..];
            if self.dialect.skips(record) || std::mem::take(header) {
                continue;
            }
            counts.read += 1;
            let mut row = Row::of(&self.dialect, record, fields);
            if self
                .selection
                .as_ref()
                .is_none_or(|selection| selection.outcomes(&mut row).may_be_true())
            {
                counts.written += 1;
                self.projection.write(&mut row, output)?;
            }
        }
        Ok(())
    }
}

/// Answers a request.
pub fn run(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<Counts, Failure> {
    let storlet = Storlet::parse(&request.parameters)?;
    let mut records = Records::open(input, request.split, storlet.dialect.line_sep.clone())?;
    let mut header = storlet.dialect.header && request.split.start == 0;
    let mut fields = Vec::new();
    let mut counts = Counts::default();
    while let Some(block) = records.block()? {
        storlet
            .filter(block, &mut header, &mut fields, &mut counts, output)
            .map_err(|error| Failure::failed(format!("writing the answer: {error}")))?;
    }
    Ok(counts)
}
