use super::*;
use bzip2::write::BzEncoder;
use flate2::Compression;
use flate2::write::GzEncoder;
use headwater_golden_cases as golden_cases;
use proptest::prelude::{any, proptest};

const TEXT: &[u8] = b"the sea, the sea, the open sea\n";

/// TEXT in three forms, made by zstd 1.5: with content length and checksum, with neither, and with a window of 16 MiB.
const ZSTD: &str =
    "28b52ffd245ded000090746865207365612c206f70656e207365610a0300842a8150f5e1518ef0ca9449";
const ZSTD_BARE: &str =
    "28b52ffd0000f5000070746865207365612c206f70656e0a0500852ab0940639efc60c088f7204";
const ZSTD_WIDE: &str =
    "28b52ffd0070fd000090746865207365612c206f70656e207365610a0400852a003490f3383cca11";
const SKIPPED: &str = "532a4d18050000006162636465";

fn run(object: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    decompress(&Request::default(), object, &mut content)?;
    Ok(content)
}

fn zstd(frames: &[&str]) -> Vec<u8> {
    hex::decode(frames.concat()).unwrap()
}

fn bzip2(content: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn the_names_of_parameters_are_the_golden_ones() {
    golden_cases::check_all("golden-names", |golden, _| {
        assert_eq!(golden["parameters"]["decompress"].as_array(), Some(&vec![]));
    });
    let request = Request::new(["level=1"], [("", ""); 0]).unwrap();
    let failure = decompress(&request, &b""[..], &mut Vec::new()).unwrap_err();
    assert!(failure.to_string().contains("has no parameters"));
}

#[test]
fn members_and_frames_follow_one_another() {
    let two = [gzip(b"one "), gzip(b""), gzip(b"two")].concat();
    assert_eq!(run(&two).unwrap(), b"one two");
    assert_eq!(run(&zstd(&[ZSTD])).unwrap(), TEXT.repeat(3));
    let two = [bzip2(b"one "), bzip2(b""), bzip2(b"two")].concat();
    assert_eq!(run(&two).unwrap(), b"one two");
    assert_eq!(
        run(&zstd(&[SKIPPED, ZSTD_BARE, SKIPPED, ZSTD])).unwrap(),
        TEXT.repeat(6)
    );
}

#[test]
fn truncated_data_fails() {
    for whole in [
        gzip(TEXT),
        zstd(&[ZSTD]),
        zstd(&[ZSTD_BARE]),
        zstd(&[ZSTD, SKIPPED]),
        bzip2(TEXT),
    ] {
        let ends: &[usize] = &[zstd(&[ZSTD]).len()]; // a frame may end there
        for cut in (0..whole.len()).filter(|cut| !ends.contains(cut)) {
            let failure = run(&whole[..cut]).expect_err(&format!("{cut} of {} bytes", whole.len()));
            assert!(!failure.to_string().is_empty());
            assert_eq!(failure.code(), 1);
        }
    }
}

#[test]
fn damaged_data_fails() {
    let mut sum = gzip(TEXT);
    let place = sum.len() - 8;
    sum[place] ^= 1;
    let mut frame = zstd(&[ZSTD]);
    *frame.last_mut().unwrap() ^= 1;
    let mut damaged = bzip2(TEXT);
    damaged[20] ^= 1;
    for (object, message) in [
        (&b""[..], "the object is empty"),
        (b"plain text", "begins with 'plai': not gzip, zstd or bzip2"),
        (&sum, "the gzip data is broken: corrupt gzip stream"),
        (
            &[&gzip(TEXT)[..], b"rubbish"].concat(),
            "the gzip data is broken",
        ),
        (
            &[&gzip(TEXT)[..], &[0; 512]].concat(),
            "the gzip data is broken",
        ),
        (&[&gzip(TEXT)[..], &[0]].concat(), "the gzip data is broken"),
        (&frame, "checksum"),
        (&damaged, "the bzip2 data is broken"),
        (&zstd(&[ZSTD, "aabbccdd"]), "the zstd data is broken"),
        (&zstd(&[ZSTD_WIDE]), "window_size is too big"),
    ] {
        let failure = run(object).unwrap_err();
        assert!(failure.to_string().contains(message), "{failure}");
    }
}

#[test]
fn ranges_and_parameters_are_refused() {
    let ranged = Request::new(["a=1"; 0], [("HEADWATER_RANGE_START", "3")]).unwrap();
    let given = Request::new(["format=gzip"], [("", ""); 0]).unwrap();
    for request in [ranged, given] {
        let failure = decompress(&request, &gzip(TEXT)[..], &mut io::sink()).unwrap_err();
        assert_eq!(failure.code(), 64, "{failure}");
    }
}

proptest! {
    /// Arbitrary bytes give content or a failure, never a panic.
    #[test]
    fn damage_is_never_fatal(place in 0usize..60, byte in any::<u8>(), rest in any::<Vec<u8>>()) {
        for mut object in [gzip(TEXT), zstd(&[ZSTD]), zstd(&[SKIPPED, ZSTD_BARE]), bzip2(TEXT)] {
            let place = place % object.len();
            object[place] = byte;
            let _ = run(&object);
            object.truncate(place);
            object.extend(&rest);
            let _ = run(&object);
        }
    }
}
