//! Frames: the golden cases of `protocol/golden-frames`, which other languages check too, and invalid frames.

use headwater_golden_cases as golden_cases;
use headwater_requests::frames::{Frame, FrameError, PAYLOAD_MAX, Reader, encode};
use headwater_requests::names::FrameType;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use std::fs;

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

/// `NAME.bin` is the received data. `NAME.json` is what a reader must return.
fn check(golden: &Value, name: &str) {
    let bytes = fs::read(golden_cases::path(name).with_extension("bin")).expect(name);
    let (frames, whole) = read(&bytes);
    assert_eq!(golden["whole"], whole, "{name}");
    let found: Vec<_> = frames
        .iter()
        .map(|frame| {
            let kind = char::from(frame.kind.byte()).to_string();
            json!({"type": kind, "payload_hex": hex(&frame.payload)})
        })
        .collect();
    assert_eq!(golden["frames"], json!(found), "{name}");
    if whole {
        let written: Vec<u8> = frames
            .iter()
            .flat_map(|frame| encode(frame.kind, &frame.payload))
            .collect();
        assert_eq!(written, bytes, "{name}");
    }
}

#[test]
fn golden_frames_are_read_as_documented() {
    golden_cases::check_all("golden-frames", check);
}

#[test]
fn wrong_golden_frames_are_rejected() {
    golden_cases::check_wrong("engine/requests", "golden-frames", check);
}

#[test]
fn the_longest_payload_is_read_and_a_longer_one_refused() {
    let longest = [
        encode(FrameType::Data, &vec![7; PAYLOAD_MAX]),
        encode(FrameType::End, b"{}"),
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
            encode(FrameType::Metadata, b"{\"metadata\":{}}")
        } else {
            Vec::new()
        };
        let data = data
            .iter()
            .flat_map(|payload| encode(FrameType::Data, payload))
            .collect();
        let last = encode(
            if complete {
                FrameType::End
            } else {
                FrameType::Error
            },
            b"{}",
        );
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
