use super::*;
use pdf_extract::content::{Content, Operation};
use pdf_extract::{Object, Stream, dictionary};

/// A PDF with a page for each text.
fn pdf(texts: &[&str]) -> Vec<u8> {
    let mut document = Document::with_version("1.5");
    let pages = document.new_object_id();
    let font = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "Encoding" => "WinAnsiEncoding",
    });
    let resources = document.add_object(dictionary! { "Font" => dictionary! { "F1" => font } });
    let kids: Vec<Object> = texts
        .iter()
        .map(|text| {
            let operations = vec![
                Operation::new("BT", vec![]),
                Operation::new("Tf", vec!["F1".into(), 12.into()]),
                Operation::new("Td", vec![72.into(), 700.into()]),
                Operation::new("Tj", vec![Object::string_literal(*text)]),
                Operation::new("ET", vec![]),
            ];
            let content = Content { operations }.encode().unwrap();
            let content = document.add_object(Stream::new(dictionary! {}, content));
            let page = dictionary! {
                "Type" => "Page", "Parent" => pages, "Contents" => content, "Resources" => resources,
                "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
            };
            document.add_object(page).into()
        })
        .collect();
    let count = u32::try_from(kids.len()).unwrap();
    document.objects.insert(
        pages,
        dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => count }.into(),
    );
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    document.compress();
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

fn text(object: &[u8]) -> Result<String, Failure> {
    let mut answer = Vec::new();
    extract(&Request::default(), object, &mut answer)?;
    Ok(String::from_utf8(answer).unwrap())
}

#[test]
fn each_page_gives_its_text() {
    let extracted = text(&pdf(&["The sea, the open sea", "", "On page three"])).unwrap();
    let pages: Vec<_> = extracted.split('\x0C').map(str::trim).collect();
    assert_eq!(pages, ["The sea, the open sea", "", "On page three", ""]);
}

#[test]
fn an_object_that_is_not_a_pdf_fails() {
    let whole = pdf(&["text"]);
    for (object, message) in [
        (&b""[..], "the object is empty"),
        (b"plain text", "not a readable PDF"),
        (b"%PDF-1.5\n", "not a readable PDF"),
        (&whole[..whole.len() / 2], "not a readable PDF"),
        (&pdf(&[]), "it has no pages"),
    ] {
        let failure = text(object).unwrap_err();
        assert!(failure.to_string().contains(message), "{failure}");
        assert_eq!(failure.code(), 1);
    }
}

#[test]
fn ranges_and_parameters_are_refused() {
    let ranged = Request::new(["a=1"; 0], [("HEADWATER_RANGE_START", "3")]).unwrap();
    let given = Request::new(["pages=1"], [("", ""); 0]).unwrap();
    for request in [ranged, given] {
        let failure = extract(&request, &pdf(&["text"])[..], &mut std::io::sink()).unwrap_err();
        assert_eq!(failure.code(), 64, "{failure}");
    }
}
