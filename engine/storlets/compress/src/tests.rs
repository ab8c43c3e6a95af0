use super::*;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

fn run(
    arguments: &[&str],
    range: Option<(usize, usize)>,
    object: &[u8],
) -> Result<Vec<u8>, Failure> {
    let (start, end) = range.unwrap_or((0, object.len()));
    let variables = [
        ("HEADWATER_RANGE_START", start.to_string()),
        ("HEADWATER_RANGE_END", end.to_string()),
    ];
    let request = Request::new(arguments, variables)?;
    let mut answer = Vec::new();
    compress(&request, &object[start..], &mut answer)?;
    Ok(answer)
}

fn decompressed(compressed: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    decompress_storlet::decompress(&Request::default(), compressed, &mut content).unwrap();
    content
}

const FORMATS: [&[&str]; 4] = [
    &["format=gzip", "level=0"],
    &["format=gzip", "level=1"],
    &["format=gzip"],
    &["format=zstd"],
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn compressed_data_is_restored(object in vec(any::<u8>(), 0..2000), times in 1usize..300) {
        let object = object.repeat(times);
        for arguments in FORMATS {
            prop_assert_eq!(&decompressed(&run(arguments, None, &object).unwrap()), &object);
        }
    }

    #[test]
    fn a_range_is_compressed_by_itself(object in vec(any::<u8>(), 1..500), a in 0usize..500, b in 0usize..500) {
        let range = (a.min(b).min(object.len()), a.max(b).min(object.len()));
        for arguments in FORMATS {
            prop_assert_eq!(
                &decompressed(&run(arguments, Some(range), &object).unwrap()),
                &object[range.0..range.1]
            );
        }
    }
}

#[test]
fn levels_reach_the_encoder() {
    let object: Vec<u8> = (0..20_000)
        .flat_map(|n: u32| (n * n).to_string().into_bytes())
        .collect();
    let sizes = FORMATS.map(|arguments| run(arguments, None, &object).unwrap().len());
    assert!(sizes[0] > object.len(), "level 0 stores: {sizes:?}");
    assert!(sizes[2] < sizes[1], "{sizes:?}");
    assert!(sizes[3] < object.len(), "{sizes:?}");
}

#[test]
fn a_failing_stream_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("no disk"))
        }
    }
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("no reader"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for format in ["format=gzip", "format=zstd"] {
        let request = Request::new([format], [("", ""); 0]).unwrap();
        let read = compress(&request, b"beginning".chain(Broken), io::sink()).unwrap_err();
        assert_eq!(
            read.to_string(),
            "compressing the object: no disk",
            "{format}"
        );
        let written = compress(&request, &b"all"[..], Broken).unwrap_err();
        assert_eq!(
            written.to_string(),
            "compressing the object: no reader",
            "{format}"
        );
    }
}

#[test]
fn unusable_parameters_are_refused() {
    for (arguments, message) in [
        (&[][..], "'format' is missing"),
        (&["format=lzma"], "'format' is 'lzma'"),
        (&["format=gzip", "level=10"], "'level' is 10"),
        (&["format=zstd", "level=3"], "zstd has one level here"),
    ] {
        let failure = run(arguments, None, b"").unwrap_err();
        assert!(
            failure.to_string().contains(message),
            "{arguments:?}: {failure}"
        );
        assert_eq!(failure.code(), 64, "{arguments:?}");
    }
}
