//! Frames: the golden cases of `protocol/golden-frames`, which other languages check too, and invalid frames.

use headwater_engine::frames::{Frame, FrameError, Kind, PAYLOAD_MAX, Reader, encode};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde::Deserialize;
use std::fs;
use std::path::PathBuf;

/// `NAME.bin` is the received data. `NAME.json` is what a reader must return.
#[derive(Deserialize)]
struct Golden {
    frames: Vec<GoldenFrame>,
    whole: bool,
}

#[derive(Deserialize)]
struct GoldenFrame {
    #[serde(rename = "type")]
    kind: String,
    payload_hex: String,
}

fn golden() -> Vec<(PathBuf, Golden, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../protocol/golden-frames");
    let entries = fs::read_dir(folder).expect("golden frames");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let cases = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| {
            let golden = serde_json::from_slice(&fs::read(&path).expect("a file")).expect("JSON");
            let bytes = fs::read(path.with_extension("bin")).expect("a file");
            (path, golden, bytes)
        });
    cases.collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The frames before the end or the first error, and whether there was no error.
fn read(bytes: &[u8]) -> (Vec<Frame>, bool) {
    let mut reader = Reader::new(bytes);
    let mut frames = Vec::new();
    loop {
        match reader.next_frame() {
            Ok(Some(frame)) => frames.push(frame),
            Ok(None) => return (frames, true),
            Err(_) => return (frames, false),
        }
    }
}

#[test]
fn golden_frames_are_read_as_documented() {
    let cases = golden();
    assert!(cases.len() >= 10, "{} cases", cases.len());
    for (path, golden, bytes) in cases {
        let (frames, whole) = read(&bytes);
        assert_eq!(whole, golden.whole, "{}", path.display());
        let found: Vec<_> = frames
            .iter()
            .map(|frame| {
                (
                    char::from(frame.kind.byte()).to_string(),
                    hex(&frame.payload),
                )
            })
            .collect();
        let expected: Vec<_> = golden
            .frames
            .into_iter()
            .map(|frame| (frame.kind, frame.payload_hex))
            .collect();
        assert_eq!(found, expected, "{}", path.display());
        if whole {
            let written: Vec<u8> = frames
                .iter()
                .flat_map(|frame| encode(frame.kind, &frame.payload))
                .collect();
            assert_eq!(written, bytes, "{}", path.display());
        }
    }
}

#[test]
fn the_longest_payload_is_read_and_a_longer_one_refused() {
    let longest = [
        encode(Kind::Data, &vec![7; PAYLOAD_MAX]),
        encode(Kind::End, b"{}"),
    ]
    .concat();
    assert!(read(&longest).1);
    let mut longer = longest;
    longer[1..5].copy_from_slice(&(PAYLOAD_MAX as u32 + 1).to_le_bytes());
    assert!(matches!(
        Reader::new(&longer[..]).next_frame(),
        Err(FrameError::Length(_))
    ));
}

/// A runner that prints its seed. `HEADWATER_SEED` repeats one.
fn runner(cases: u32) -> TestRunner {
    let seed = std::env::var("HEADWATER_SEED")
        .ok()
        .and_then(|seed| seed.parse::<u64>().ok());
    let seed = seed.unwrap_or_else(|| {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |time| time.as_nanos() as u64)
    });
    println!("HEADWATER_SEED={seed}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

fn answers() -> impl Strategy<Value = Vec<u8>> {
    let data = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 0..5);
    (any::<bool>(), data, any::<bool>()).prop_map(|(metadata, data, complete)| {
        let first = if metadata {
            encode(Kind::Metadata, b"{\"metadata\":{}}")
        } else {
            Vec::new()
        };
        let data = data
            .iter()
            .flat_map(|payload| encode(Kind::Data, payload))
            .collect();
        let last = encode(if complete { Kind::End } else { Kind::Error }, b"{}");
        [first, data, last].concat()
    })
}

#[test]
fn a_truncated_answer_is_never_accepted_as_complete() {
    let outcome = runner(500).run(
        &(answers(), any::<prop::sample::Index>()),
        |(bytes, cut)| {
            prop_assert!(read(&bytes).1);
            prop_assert!(!read(&bytes[..cut.index(bytes.len())]).1);
            Ok(())
        },
    );
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn an_answer_with_a_changed_byte_is_never_accepted_as_complete() {
    let outcome = runner(2000).run(
        &(answers(), any::<prop::sample::Index>(), 1..=255u8),
        |(mut bytes, at, change)| {
            let at = at.index(bytes.len());
            bytes[at] ^= change;
            prop_assert!(!read(&bytes).1);
            Ok(())
        },
    );
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn random_bytes_are_not_an_answer() {
    let outcome = runner(2000).run(&prop::collection::vec(any::<u8>(), 0..300), |bytes| {
        prop_assert!(!read(&bytes).1);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}
