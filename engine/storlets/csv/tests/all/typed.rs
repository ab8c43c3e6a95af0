//! Typed answers: Arrow columns, and the records that only the reader may parse.

use crate::drawn_aggregates::rows;
use crate::support::{check, dialects, objects, selections, storlet};
use crate::typed_answer::{Item, SCALARS, batches, items, items_of, row, streams};
use crate::typed_oracle;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use headwater_storlet::Split;
use proptest::prelude::*;
use proptest::sample::select;

/// The items of an object's answer, for columns of these types.
fn typed(object: &str, types: &[&str], others: &[&str]) -> Vec<Item> {
    let columns = types.iter().enumerate();
    let columns = columns.map(|(column, kind)| serde_json::json!({"column": column, "type": kind}));
    let schema = format!("schema={}", serde_json::Value::Array(columns.collect()));
    let arguments = ["answer=arrow", &schema]
        .into_iter()
        .chain(others.iter().copied());
    let arguments: Vec<_> = arguments.map(String::from).collect();
    items(&storlet(object.as_bytes(), 0, None, &arguments).expect("an answer"))
}

fn record(text: &str) -> Item {
    Item::Record(text.escape_default().to_string())
}

#[test]
fn a_record_with_an_open_quote_is_returned_whatever_the_selection() {
    let object = "1,\"first\n2,second\n2,third\"\n3,\"fourth\"\n2,fifth\n";
    let selection = r#"selection={"column":0,"type":"int","op":"eq","value":"2"}"#;
    let fragments = [row(&["2", "second"]), record("2,third\"")];
    let last = [row(&["2", "fifth"])];
    assert_eq!(
        typed(object, &["int", "string"], &[selection]),
        [&fragments[..], &last].concat()
    );
    assert_eq!(
        typed(object, &["int", "string"], &[selection, "openQuotes=true"]),
        [&[record("1,\"first")], &fragments[..], &last].concat()
    );
}

#[test]
fn open_quotes_are_returned_by_typed_answers_only() {
    let refused = storlet(b"", 0, None, &["openQuotes=true".into()]).expect_err("no answer");
    assert_eq!(refused.code(), 64);
}

#[test]
fn each_type_has_its_exact_values() {
    for (kind, text, value) in [
        ("string", "é", "é"),
        ("boolean", "TRUE", "1"),
        ("byte", "-128", "-128"),
        ("short", "+32767", "32767"),
        ("int", "007", "7"),
        ("long", "-9223372036854775808", "-9223372036854775808"),
        ("float", "3.4028235e38", "3.4028235e38"),
        ("float", "16777217", "16777216.0"),
        ("double", "-0", "-0.0"),
        ("double", "4.9e-324", "5e-324"),
        ("double", "0.1", "0.1"),
        (
            "decimal(38,0)",
            "-99999999999999999999999999999999999999",
            "-99999999999999999999999999999999999999",
        ),
        ("decimal(5,2)", "12.3", "1230"),
        ("date", "0001-01-01", "-719162"),
        ("date", "9999-12-31", "2932896"),
        ("timestamp", "1970-01-01T00:00:01.5+00:00", "1500000"),
        ("timestamp_ntz", "1969-12-31 23:59:59.999999", "-1"),
    ] {
        assert_eq!(
            typed(&format!("{text}\n,\n"), &[kind], &[]),
            [row(&[value]), row(&["null"])],
            "{kind}"
        );
    }
}

#[test]
fn a_value_that_is_not_exact_leaves_its_record_to_the_reader() {
    for (kind, text) in [
        ("boolean", "yes"),
        ("byte", "128"),
        ("short", "1_0"),
        ("int", "2147483648"),
        ("int", " 1"),
        ("int", "1.0"),
        ("long", "9223372036854775808"),
        ("float", "1e39"),
        ("double", "1e400"),
        ("double", "1d"),
        ("double", "0x1p3"),
        ("double", "NaN"),
        ("decimal(3,1)", "12.34"),
        ("decimal(3,1)", "1e1"),
        ("date", "2015-1-2"),
        ("date", "0000-01-01"),
        ("date", "2015-02-29"),
        ("timestamp", "1970-01-01 00:00:00"),
        ("timestamp", "1970-01-01T00:00:60Z"),
        ("timestamp_ntz", "1970-01-01T00:00:00Z"),
        ("string", "\"a\"b"),
    ] {
        let found = typed(&format!("x,{text}\n"), &["string", kind], &[]);
        assert_eq!(found, [record(&format!("x,{text}"))], "{kind}");
    }
    assert_eq!(
        typed("1,a\nx,b\n3,c\n", &["int", "string"], &[]),
        [row(&["1", "a"]), record("x,b"), row(&["3", "c"])]
    );
}

#[test]
fn texts_are_utf_8() {
    let arguments = ["answer=arrow", r#"schema=[{"column":0,"type":"string"}]"#].map(String::from);
    let answer = storlet(b"a\n\xC3\xA9\n\xFF\nb\n", 0, None, &arguments).expect("an answer");
    let invalid = Item::Record("\\xff".into());
    assert_eq!(
        items(&answer),
        [row(&["a"]), row(&["é"]), invalid, row(&["b"])]
    );
}

#[test]
fn texts_after_a_block_of_ascii_are_utf_8() {
    let ascii = "sought,a\n".repeat(100_000);
    let object = [b"header,b\n", ascii.as_bytes(), b"sought,\xFF\n"].concat();
    let arguments = [
        "header=true",
        "answer=arrow",
        r#"schema=[{"column":1,"type":"string"}]"#,
        r#"selection={"column":0,"type":"string","op":"eq","value":"sought"}"#,
    ];
    let answer = storlet(&object, 0, None, &arguments.map(String::from)).expect("an answer");
    let items = items(&answer);
    assert_eq!(items.len(), 100_001);
    assert_eq!(items[100_000], Item::Record("sought,\\xff".into()));
}

#[test]
fn rows_in_doubt_are_records_and_do_not_count_towards_a_limit() {
    let selection = r#"selection={"column":0,"type":"int","op":"gt","value":"1"}"#;
    assert_eq!(
        typed(
            "1,a\nx,b\n2,c\n3,d\n",
            &["int", "string"],
            &["limit=1", selection]
        ),
        [record("x,b"), row(&["2", "c"])]
    );
    assert_eq!(
        typed("1,a\n1\n", &["int"], &["width=2"]),
        [row(&["1"]), record("1")]
    );
}

#[test]
fn an_answer_without_columns_counts_rows() {
    assert_eq!(typed("1\n2\n", &[], &[]), [row(&[]), row(&[])]);
    assert_eq!(typed("", &["int"], &[]), []);
}

#[test]
fn a_batch_is_bounded_and_a_longer_record_is_whole() {
    let long = "x".repeat(3 << 20);
    let object = format!(
        "{}{long}\n{}",
        "1,ab\n".repeat(400_000),
        "2,c\"d\n".repeat(9)
    );
    let arguments = [
        "answer=arrow",
        r#"schema=[{"column":0,"type":"decimal(38,0)"},{"column":1,"type":"string"}]"#,
    ];
    let answer =
        storlet(object.as_bytes(), 0, None, &arguments.map(String::from)).expect("an answer");
    let batches = batches(&answer);
    assert!(batches.len() > 8);
    let size = |column: &ArrayRef| column.to_data().get_slice_memory_size().expect("a size");
    let sizes = batches
        .iter()
        .map(|batch| batch.columns().iter().map(size).sum::<usize>());
    assert!(sizes.max().expect("batches") < 4 * (1 << 20) + long.len());
    let items = items(&answer);
    assert_eq!(items.len(), 400_010);
    assert!(items[400_000] == Item::Record(long));
}

/// The answer with three columns of texts.
fn texts(object: &str, dictionaries: bool, several: bool) -> Vec<u8> {
    let arguments = [
        "answer=arrow".to_string(),
        format!("dictionaries={dictionaries}"),
        format!("streams={several}"),
        r#"schema=[{"column":0,"type":"string"},{"column":1,"type":"string"},{"column":2,"type":"string"}]"#
            .to_string(),
    ];
    storlet(object.as_bytes(), 0, None, &arguments).expect("an answer")
}

/// The types of columns that [`texts`] answers.
fn types(batch: &RecordBatch) -> Vec<DataType> {
    let fields = batch.schema().fields().clone();
    fields[..3]
        .iter()
        .map(|field| field.data_type().clone())
        .collect()
}

#[test]
fn texts_that_repeat_in_the_first_batch_have_dictionaries_if_the_reader_accepts_them() {
    let rows = (0..200_000).map(|n| {
        let city = ["Delft", "", "Gouda"][n % 3];
        let meter = if n < 100_000 { n % 500 } else { n };
        let doubt = if n % 10_000 == 0 { "\"x\"y" } else { "x" };
        format!("{city},METER{meter},{n}{doubt}\n")
    });
    let object: String = rows.collect();
    let [with, without] =
        [true, false].map(|dictionaries| batches(&texts(&object, dictionaries, false)));
    let dictionary = DataType::Dictionary(DataType::Int16.into(), DataType::Utf8.into());
    assert_eq!(
        types(&with[0]),
        [dictionary.clone(), dictionary, DataType::Utf8]
    );
    assert_eq!(types(&without[0]), vec![DataType::Utf8; 3]);
    assert!(with.len() > 3, "{}", with.len());
    let all = |batches: &[RecordBatch]| batches.iter().flat_map(items_of).collect::<Vec<_>>();
    assert_eq!(all(&with), all(&without));
}

#[test]
fn records_behind_one_in_doubt_are_added_together() {
    let rows = ["\"quoted\"", "unquoted"].map(|first| {
        let object = format!("{first}\n{}", "plain\n".repeat(400_000));
        let arguments = ["answer=arrow", r#"schema=[{"column":0,"type":"string"}]"#];
        let arguments = arguments.map(String::from);
        let answer = storlet(object.as_bytes(), 0, None, &arguments).expect("an answer");
        batches(&answer)[0].num_rows()
    });
    // A batch of rows that are added one by one ends with the first row that fills it.
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn a_batch_counts_the_texts_of_rows_that_are_added_again() {
    let repeated = "a text,1\n".repeat(100_000);
    let unique = (0..5000).map(|n| {
        let number = if n % 40 == 0 { "x" } else { "1" };
        format!("{n:01400},{number}\n")
    });
    let object = repeated + &unique.collect::<String>();
    let arguments = [
        "answer=arrow",
        "dictionaries=true",
        r#"schema=[{"column":0,"type":"string"},{"column":1,"type":"int"}]"#,
    ];
    let answer =
        storlet(object.as_bytes(), 0, None, &arguments.map(String::from)).expect("an answer");
    let found = batches(&answer);
    let texts = found.iter().map(|batch| {
        let dictionary = batch.column(0).to_data().child_data()[0].clone();
        dictionary.get_slice_memory_size().expect("a size")
    });
    assert!(texts.max().expect("batches") < 2 << 20);
    assert_eq!(items(&answer).len(), 105_000);
}

#[test]
fn a_stream_has_the_column_of_records_if_its_batches_have_records() {
    let rows = "a,b,c\n".repeat(300_000);
    let object = format!("{rows}\"x\"y,b,c\n{rows}");
    for dictionaries in [true, false] {
        let several = streams(&texts(&object, dictionaries, true));
        let columns = several.iter().map(|batches| {
            let columns: Vec<_> = batches.iter().map(RecordBatch::num_columns).collect();
            assert!(columns.iter().all(|count| *count == columns[0]));
            assert_eq!(types(&batches[0]), types(&several[0][0]));
            columns[0]
        });
        assert_eq!(columns.collect::<Vec<_>>(), [3, 4, 3]);
        let one = streams(&texts(&object, dictionaries, false));
        assert!(one.len() == 1 && one[0].iter().all(|batch| batch.num_columns() == 4));
        let items: Vec<_> = several.iter().flatten().flat_map(items_of).collect();
        assert_eq!(items.len(), 600_001);
        assert_eq!(items[300_000], record("\"x\"y,b,c"));
        assert_eq!(items[600_000], row(&["a", "b", "c"]));
    }
}

#[test]
fn parameters_that_do_not_go_together_are_refused() {
    let schema = r#"schema=[{"column":0,"type":"int"}]"#;
    for (arguments, problem) in [
        (&["answer=arrow"][..], "'schema' is missing"),
        (&[schema], "'schema' needs 'answer=arrow'"),
        (&["answer=text", schema], "'schema' needs 'answer=arrow'"),
        (
            &["dictionaries=true"],
            "'dictionaries' needs 'answer=arrow'",
        ),
        (&["streams=true"], "'streams' needs 'answer=arrow'"),
        (
            &["answer=csv"],
            "'answer' is 'csv': text or arrow is expected",
        ),
        (
            &["answer=arrow", schema, "columns=1"],
            "leave out 'columns'",
        ),
        (
            &["answer=arrow", schema, "tagged=true"],
            "leave out 'tagged'",
        ),
        (
            &["answer=arrow", schema, "inference=true"],
            "leave out 'schema'",
        ),
        (
            &["answer=arrow", r#"schema=[{"column":0,"type":"money"}]"#],
            "unknown type 'money'",
        ),
        (
            &["answer=arrow", r#"schema=[{"column":20480,"type":"int"}]"#],
            "column 20480",
        ),
        (
            &[
                "answer=arrow",
                r#"schema=[{"column":0,"type":{"array":"int"}}]"#,
            ],
            "has a nested type",
        ),
        (&["answer=arrow", "schema=int"], "'schema': "),
    ] {
        let arguments: Vec<_> = arguments.iter().map(ToString::to_string).collect();
        let failure = storlet(b"", 0, None, &arguments)
            .expect_err("refused")
            .to_string();
        assert!(failure.contains(problem), "{failure}");
    }
}

/// A dialect and a request for typed columns, unless the combination is rejected.
fn arguments() -> impl Strategy<Value = Vec<String>> {
    let column = (0..6_usize, select(SCALARS))
        .prop_map(|(column, kind)| serde_json::json!({"column": column, "type": kind}));
    let request = (
        proptest::collection::vec(column, 0..5),
        proptest::option::of(selections()),
        proptest::option::weighted(0.3, 1..6_usize),
        proptest::option::weighted(0.2, 0..5_u64),
        any::<(bool, bool)>(),
    );
    (dialects(), request)
        .prop_map(
            |(dialect, (columns, selection, width, limit, (dictionaries, several)))| {
                let columns = serde_json::Value::Array(columns);
                let request = [
                    Some(format!("schema={columns}")),
                    selection.map(|json| format!("selection={json}")),
                    width.map(|width| format!("width={width}")),
                    limit.map(|limit| format!("limit={limit}")),
                    Some(format!("dictionaries={dictionaries}")),
                    Some(format!("streams={several}")),
                ];
                let request = request.into_iter().flatten().chain(["answer=arrow".into()]);
                dialect.into_iter().chain(request).collect()
            },
        )
        .prop_filter("refused", |arguments: &Vec<String>| {
            storlet(b"", 0, None, arguments).is_ok()
        })
}

#[test]
fn a_typed_answer_is_that_of_its_oracle() {
    let objects = || prop_oneof![objects(), rows()];
    check(
        6000,
        (objects(), arguments(), any::<prop::sample::Index>()),
        |(object, arguments, start)| {
            let start = start.index(object.len() + 1);
            let split = Split {
                start: start as u64,
                end: Some(start as u64 + 30),
            };
            let answer = storlet(&object, start, Some(start + 30), &arguments).expect("an answer");
            let expected = typed_oracle::items(&object, split, &arguments);
            prop_assert_eq!(
                items(&answer),
                expected,
                "{} {:?}",
                object.escape_ascii(),
                arguments
            );
            Ok(())
        },
    );
}
