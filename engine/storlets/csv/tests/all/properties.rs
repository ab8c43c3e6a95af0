//! Compares the storlet with its oracle on random input.

use crate::oracle;
use crate::support::{check, dialects, objects, requests, storlet};
use csv_storlet::Dialect;
use headwater_storlet::{Parameters, Split};
use proptest::prelude::*;

/// The arguments of a dialect and a request, unless the combination is rejected.
fn arguments() -> impl Strategy<Value = Vec<String>> {
    (dialects(), requests())
        .prop_map(|(dialect, request)| [dialect, request].concat())
        .prop_filter("refused", |arguments| {
            storlet(b"", 0, None, arguments).is_ok()
        })
}

#[test]
fn the_storlet_answers_like_its_oracle() {
    check(
        6000,
        (
            objects(),
            arguments(),
            any::<prop::sample::Index>(),
            proptest::option::of(0..60_u64),
        ),
        |(object, arguments, start, length)| {
            let start = start.index(object.len() + 1);
            let split = Split {
                start: start as u64,
                end: length.map(|length| start as u64 + length),
            };
            let end = split
                .end
                .map(|end| usize::try_from(end).expect("a small end"));
            let answer = storlet(&object, start, end, &arguments).expect("an answer");
            let expected = oracle::answer(&object, split, &arguments);
            prop_assert_eq!(
                answer.escape_ascii().to_string(),
                expected.escape_ascii().to_string(),
                "{}",
                object.escape_ascii()
            );
            Ok(())
        },
    );
}

/// Puts a header into the first split, where the storlet and Spark expect it.
fn with_header(object: Vec<u8>, arguments: &[String]) -> Vec<u8> {
    let dialect =
        Dialect::parse(&Parameters::parse(arguments).expect("parameters")).expect("a dialect");
    match dialect.header {
        true => [b"h", dialect.line_sep.bytes(), &object].concat(),
        false => object,
    }
}

#[test]
fn for_every_split_size_the_union_is_the_object() {
    check(300, (objects(), arguments()), |(object, mut arguments)| {
        // A limit applies to each split separately.
        arguments.retain(|argument| !argument.starts_with("limit="));
        let object = with_header(object, &arguments);
        let whole = storlet(&object, 0, None, &arguments).expect("an answer");
        for size in 1..=object.len().max(1) {
            let parts = (0..object.len()).step_by(size).map(|start| {
                storlet(&object, start, Some(start + size), &arguments).expect("an answer")
            });
            let union = parts.collect::<Vec<_>>().concat();
            prop_assert_eq!(
                union.escape_ascii().to_string(),
                whole.escape_ascii().to_string(),
                "size {} of {}",
                size,
                object.escape_ascii()
            );
        }
        Ok(())
    });
}

#[test]
fn the_union_of_splits_of_a_larger_object_is_the_object() {
    let lines = [
        "1,a,\"x,y\",NA,7",
        "2,b,,10",
        "# comment",
        "",
        "-3.5,\"\",é,2015-01-02,true",
        "\"broken,1",
    ];
    let object: Vec<u8> = (0..90_000)
        .flat_map(|number: usize| format!("{}\n", lines[number * 7 % 11 % 6]).into_bytes())
        .collect();
    let selection = r#"selection={"column":0,"type":"double","op":"lt","value":"2"}"#;
    let arguments = [
        "header=true",
        "comment=#",
        "columns=3,0",
        "tagged=true",
        selection,
    ]
    .map(String::from);
    let whole = storlet(&object, 0, None, &arguments).expect("an answer");
    assert_eq!(whole, oracle::answer(&object, Split::default(), &arguments));
    for size in [1 << 16, 300_000, 777_777] {
        let parts = (0..object.len()).step_by(size).map(|start| {
            storlet(&object, start, Some(start + size), &arguments).expect("an answer")
        });
        assert!(
            parts.collect::<Vec<_>>().concat() == whole,
            "splits of {size} bytes"
        );
    }
}

#[test]
fn a_record_may_be_longer_than_any_buffer() {
    let long = "x".repeat(3 << 20);
    let object = format!("1,{long}\n2,b\n3,{long}");
    let arguments = [
        "columns=1",
        r#"selection={"column":0,"type":"int","op":"ne","value":"2"}"#,
    ]
    .map(String::from);
    let answer = storlet(object.as_bytes(), 0, None, &arguments).expect("an answer");
    assert!(answer == format!("{long}\n{long}\n").into_bytes());
    let second = storlet(object.as_bytes(), 7, Some(object.len()), &arguments).expect("an answer");
    assert!(second == format!("{long}\n").into_bytes());
}
