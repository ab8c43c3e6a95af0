use super::*;
use exif::experimental::Writer;
use exif::{Field, Rational, Tag, Value as Exif};
use serde_json::json;
use std::io::Cursor;

fn field(tag: Tag, value: Exif) -> Field {
    let ifd_num = In::PRIMARY;
    Field {
        tag,
        ifd_num,
        value,
    }
}

/// A JPEG without pixels: start, EXIF, a comment, end.
fn jpeg(fields: &[Field]) -> Vec<u8> {
    let mut writer = Writer::new();
    fields.iter().for_each(|field| writer.push_field(field));
    let mut tiff = Cursor::new(Vec::new());
    writer.write(&mut tiff, false).unwrap();
    let exif = [b"Exif\0\0", &tiff.into_inner()[..]].concat();
    let segment = |marker: u8, content: &[u8]| {
        let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker][..], &length, content].concat()
    };
    [
        &[0xFF, 0xD8][..],
        &segment(0xE1, &exif),
        &segment(0xFE, b"no pixels"),
        &[0xFF, 0xD9],
    ]
    .concat()
}

fn text(text: &str) -> Exif {
    Exif::Ascii(vec![text.as_bytes().to_vec()])
}

fn image(jpeg: &[u8]) -> Result<Image, Failure> {
    read(&Request::default(), jpeg)
}

fn sample() -> Vec<u8> {
    jpeg(&[
        field(Tag::Make, text("Headwater")),
        field(Tag::Model, text("M\u{fc}hle")),
        field(Tag::Orientation, Exif::Short(vec![6])),
        field(
            Tag::XResolution,
            Exif::Rational(vec![Rational { num: 145, denom: 2 }]),
        ),
        field(
            Tag::ExposureTime,
            Exif::Rational(vec![Rational { num: 1, denom: 0 }]),
        ),
        field(Tag::ExifVersion, Exif::Undefined(b"0231".to_vec(), 0)),
        field(Tag::MakerNote, Exif::Undefined(vec![7; 2000], 0)),
        field(
            Tag::GPSLatitude,
            Exif::Rational([51, 30, 12].map(|num| Rational { num, denom: 1 }).to_vec()),
        ),
    ])
}

#[test]
fn fields_have_their_names_and_types() {
    let mut answer = Vec::new();
    image(&sample()).unwrap().write(&mut answer).unwrap();
    let actual: serde_json::Value = serde_json::from_slice(&answer).unwrap();
    let expected = json!({
        "Make": "Headwater", "Model": "M\u{fc}hle", "Orientation": 6, "XResolution": 72.5, "ExposureTime": null,
        "ExifVersion": "2.31", "GPSLatitude": [51.0, 30.0, 12.0],
    });
    assert_eq!(actual, expected);
}

#[test]
fn metadata_contains_only_valid_header_values() {
    let actual: Vec<_> = image(&sample()).unwrap().metadata().collect();
    let expected = [
        ("exif-make", "Headwater".into()),
        ("exif-orientation", "6".into()),
    ];
    assert_eq!(actual, expected);
    let long = jpeg(&[field(Tag::Make, text(&"x".repeat(257)))]);
    assert_eq!(image(&long).unwrap().metadata().count(), 0);
}

#[test]
fn a_jpeg_without_exif_has_no_fields() {
    let mut answer = Vec::new();
    image(&[0xFF, 0xD8, 0xFF, 0xD9])
        .unwrap()
        .write(&mut answer)
        .unwrap();
    assert_eq!(answer, b"{}\n");
}

#[test]
fn an_object_that_is_not_an_image_fails() {
    let whole = sample();
    let mut broken = sample();
    broken[12..16].fill(0xEE); // the byte order of the EXIF data
    for (object, message) in [
        (&b""[..], "not a readable JPEG"),
        (b"plain text", "not a readable JPEG"),
        (b"\x89PNG\r\n\x1a\n", "not a readable JPEG"),
        (&whole[..whole.len() / 2], "not a readable JPEG"),
        (&broken, "EXIF is broken"),
    ] {
        let failure = image(object).unwrap_err();
        assert!(failure.to_string().contains(message), "{failure}");
        assert_eq!(failure.code(), 1);
    }
}

#[test]
fn ranges_and_parameters_are_refused() {
    let ranged = Request::new(["a=1"; 0], [("HEADWATER_RANGE_START", "3")]).unwrap();
    let given = Request::new(["tag=Make"], [("", ""); 0]).unwrap();
    for request in [ranged, given] {
        let failure = read(&request, &sample()[..]).unwrap_err();
        assert_eq!(failure.code(), 64, "{failure}");
    }
}
