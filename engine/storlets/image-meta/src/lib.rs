//! Reads the EXIF data of a JPEG and writes it as JSON.

mod json;

use exif::{Error, In, Reader, get_exif_attr_from_jpeg};
use headwater_storlet::{Failure, Request};
use serde_json::{Map, Value};
use std::io::{BufReader, Read, Write};

/// The fields of an image by their names in the EXIF standard.
#[derive(Debug)]
pub struct Image(Map<String, Value>);

/// Short, popular fields, which are also returned as metadata.
const METADATA_FIELDS: [(&str, &str); 4] = [
    ("Make", "exif-make"),
    ("Model", "exif-model"),
    ("DateTimeOriginal", "exif-datetimeoriginal"),
    ("Orientation", "exif-orientation"),
];

/// The maximum length of a header value in a store.
const LONGEST_VALUE: usize = 256;

/// Reads the EXIF data of the JPEG in `input`. A JPEG without EXIF has no fields.
pub fn read(request: &Request, input: impl Read) -> Result<Image, Failure> {
    request.parameters.only(&[])?;
    request.whole_object()?;
    let mut input = BufReader::with_capacity(1 << 17, input);
    let fields = match get_exif_attr_from_jpeg(&mut input) {
        Err(Error::NotFound(_)) => Map::new(),
        Err(error) => {
            return Err(Failure::failed(format!(
                "the object is not a readable JPEG: {error}"
            )));
        }
        Ok(raw) => fields(raw)?,
    };
    Ok(Image(fields))
}

/// The fields of the main image, without those of its thumbnail.
fn fields(raw: Vec<u8>) -> Result<Map<String, Value>, Failure> {
    let exif = Reader::new()
        .read_raw(raw)
        .map_err(|error| Failure::failed(format!("the JPEG's EXIF is broken: {error}")))?;
    Ok(exif
        .fields()
        .filter(|field| field.ifd_num == In::PRIMARY)
        .filter_map(|field| Some((field.tag.to_string(), json::value(field)?)))
        .collect())
}

impl Image {
    /// Names and values of the answer's metadata, in printable ASCII for headers.
    pub fn metadata(&self) -> impl Iterator<Item = (&'static str, String)> {
        METADATA_FIELDS.iter().filter_map(|(field, name)| {
            let value = match self.0.get(*field)? {
                Value::String(text) => text.trim().to_owned(),
                other => other.to_string(),
            };
            let printable = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            let usable = printable && !value.is_empty() && value.len() <= LONGEST_VALUE;
            usable.then_some((*name, value))
        })
    }

    /// Writes the fields as one line of JSON.
    pub fn write(&self, output: &mut impl Write) -> Result<(), Failure> {
        serde_json::to_writer(&mut *output, &self.0)
            .map_err(|error| Failure::failed(format!("writing the answer: {error}")))?;
        Ok(output.write_all(b"\n")?)
    }
}

#[cfg(test)]
mod tests;
