//! Extracts the text of a PDF.

use headwater_storlet::{Failure, Request};
use pdf_extract::{Document, PlainTextOutput, output_doc_page};
use std::fmt::Display;
use std::io::{Read, Write};

/// Writes the text of all pages as UTF-8, each followed by a form feed.
///
/// The PDF reader is lenient. Parts of a page that it cannot decode have no text. It panics on some unexpected input,
/// which `main` reports.
pub fn extract(
    request: &Request,
    mut input: impl Read,
    output: &mut impl Write,
) -> Result<(), Failure> {
    request.parameters.only(&[])?;
    request.whole_object()?;
    let mut bytes = Vec::new();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::failed(format!("reading the object: {error}")))?;
    let document = open(&bytes)?;
    drop(bytes);
    for &number in document.get_pages().keys() {
        output.write_all(page(&document, number)?.as_bytes())?;
        output.write_all(b"\x0C")?;
    }
    Ok(())
}

fn open(bytes: &[u8]) -> Result<Document, Failure> {
    if bytes.is_empty() {
        return Err(Failure::failed("the object is empty: not a PDF"));
    }
    let broken =
        |error: &dyn Display| Failure::failed(format!("the object is not a readable PDF: {error}"));
    let mut document = Document::load_mem(bytes).map_err(|error| broken(&error))?;
    if document.is_encrypted() {
        document.decrypt("").map_err(|error| {
            Failure::failed(format!(
                "the PDF is encrypted, and needs a password: {error}"
            ))
        })?;
    }
    match document.get_pages().is_empty() {
        true => Err(broken(&"it has no pages")),
        false => Ok(document),
    }
}

fn page(document: &Document, number: u32) -> Result<String, Failure> {
    let mut text = String::new();
    output_doc_page(document, &mut PlainTextOutput::new(&mut text), number)
        .map_err(|error| Failure::failed(format!("the PDF's page {number}: {error}")))?;
    Ok(text)
}

#[cfg(test)]
mod tests;
