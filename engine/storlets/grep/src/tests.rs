use super::*;

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
    grep(&request, &object[start..], &mut answer)?;
    Ok(answer)
}

const OBJECT: &[u8] = b"one\r\nTwo\n\nthree \xFF two\nfour";

#[test]
fn lines_that_match_are_kept() {
    for (arguments, expected) in [
        (&["pattern=two"][..], &b"three \xFF two\n"[..]),
        (&["pattern=(?i)TWO$"], b"Two\nthree \xFF two\n"),
        (&["pattern=^o|r$"], b"one\nfour\n"),
        (&["pattern=e", "invert=true"], b"Two\n\nfour\n"),
        (&["pattern=^$"], b"\n"),
        (&["pattern=", "max=2"], b"one\nTwo\n"),
        (&["pattern=o", "max=0"], b""),
        (&["pattern=(?-u)\\xFF"], b"three \xFF two\n"),
    ] {
        assert_eq!(
            run(arguments, None, OBJECT).unwrap(),
            expected,
            "{arguments:?}"
        );
    }
    assert_eq!(run(&["pattern="], None, b"").unwrap(), b"");
}

#[test]
fn the_union_of_all_splits_is_the_object() {
    let whole = run(&["pattern=o"], None, OBJECT).unwrap();
    for size in 1..=OBJECT.len() {
        let union: Vec<u8> = (0..OBJECT.len())
            .step_by(size)
            .flat_map(|start| {
                let range = Some((start, (start + size).min(OBJECT.len())));
                run(&["pattern=o"], range, OBJECT).unwrap()
            })
            .collect();
        assert_eq!(union, whole, "splits of {size} bytes");
    }
}

#[test]
fn read_and_found_lines_are_counted() {
    let request = Request::new(["pattern=o", "max=3"], [("", ""); 0]).unwrap();
    assert_eq!(grep(&request, OBJECT, &mut Vec::new()).unwrap(), (4, 3));
}

#[test]
fn unusable_parameters_are_refused() {
    for (arguments, message) in [
        (&[][..], "'pattern' is missing"),
        (&["pattern=("], "'pattern': regex parse error"),
        (&["pattern=(a{1000}){1000}"], "exceeds size limit"),
        (&["pattern=a", "max=-1"], "'max' is '-1'"),
        (&["pattern=a", "invert=yes"], "'invert' is 'yes'"),
        (&["pattern=a", "colour=red"], "'colour' is not known"),
    ] {
        let failure = run(arguments, None, OBJECT).unwrap_err();
        assert!(
            failure.to_string().contains(message),
            "{arguments:?}: {failure}"
        );
        assert_eq!(failure.code(), 64, "{arguments:?}");
    }
}
