//! What a module must be before it is compiled: a storlet by its imports and exports, and small enough.

use crate::failure::{Failure, Reason};
use crate::modules::Hash;
use crate::modules::engine::TABLES;
use crate::wasi;
use serde::Serialize;
use wasmtime::wasmparser::{ExternalKind, MemoryType, Parser, Payload, TypeRef};

/// Functions that a module may have.
pub const FUNCTIONS_MAX: u32 = 100_000;
/// Bytes of one function. The compiler's time grows faster than a function does.
pub const FUNCTION_MAX: usize = 1 << 20;
const PAGE: u64 = 64 << 10;

/// What a module is.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// Its SHA-256.
    pub module: Hash,
    /// Its length.
    pub bytes: usize,
    /// `module.name` of each import.
    pub imports: Vec<String>,
    /// The names of its exports.
    pub exports: Vec<String>,
    /// Bytes of memory that it begins with.
    pub memory_minimum: u64,
}

/// Describe a module, or say why it is no storlet. `memory_max` is the memory that an instance may have.
pub fn check(bytes: &[u8], memory_max: u64) -> Result<Description, Failure> {
    if !bytes.starts_with(b"\0asm") {
        return Err(refuse(
            "the bytes are no WebAssembly module: they do not begin as one",
        ));
    }
    let mut survey = Survey::default();
    for payload in Parser::new(0).parse_all(bytes) {
        survey
            .take(payload.map_err(|error| {
                refuse(format!("the bytes are no WebAssembly module: {error}"))
            })?)?;
    }
    survey.judge(memory_max)?;
    Ok(Description {
        module: Hash::of(bytes),
        bytes: bytes.len(),
        imports: survey.imports,
        exports: survey.exports.into_iter().map(|(name, _)| name).collect(),
        memory_minimum: survey.memory_minimum,
    })
}

/// A refusal of reason `module`.
pub fn refuse(message: impl Into<String>) -> Failure {
    Failure::new(Reason::Module, message)
}

#[derive(Default)]
struct Survey {
    imports: Vec<String>,
    exports: Vec<(String, ExternalKind)>,
    memory_minimum: u64,
}

impl Survey {
    fn take(&mut self, payload: Payload<'_>) -> Result<(), Failure> {
        let broken = |error| refuse(format!("the bytes are no WebAssembly module: {error}"));
        match payload {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import.map_err(broken)?;
                    self.import(import.module, import.name, import.ty)?;
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export.map_err(broken)?;
                    self.exports.push((export.name.into(), export.kind));
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    self.memory(memory.map_err(broken)?);
                }
            }
            Payload::TableSection(section) => at_most("tables", section.count(), TABLES)?,
            Payload::FunctionSection(section) => {
                at_most("functions", section.count(), FUNCTIONS_MAX)?
            }
            Payload::CodeSectionEntry(body) => {
                at_most("bytes in one function", body.range().len(), FUNCTION_MAX)?
            }
            Payload::ComponentSection { .. } => {
                return Err(refuse("a component; a storlet is a core module"));
            }
            _ => {}
        }
        Ok(())
    }

    fn import(&mut self, module: &str, name: &str, kind: TypeRef) -> Result<(), Failure> {
        let known = module == wasi::MODULE && wasi::knows(name) && matches!(kind, TypeRef::Func(_));
        if !known {
            return Err(refuse(format!(
                "it imports {module}.{name}; a storlet may import the functions of {} alone: compile it for wasm32-wasip1",
                wasi::MODULE
            )));
        }
        self.imports.push(format!("{module}.{name}"));
        Ok(())
    }

    fn memory(&mut self, memory: MemoryType) {
        self.memory_minimum = self.memory_minimum.max(memory.initial.saturating_mul(PAGE));
    }

    fn judge(&self, memory_max: u64) -> Result<(), Failure> {
        for (name, kind) in [
            ("_start", ExternalKind::Func),
            ("memory", ExternalKind::Memory),
        ] {
            if !self
                .exports
                .iter()
                .any(|export| export.0 == name && export.1 == kind)
            {
                return Err(refuse(format!(
                    "it exports no {name}; a storlet is a program (a WASI command), not a library"
                )));
            }
        }
        if self.memory_minimum > memory_max {
            let message = format!(
                "it begins with {} bytes of memory; the most is {memory_max}",
                self.memory_minimum
            );
            return Err(refuse(message));
        }
        Ok(())
    }
}

fn at_most<T: PartialOrd + std::fmt::Display>(
    what: &str,
    count: T,
    most: T,
) -> Result<(), Failure> {
    if count > most {
        Err(refuse(format!("it has {count} {what}; the most is {most}")))
    } else {
        Ok(())
    }
}
