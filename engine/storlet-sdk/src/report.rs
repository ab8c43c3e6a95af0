//! What a storlet reports in addition to its answer.

use crate::Failure;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Write};

/// The report: user metadata of the answer, and counts.
///
/// In the store it is written to descriptor 3. Natively it is written to the file named by `HEADWATER_REPORT`, if any.
pub struct Report(Option<File>);

impl Report {
    #[cfg(target_family = "wasm")]
    pub(crate) fn of_process() -> Result<Self, Failure> {
        Ok(Self(Some(crate::streams::open(3))))
    }

    /// In a native process, descriptor 3 may be anything.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_process() -> Result<Self, Failure> {
        let open = |path| {
            File::create(&path)
                .map_err(|error| Failure::failed(format!("the report {path:?}: {error}")))
        };
        Ok(Self(
            std::env::var_os("HEADWATER_REPORT").map(open).transpose()?,
        ))
    }

    /// Sets user metadata of the answer. On GET this is possible only before the first byte of the answer leaves the
    /// output's buffer.
    pub fn metadata(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.write_line(&json!({"metadata": {name: value}}))
    }

    /// Reports the numbers of records read and written. The last call counts.
    pub fn records(&mut self, records_in: u64, records_out: u64) -> Result<(), Failure> {
        self.write_line(&json!({"records_in": records_in, "records_out": records_out}))
    }

    fn write_line(&mut self, line: &Value) -> Result<(), Failure> {
        let Some(file) = &mut self.0 else {
            return Ok(());
        };
        match file.write_all(format!("{line}\n").as_bytes()) {
            Err(error) if is_absent(&error) => self.0 = None,
            written => {
                written.map_err(|error| Failure::failed(format!("writing the report: {error}")))?
            }
        }
        Ok(())
    }
}

/// A runtime other than the engine may have no descriptor 3.
fn is_absent(error: &io::Error) -> bool {
    const EBADF_OF_WASI: i32 = 8;
    cfg!(target_family = "wasm") && error.raw_os_error() == Some(EBADF_OF_WASI)
}
