use super::*;

/// The records of `split` of `object`, read with a buffer that fills up repeatedly.
fn read(object: &[u8], split: Split, separator: &Separator) -> Vec<Vec<u8>> {
    let input = &object[usize::try_from(split.start).unwrap()..];
    let mut records = Records::with_buffer(input, split, separator.clone(), 4).unwrap();
    let mut all = Vec::new();
    while let Some(record) = records.next().unwrap() {
        all.push(record.to_vec());
    }
    all
}

/// The same, computed byte by byte over the complete object: each record with its start and the start of its
/// separator.
fn walk(object: &[u8], separator: &Separator) -> Vec<(usize, usize, Vec<u8>)> {
    let mut records = Vec::new();
    let (mut start, mut before) = (0, 0);
    while start < object.len() {
        let ends = (start..object.len())
            .find_map(|at| ends_at(&object[at..], separator).map(|length| (at, at + length)));
        let (end, next) = ends.unwrap_or((object.len(), object.len()));
        records.push((start, before, object[start..end].to_vec()));
        (start, before) = (next, end);
    }
    records
}

fn ends_at(bytes: &[u8], separator: &Separator) -> Option<usize> {
    match separator {
        Separator::Line if bytes.starts_with(b"\r\n") => Some(2),
        Separator::Line => [b'\r', b'\n'].contains(&bytes[0]).then_some(1),
        other => bytes
            .starts_with(other.bytes())
            .then_some(other.bytes().len()),
    }
}

const OBJECT: &[u8] = b"one\r\ntwo|-|\n\r\rthree\n\n|-|-|four and more\r\n|-|\r\n\nfive|-\rsix\n";

fn separators() -> [Separator; 4] {
    [
        Separator::Line,
        Separator::Byte(b'|'),
        Separator::of(b"|-|\n").unwrap(),
        Separator::of(b"\r\n").unwrap(),
    ]
}

#[test]
fn the_union_of_all_splits_is_the_object() {
    for separator in separators() {
        for cut in 0..OBJECT.len() {
            let object = &OBJECT[..cut];
            let whole: Vec<_> = walk(object, &separator)
                .into_iter()
                .map(|(_, _, record)| record)
                .collect();
            for size in 1..=object.len().max(1) {
                let split = |start| Split {
                    start: start as u64,
                    end: Some((start + size) as u64),
                };
                let union: Vec<_> = (0..object.len())
                    .step_by(size)
                    .flat_map(|start| read(object, split(start), &separator))
                    .collect();
                assert_eq!(
                    union,
                    whole,
                    "splits of {size} bytes of {:?}, {separator:?}",
                    object.escape_ascii().to_string()
                );
            }
        }
    }
}

#[test]
fn a_record_belongs_to_the_split_that_its_start_is_in() {
    for separator in separators() {
        for start in 1..OBJECT.len() {
            for end in start..=OBJECT.len() {
                let expected = walk(OBJECT, &separator)
                    .into_iter()
                    .filter(|&(at, before, _)| {
                        let across = |place: usize| {
                            at > place && before < place && matches!(separator, Separator::Bytes(_))
                        };
                        at > 0 && (at > start && !across(start)) && (at <= end || across(end))
                    });
                let expected: Vec<_> = expected.map(|(_, _, record)| record).collect();
                let split = Split {
                    start: start as u64,
                    end: Some(end as u64),
                };
                assert_eq!(
                    read(OBJECT, split, &separator),
                    expected,
                    "{split:?}, {separator:?}"
                );
            }
        }
    }
}

#[test]
fn a_record_reports_its_start() {
    for separator in separators() {
        let whole = Split::default();
        let mut records = Records::with_buffer(OBJECT, whole, separator.clone(), 4).unwrap();
        let mut starts = Vec::new();
        while let Some((start, _)) = records.next_at().unwrap() {
            starts.push(usize::try_from(start).unwrap());
        }
        let expected = walk(OBJECT, &separator).into_iter();
        let expected: Vec<_> = expected.map(|(start, _, _)| start).collect();
        assert_eq!(starts, expected, "{separator:?}");
    }
}

#[test]
fn a_byte_order_mark_is_skipped_at_the_start_of_the_object_alone() {
    let whole = Split::default();
    assert_eq!(
        read(b"\xEF\xBB\xBFa\nb", whole, &Separator::Line),
        [b"a", b"b"]
    );
    assert_eq!(read(b"\xEF\xBB\xBF", whole, &Separator::Line), [b""; 0]);
    let behind = Split {
        start: 1,
        end: None,
    };
    assert_eq!(
        read(b"\n\n\xEF\xBB\xBFa", behind, &Separator::Line),
        [b"\xEF\xBB\xBFa"]
    );
}

#[test]
fn a_block_contains_complete_records() {
    let object = b"a\r\nbcdefgh\r\n\nlast";
    let mut records =
        Records::with_buffer(&object[..], Split::default(), Separator::Line, 4).unwrap();
    let mut blocks = Vec::new();
    while let Some(block) = records.block().unwrap() {
        blocks.push(block.to_vec());
    }
    assert_eq!(blocks.concat(), object);
    assert!(
        blocks
            .iter()
            .rev()
            .skip(1)
            .all(|block| block.ends_with(b"\n")),
        "{blocks:?}"
    );
}

#[test]
fn a_failing_input_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no disk"))
        }
    }
    let failure = Records::open(Broken, Split::default(), Separator::Line)
        .err()
        .expect("a failure");
    assert_eq!(failure.to_string(), "reading the object: no disk");
}
