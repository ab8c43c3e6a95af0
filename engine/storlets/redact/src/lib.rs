//! Hashes, truncates or drops some columns of comma-separated values.
//!
//! If a line may not be a row with the expected number of columns, the storlet fails. It then writes nothing of that
//! line.

mod plan;
mod treatment;

use headwater_rows::Field;
use headwater_storlet::{Failure, Records, Request, Separator};
use plan::Plan;
use std::io::{Read, Write};

/// Writes the redacted rows of `input`, each followed by `\n`. Returns the numbers of rows read and written.
pub fn redact(
    request: &Request,
    input: impl Read,
    output: &mut impl Write,
) -> Result<(u64, u64), Failure> {
    let plan = Plan::of(&request.parameters)?;
    if !plan.ranges {
        request.whole_object()?; // a range may begin inside a value with line breaks
    }
    let mut header = plan.header && request.split.start == 0;
    let mut rows = Records::open(input, request.split, Separator::Line)?;
    let (mut fields, mut redacted) = (vec![], vec![]);
    let mut count = 0;
    while let Some((start, row)) = rows.next_at()? {
        redacted.clear();
        if !row.is_empty() {
            check(&plan, row, &mut fields)
                .map_err(|doubt| Failure::failed(format!("the row at byte {start}: {doubt}")))?;
            plan.write(row, &fields, header, &mut redacted);
            header = false;
        }
        redacted.push(b'\n');
        output.write_all(&redacted)?;
        count += 1;
    }
    Ok((count, count))
}

/// Finds the fields of a row. The error message contains nothing of the row's content.
fn check(plan: &Plan, row: &[u8], fields: &mut Vec<Field>) -> Result<(), String> {
    plan.dialect
        .split(row, fields)
        .map_err(|doubt| doubt.to_string())?;
    match fields.len() {
        found if found == plan.columns => Ok(()),
        found => Err(format!(
            "it has {found} columns, and 'columns' is {}",
            plan.columns
        )),
    }
}

#[cfg(test)]
mod tests;
