use super::*;

fn of(text: &str) -> Option<Shape> {
    Shape::of(text.as_bytes())
}

#[test]
fn texts_of_one_shape() {
    for alike in [
        &["7", "0", "5"][..],
        &["2015", "9999"],
        &["0012", "0099"],
        &["2147483648", "9999999999"],
        &[
            "1.5",
            "0.25",
            "123456789.0",
            "1.25e1",
            "1.5e-07",
            "NaN",
            "Inf",
        ],
        &["-1.5", "+0.1"],
        &["2015-01-02", "0001-01-01"],
        &["2015-01-02 03:04:05", "2016-02-29 00:00:00"],
        &["2015-01-02T03:04:05.5Z", "2015-01-02T03:04:05.25+01:00"],
        &["true", "FALSE"],
        &["a", "METER000001", "T-shirt", "x1"],
    ] {
        for text in alike {
            assert!(of(text).is_some(), "{text}");
            assert_eq!(of(text), of(alike[0]), "{text} and {}", alike[0]);
        }
    }
}

#[test]
fn texts_of_several_shapes() {
    let all = [
        "7",
        "-7",
        "+7",
        "07",
        "17",
        "2147483647",
        "2147483648",
        "200000",
        "400000",
        "1.5",
        "2015-01-02",
        "2015-01-02 03:04:05",
        "2015-01-02T03:04:05",
        "2015-01-02 03:04:05.0",
        "2015-01-02 03:04:05Z",
        "true",
        "text",
    ];
    for (place, text) in all.iter().enumerate() {
        for other in &all[..place] {
            assert_ne!(of(text), of(other), "{text} and {other}");
        }
    }
}

#[test]
fn texts_without_a_shape() {
    for text in [
        "1.",
        ".5",
        "1e3",
        "1.5e1",
        "1.5e+10",
        "1.25e1000",
        "1.5e",
        "1.5d",
        "1,5",
        " 1",
        "1 ",
        "-",
        "+",
        "--1",
        "0x1p3",
        "12:30",
        "T12:30",
        "t1",
        "now",
        "Today UTC",
        "infinity",
        "nan",
        "NaN ",
        "9999999999999999999",
        "294247",
        "falſe",
        "2015-1-2",
        "2015-02-30",
        "2015-01-02 03:04",
        "2015-01-02 03:04:05 Europe/Rome",
        "+31 20",
        "12 Main Street",
        "é",
        "_",
    ] {
        assert_eq!(of(text), None, "{text}");
    }
}
