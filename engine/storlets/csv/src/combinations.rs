//! Which parameters go together.

use crate::{Dialect, Inference, Projection};
use headwater_predicates::{Aggregate, Selection, parameter};
use headwater_storlet::{Failure, Parameters};
use headwater_typed_rows::TypedRows;

/// Rejects unknown parameters, and those with which an answer could not be read.
pub fn check(parameters: &Parameters, dialect: &Dialect) -> Result<(), Failure> {
    only_known(parameters)?;
    if parameters.flag(parameter::INFERENCE)? {
        only_whole_records(parameters)?;
    }
    if parameters.get(parameter::SCHEMA).is_some() {
        return only_typed(parameters);
    }
    if dialect.open_quotes {
        return Err(Failure::parameters(
            "'openQuotes' needs 'answer=arrow': other answers have only selected records",
        ));
    }
    if dialect.width.is_some() {
        only_tagged(parameters)?;
    }
    if parameters.get(parameter::AGGREGATE).is_some() {
        may_aggregate(parameters, dialect)?;
    }
    Ok(())
}

fn only_known(parameters: &Parameters) -> Result<(), Failure> {
    let known = [
        &Dialect::PARAMETERS[..],
        &Selection::PARAMETERS,
        &Projection::PARAMETERS,
        &Aggregate::PARAMETERS,
        &Inference::PARAMETERS,
        &TypedRows::PARAMETERS,
        &[parameter::LIMIT],
    ];
    parameters.only(&known.concat())
}

/// Rejects a required width without tags.
fn only_tagged(parameters: &Parameters) -> Result<(), Failure> {
    if parameters.flag(parameter::TAGGED)? {
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

/// Rejects parameters that define the rows of a text.
fn only_typed(parameters: &Parameters) -> Result<(), Failure> {
    let others = [parameter::COLUMNS, parameter::TAGGED, parameter::AGGREGATE];
    parameters.none_of(&others, "'schema' has the columns of a typed answer")
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
        parameter::SCHEMA,
    ];
    parameters.none_of(&others, "'inference' selects complete records itself")
}
