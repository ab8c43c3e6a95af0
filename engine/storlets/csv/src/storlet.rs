//! The storlet: reads records and writes the answer.

mod together;

use crate::combinations;
use crate::index::{FieldIndex, SimpleFields};
use crate::needle::{Needle, needle};
use crate::row::is_open;
use crate::{Dialect, Inference, Projection, Row};
use headwater_predicates::{Addition, Aggregate, Columns, Outcomes, Selection, parameter};
use headwater_raw_filter::{Scan, lines};
use headwater_storlet::{Failure, Records, Request};
use headwater_typed_rows::TypedRows;
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
    dialect: Rc<Dialect>,
    selection: Option<Selection>,
    needle: Option<Rc<Needle>>,
    aggregate: Option<Aggregate>,
    inference: Option<Inference>,
    typed: Option<TypedRows>,
    /// Finds the fields of typed answers and aggregates, which read values of most records.
    index: Option<FieldIndex>,
    projection: Projection,
    /// How many more rows that are certainly selected may be written.
    limit: u64,
    /// Whether a limit was requested.
    is_limited: bool,
    /// Whether the next row is the header.
    header: bool,
    counts: Counts,
    /// Whether the block is known to be UTF-8. Its fields then are too, because all separators and quotes are ASCII.
    /// False if the answer has no texts.
    utf8: bool,
    /// A buffer for the fields of a row.
    fields: Vec<Range<usize>>,
}

impl Storlet {
    fn of(request: &Request) -> Result<Self, Failure> {
        let parameters = &request.parameters;
        let dialect = Dialect::parse(parameters)?;
        combinations::check(parameters, &dialect)?;
        let selection = Selection::parse(parameters)?;
        let typed = TypedRows::parse_flat(parameters)?;
        let aggregate = Aggregate::parse(parameters)?;
        let reads_values =
            typed.is_some() || aggregate.as_ref().is_some_and(Aggregate::has_columns);
        let index = reads_values.then(|| FieldIndex::of(&dialect)).flatten();
        Ok(Self {
            header: dialect.header && request.split.start == 0,
            needle: selection
                .as_ref()
                .and_then(|selection| needle(selection, &dialect))
                .map(Rc::new),
            dialect: Rc::new(dialect),
            selection,
            aggregate,
            inference: Inference::parse(parameters)?,
            index,
            typed,
            projection: Projection::parse(parameters)?,
            limit: parameters.parsed(parameter::LIMIT)?.unwrap_or(u64::MAX),
            is_limited: parameters.get(parameter::LIMIT).is_some(),
            counts: Counts::default(),
            utf8: false,
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
        let Some(mut index) = self.index.take() else {
            return self.filter_all(block, output);
        };
        index.scan(block);
        self.utf8 = self.typed.as_ref().is_some_and(TypedRows::has_texts)
            && (index.is_ascii() || simdutf8::basic::from_utf8(block).is_ok());
        let result = self.filter_indexed(&index, block, output);
        self.utf8 = false;
        self.index = Some(index);
        result
    }

    /// Processes only the records that contain the needle.
    fn filter_found(
        &mut self,
        needle: &Needle,
        scan: &Scan,
        block: &[u8],
        output: &mut impl Write,
    ) -> io::Result<()> {
        for (record, behind) in needle.lines(scan, block) {
            if !self.dialect.skips(record) {
                self.answer(record, None, output)?;
            }
            if self.limit == 0 {
                self.counts.read += lines(&block[..behind]);
                return Ok(());
            }
        }
        self.counts.read += scan.lines;
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
                self.answer(record, None, output)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn answer(
        &mut self,
        record: &[u8],
        found: Option<SimpleFields>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut row = match found {
            Some(found) => Row::indexed(&self.dialect, record, found, &mut self.fields),
            None => Row::of(&self.dialect, record, &mut self.fields),
        };
        if let Some(inference) = &mut self.inference
            && !inference.needs(&mut row)
        {
            return Ok(());
        }
        let outcomes = match &self.selection {
            // A part of a value with a line break, which the reader refuses.
            _ if self.dialect.open_quotes && is_open(&self.dialect, record) => Outcomes::ANY,
            Some(selection) => selection.outcomes(&mut row),
            None => Outcomes::TRUE,
        };
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
        let sound = match &mut self.typed {
            Some(typed) => {
                let sound = certain
                    && row.is_of_width()
                    && typed.add(|number, column| column.push(row.value(number), self.utf8));
                if !sound {
                    typed.add_record(row.record());
                }
                typed.flush(output)?;
                sound
            }
            None => self.projection.write(&mut row, output)?,
        };
        self.limit -= u64::from(certain && sound);
        Ok(())
    }

    /// Writes the remaining groups or typed rows.
    fn finish(&mut self, output: &mut impl Write) -> io::Result<()> {
        if let Some(typed) = &mut self.typed {
            typed.finish(output)?;
        }
        if let Some(aggregate) = &mut self.aggregate {
            self.counts.written += aggregate.flush(self.dialect.line_sep.bytes(), output)?;
        }
        Ok(())
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
