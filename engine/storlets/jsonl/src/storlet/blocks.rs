//! The lines of a block that are parsed: all of them, or those that contain the needle.

use super::Storlet;
use crate::needle::{Needle, is_left_out};
use crate::typed::LineRows;
use headwater_raw_filter::{Scan, lines};
use simdutf8::basic::from_utf8;
use std::io::{self, Write};

impl Storlet {
    /// Writes the selected lines of a block until the limit is reached.
    pub fn filter(&mut self, block: &[u8], output: &mut impl Write) -> io::Result<()> {
        let mut pending = LineRows::default();
        let all_utf8 = from_utf8(block).is_ok();
        let needle = self.needle.clone();
        match needle
            .as_deref()
            .filter(|_| all_utf8)
            .map(|needle| (needle, needle.scan(block)))
        {
            Some((needle, Some(scan))) => {
                self.filter_found(needle, &scan, block, &mut pending, output)?
            }
            _ => self.filter_all(needle.as_deref(), block, all_utf8, &mut pending, output)?,
        }
        if let Some(typed) = &mut self.typed {
            typed.add_pending(&mut pending);
            typed.flush(output)?;
        }
        Ok(())
    }

    /// Processes only the lines that contain the needle.
    fn filter_found<'a>(
        &mut self,
        needle: &Needle,
        scan: &Scan,
        block: &'a [u8],
        pending: &mut LineRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut list = Vec::new();
        let before = self.counts.read;
        for (line, behind) in needle.lines(scan, block) {
            let members = self.names.scan(line, &mut list);
            self.answer(line, members, pending, output)?;
            if self.limit == 0 {
                self.counts.read = before + lines(&block[..behind]);
                return Ok(());
            }
        }
        self.counts.read = before + scan.lines;
        Ok(())
    }

    fn filter_all<'a>(
        &mut self,
        needle: Option<&Needle>,
        block: &'a [u8],
        all_utf8: bool,
        pending: &mut LineRows<'a>,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let mut list = Vec::new();
        let mut rest = block;
        while !rest.is_empty() && self.limit > 0 {
            let end = (rest.len(), rest.len());
            let (end, behind) = self.line_sep.first(rest).unwrap_or(end);
            let line = &rest[..end];
            rest = &rest[behind..];
            self.counts.read += 1;
            let is_utf8 = all_utf8 || from_utf8(line).is_ok();
            if is_utf8 && needle.is_some_and(|needle| is_left_out(needle, line)) {
                continue;
            }
            let members = match is_utf8 {
                true => self.names.scan(line, &mut list),
                false => None,
            };
            self.answer(line, members, pending, output)?;
        }
        Ok(())
    }
}
