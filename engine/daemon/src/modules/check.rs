//! Checks a module before it is compiled: its imports, its exports and its size.

use crate::modules::bounds::{self, at_most, check_body, check_elements, check_type, malformed};
use crate::modules::engine::TABLES;
use crate::wasi;
use headwater_requests::failure::Failure;
use headwater_requests::hash::Hash;
use serde::Serialize;
use wasmtime::wasmparser::{
    ExportSectionReader, ExternalKind, ImportSectionReader, MemoryType, Parser, Payload, TypeRef,
};

const PAGE: u64 = 64 << 10;

/// The description of a module.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// Its SHA-256.
    pub module: Hash,
    /// Its length in bytes.
    pub bytes: usize,
    /// `module.name` of each import.
    pub imports: Vec<String>,
    /// The names of its exports.
    pub exports: Vec<String>,
    /// Its initial memory in bytes.
    pub memory_minimum: u64,
}

/// Describe a module, or report why it is not a storlet. `memory_max` is the maximum memory of an instance.
pub fn check(bytes: &[u8], memory_max: u64) -> Result<Description, Failure> {
    if !bytes.starts_with(b"\0asm") {
        return Err(Failure::module(
            "the bytes are not a WebAssembly module: they do not begin with its magic number",
        ));
    }
    let mut survey = Survey::default();
    for payload in Parser::new(0).parse_all(bytes) {
        survey.take(payload.map_err(malformed)?)?;
    }
    survey.check_exports_and_memory(memory_max)?;
    Ok(Description {
        module: Hash::of(bytes),
        bytes: bytes.len(),
        imports: survey.imports,
        exports: survey.exports.into_iter().map(|(name, _)| name).collect(),
        memory_minimum: survey.memory_minimum,
    })
}

#[derive(Default)]
struct Survey {
    imports: Vec<String>,
    exports: Vec<(String, ExternalKind)>,
    memory_minimum: u64,
}

impl Survey {
    fn take(&mut self, payload: Payload<'_>) -> Result<(), Failure> {
        match payload {
            Payload::TypeSection(section) => {
                at_most("types", section.count(), bounds::TYPES_MAX)?;
                section
                    .into_iter_err_on_gc_types()
                    .try_for_each(|kind| check_type(&kind.map_err(malformed)?))
            }
            Payload::ImportSection(section) => self.imports(section),
            Payload::ExportSection(section) => self.exports(section),
            Payload::MemorySection(section) => section.into_iter().try_for_each(|memory| {
                self.memory(memory.map_err(malformed)?);
                Ok(())
            }),
            Payload::TableSection(section) => at_most("tables", section.count(), TABLES),
            Payload::GlobalSection(section) => {
                at_most("globals", section.count(), bounds::GLOBALS_MAX)
            }
            Payload::FunctionSection(section) => {
                at_most("functions", section.count(), bounds::FUNCTIONS_MAX)
            }
            Payload::ElementSection(section) => check_elements(section),
            Payload::DataSection(section) => {
                at_most("data segments", section.count(), bounds::DATA_SEGMENTS_MAX)
            }
            Payload::CodeSectionEntry(body) => check_body(&body),
            Payload::ComponentSection { .. } => Err(Failure::module(
                "a component: a storlet must be a core module",
            )),
            _ => Ok(()),
        }
    }

    fn imports(&mut self, section: ImportSectionReader<'_>) -> Result<(), Failure> {
        for import in section.into_imports() {
            let import = import.map_err(malformed)?;
            self.import(import.module, import.name, import.ty)?;
        }
        Ok(())
    }

    fn exports(&mut self, section: ExportSectionReader<'_>) -> Result<(), Failure> {
        at_most("exports", section.count(), bounds::EXPORTS_MAX)?;
        let mut names = 0;
        for export in section {
            let export = export.map_err(malformed)?;
            names += export.name.len();
            at_most(
                "bytes in the names of its exports",
                names,
                bounds::EXPORT_NAMES_MAX,
            )?;
            self.exports.push((export.name.into(), export.kind));
        }
        Ok(())
    }

    fn import(&mut self, module: &str, name: &str, kind: TypeRef) -> Result<(), Failure> {
        let known =
            module == wasi::MODULE && wasi::has_function(name) && matches!(kind, TypeRef::Func(_));
        if !known {
            return Err(Failure::module(format!(
                "it imports {module}.{name}, but a storlet may import only the functions of {}: compile it for wasm32-wasip1",
                wasi::MODULE
            )));
        }
        self.imports.push(format!("{module}.{name}"));
        at_most("imports", self.imports.len(), bounds::IMPORTS_MAX)
    }

    fn memory(&mut self, memory: MemoryType) {
        self.memory_minimum = self.memory_minimum.max(memory.initial.saturating_mul(PAGE));
    }

    fn check_exports_and_memory(&self, memory_max: u64) -> Result<(), Failure> {
        for (name, kind) in [
            ("_start", ExternalKind::Func),
            ("memory", ExternalKind::Memory),
        ] {
            if !self
                .exports
                .iter()
                .any(|export| export.0 == name && export.1 == kind)
            {
                return Err(Failure::module(format!(
                    "it does not export {name}: a storlet must be a program (a WASI command), not a library"
                )));
            }
        }
        if self.memory_minimum > memory_max {
            let message = format!(
                "it begins with {} bytes of memory; the most is {memory_max}",
                self.memory_minimum
            );
            return Err(Failure::module(message));
        }
        Ok(())
    }
}
