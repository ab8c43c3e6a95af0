use super::*;

fn parse<'a>(name: &str, text: &'a str) -> Option<Scalar<'a>> {
    Type::named(name, None)
        .unwrap_or_else(|| panic!("{name}"))
        .parse(text.as_bytes())
}

#[test]
fn integers_are_exact_within_their_range() {
    for (name, text, expected) in [
        ("byte", "127", Some(127)),
        ("byte", "128", None),
        ("short", "-32768", Some(-32_768)),
        ("int", "+0012", Some(12)),
        ("int", "2147483648", None),
        ("long", "9223372036854775807", Some(i64::MAX)),
        ("long", "-9223372036854775808", Some(i64::MIN)),
        ("long", "9223372036854775808", None),
        ("long", &"9".repeat(60), None),
        ("int", "", None),
        ("int", "-", None),
        ("int", "1 ", None),
        ("int", "1.0", None),
        ("int", "١", None),
    ] {
        assert_eq!(
            parse(name, text),
            expected.map(Scalar::Integer),
            "{name} {text}"
        );
    }
}

#[test]
fn decimals_are_exact_within_their_precision() {
    for (name, text, expected) in [
        ("decimal(5,2)", "1.5", Some(150)),
        ("decimal(5,2)", "-.05", Some(-5)),
        ("decimal(5,2)", "7.", Some(700)),
        ("decimal(5,2)", "999.990000", Some(99_999)),
        ("decimal(5,2)", "1.005", None),
        ("decimal(5,2)", "1000", None),
        ("decimal(5,2)", "1,5", None),
        ("decimal(5,2)", "1e2", None),
        ("decimal(5,2)", ".", None),
        ("decimal(5,2)", "1.2.3", None),
        (
            "decimal(38,0)",
            "99999999999999999999999999999999999999",
            Some(10_i128.pow(38) - 1),
        ),
        (
            "decimal(38,0)",
            "100000000000000000000000000000000000000",
            None,
        ),
    ] {
        assert_eq!(
            parse(name, text),
            expected.map(Scalar::Decimal),
            "{name} {text}"
        );
    }
}

#[test]
fn doubles_are_simple_and_finite() {
    for (name, text, expected) in [
        ("double", "-1.5e3", Some(-1500.0)),
        ("double", ".5", Some(0.5)),
        ("double", "0.1", Some(0.1)),
        ("float", "0.1", Some(f64::from(0.1_f32))),
        ("float", "1e39", None),
        ("double", "1e309", None),
        ("double", "NaN", None),
        ("double", "Infinity", None),
        ("double", "1d", None),
        ("double", "0x1p3", None),
        ("double", " 1", None),
        ("double", "", None),
        ("double", "1e", None),
    ] {
        assert_eq!(
            parse(name, text),
            expected.map(Scalar::Double),
            "{name} {text}"
        );
    }
}

#[test]
fn types_have_sparks_names() {
    for name in [
        "decimal(0,0)",
        "decimal(39,0)",
        "decimal(2,3)",
        "decimal(1)",
        "decimal",
        "text",
        "STRING",
        "",
    ] {
        assert_eq!(Type::named(name, None), None, "{name}");
    }
    assert_eq!(
        Type::named("decimal(10, 2)", None),
        Some(Type::Decimal(10, 2))
    );
}

#[test]
fn a_timestamp_without_zone_is_exact_only_with_an_offset() {
    let text = b"1970-01-01 00:00:01";
    assert_eq!(Type::Timestamp(None).parse(text), None);
    assert_eq!(
        Type::Timestamp(Some(1_000_000)).parse(text),
        Some(Scalar::Integer(0))
    );
    assert_eq!(
        Type::TimestampNtz.parse(text),
        Some(Scalar::Integer(1_000_000))
    );
    assert_eq!(Type::TimestampNtz.parse(b"1970-01-01 00:00:01Z"), None);
}

#[test]
fn short_doubles_are_rounded_as_by_the_standard_library() {
    let mut drawn = 1_u64;
    for _ in 0..20_000 {
        drawn = drawn
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let digits = format!("{:017}", drawn >> 8);
        let digits = &digits[..1 + drawn as usize % 17];
        let point = (drawn >> 4) as usize % (digits.len() + 1);
        let sign = ["", "-", "+"][(drawn >> 2) as usize % 3];
        for text in [
            format!("{sign}{digits}"),
            format!("{sign}{}.{}", &digits[..point], &digits[point..]),
        ] {
            if let Some(value) = short_double(text.as_bytes()) {
                let expected: f64 = text.parse().expect("a number");
                assert_eq!(value.to_bits(), expected.to_bits(), "{text}");
            } else {
                assert!(digits.len() > 15, "{text}");
            }
        }
    }
    for text in [
        "",
        ".",
        "-",
        "-.",
        "1e5",
        "1.2.3",
        "1 ",
        "NaN",
        "9007199254740993",
    ] {
        assert_eq!(short_double(text.as_bytes()), None, "{text}");
    }
}
