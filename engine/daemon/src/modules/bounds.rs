//! The limits of a module's parts. They keep the compiler's work roughly proportional to the module's length.

use headwater_requests::failure::Failure;
use wasmtime::wasmparser::{
    BinaryReaderError, Element, ElementItems, FuncType, FunctionBody, Operator, SectionLimited,
};

/// The maximum number of functions.
pub const FUNCTIONS_MAX: u32 = 100_000;
/// The maximum length of one function in bytes. Compilation time grows faster than a function's length.
pub const FUNCTION_MAX: usize = 1 << 20;
/// The maximum number of imports.
pub const IMPORTS_MAX: usize = 1_000;
/// The maximum number of exports.
pub const EXPORTS_MAX: u32 = 1_000;
/// The maximum total length of exports' names in bytes. The module's description must fit into one frame.
pub const EXPORT_NAMES_MAX: usize = 64 << 10;
/// The maximum number of types.
pub const TYPES_MAX: u32 = 10_000;
/// The maximum number of globals.
pub const GLOBALS_MAX: u32 = 10_000;
/// The maximum number of data segments.
pub const DATA_SEGMENTS_MAX: u32 = 100_000;
/// The maximum number of element segments.
pub const ELEMENT_SEGMENTS_MAX: u32 = 1_000;
/// The maximum number of elements in all element segments. Each function among them gets a second entry point.
pub const ELEMENTS_MAX: u32 = 50_000;

/// A call copies each parameter and result, but takes only two bytes of code for any number of them.
const PARAMETERS_MAX: usize = 128;
const RESULTS_MAX: usize = 16;
/// Each of these operators becomes a runtime call with checks.
const MEMORY_OPERATORS_MAX: usize = 10_000;
const TABLE_OPERATORS_MAX: usize = 1_000;
const BRANCH_TARGETS_MAX: usize = 65_536;

/// A refusal of bytes that the parser rejected.
pub fn malformed(error: BinaryReaderError) -> Failure {
    Failure::module(format!("the bytes are not a WebAssembly module: {error}"))
}

/// Refuse more than `most` of `things`.
pub fn at_most<T: PartialOrd + std::fmt::Display>(
    things: &str,
    count: T,
    most: T,
) -> Result<(), Failure> {
    if count > most {
        Err(Failure::module(format!(
            "it has {count} {things}; the most is {most}"
        )))
    } else {
        Ok(())
    }
}

/// Check a function's type.
pub fn check_type(function: &FuncType) -> Result<(), Failure> {
    at_most(
        "parameters of one function",
        function.params().len(),
        PARAMETERS_MAX,
    )?;
    at_most(
        "results of one function",
        function.results().len(),
        RESULTS_MAX,
    )
}

/// Check the section of element segments.
pub fn check_elements(section: SectionLimited<'_, Element<'_>>) -> Result<(), Failure> {
    at_most("element segments", section.count(), ELEMENT_SEGMENTS_MAX)?;
    let mut elements: u32 = 0;
    for segment in section {
        elements = elements.saturating_add(match segment.map_err(malformed)?.items {
            ElementItems::Functions(items) => items.count(),
            ElementItems::Expressions(_, items) => items.count(),
        });
        at_most("elements in its segments", elements, ELEMENTS_MAX)?;
    }
    Ok(())
}

/// Check a function's body.
pub fn check_body(body: &FunctionBody<'_>) -> Result<(), Failure> {
    at_most("bytes in one function", body.range().len(), FUNCTION_MAX)?;
    let mut operators = body.get_operators_reader().map_err(malformed)?;
    let mut counts = OperatorCounts::default();
    while !operators.eof() {
        counts.add(&operators.read().map_err(malformed)?);
    }
    counts.check()
}

/// The operators of a function whose number is bounded.
#[derive(Default)]
struct OperatorCounts {
    memory: usize,
    table: usize,
    targets: usize,
}

impl OperatorCounts {
    fn add(&mut self, operator: &Operator<'_>) {
        match operator {
            Operator::MemoryCopy { .. }
            | Operator::MemoryFill { .. }
            | Operator::MemoryInit { .. }
            | Operator::MemoryGrow { .. }
            | Operator::DataDrop { .. } => self.memory += 1,
            Operator::TableCopy { .. }
            | Operator::TableFill { .. }
            | Operator::TableInit { .. }
            | Operator::TableGrow { .. }
            | Operator::TableGet { .. }
            | Operator::TableSet { .. }
            | Operator::ElemDrop { .. } => self.table += 1,
            Operator::BrTable { targets } => self.targets += targets.len() as usize,
            _ => {}
        }
    }

    fn check(&self) -> Result<(), Failure> {
        at_most(
            "bulk operators on memory in one function",
            self.memory,
            MEMORY_OPERATORS_MAX,
        )?;
        at_most(
            "operators on tables in one function",
            self.table,
            TABLE_OPERATORS_MAX,
        )?;
        at_most(
            "targets of br_table in one function",
            self.targets,
            BRANCH_TARGETS_MAX,
        )
    }
}
