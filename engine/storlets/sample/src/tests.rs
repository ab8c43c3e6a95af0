use super::*;

fn run(
    arguments: &[&str],
    range: Option<(usize, usize)>,
    object: &[u8],
) -> Result<Vec<u8>, Failure> {
    let mut variables = vec![("HEADWATER_OBJECT_LENGTH", object.len().to_string())];
    if let Some((start, end)) = range {
        variables.push(("HEADWATER_RANGE_START", start.to_string()));
        variables.push(("HEADWATER_RANGE_END", end.to_string()));
    }
    let request = Request::new(arguments, variables)?;
    let mut answer = Vec::new();
    sample(
        &request,
        &object[range.map_or(0, |(start, _)| start)..],
        &mut answer,
    )?;
    Ok(answer)
}

fn numbers(count: usize) -> Vec<u8> {
    (0..count)
        .flat_map(|n| format!("{n}\n").into_bytes())
        .collect()
}

fn lines(answer: &[u8]) -> usize {
    answer.split_inclusive(|&byte| byte == b'\n').count()
}

#[test]
fn every_takes_the_first_and_each_nth() {
    assert_eq!(run(&["every=3"], None, &numbers(8)).unwrap(), b"0\n3\n6\n");
    assert_eq!(run(&["every=1"], None, b"a\nb").unwrap(), b"a\nb\n");
    assert_eq!(run(&["every=2"], None, b"").unwrap(), b"");
    let object = numbers(8);
    assert_eq!(
        run(&["every=3"], Some((0, object.len())), &object).unwrap(),
        b"0\n3\n6\n"
    );
}

#[test]
fn first_takes_the_head_and_reads_no_further() {
    struct NoFurther;
    impl Read for NoFurther {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            panic!("read behind what is needed")
        }
    }
    let object = numbers(300_000); // more than a buffer
    let request = Request::new(["first=3"], [("", ""); 0]).unwrap();
    let mut answer = Vec::new();
    let counts = sample(&request, object.chain(NoFurther), &mut answer).unwrap();
    assert_eq!((counts, &answer[..]), ((3, 3), &b"0\n1\n2\n"[..]));
    assert_eq!(run(&["first=9"], None, b"a\nb").unwrap(), b"a\nb\n");
}

#[test]
fn a_fraction_is_about_that_and_depends_on_the_seed_alone() {
    let object = numbers(100_000);
    for fraction in [0.001, 0.25, 0.9_f64] {
        let argument = format!("fraction={fraction}");
        let first = run(&[&argument, "seed=1"], None, &object).unwrap();
        let again = run(&[&argument, "seed=1"], None, &object).unwrap();
        let other = run(&[&argument, "seed=2"], None, &object).unwrap();
        assert_eq!(first, again);
        assert_ne!(first, other);
        let expected = fraction * 100_000.0;
        let deviation = (expected * (1.0 - fraction)).sqrt(); // of the binomial distribution
        let apart = (lines(&first) as f64 - expected).abs() / deviation;
        assert!(apart < 5.0, "{fraction}: {} lines", lines(&first));
    }
    assert_eq!(run(&["fraction=1"], None, &object).unwrap(), object);
    assert_eq!(run(&["fraction=0"], None, &object).unwrap(), b"");
}

#[test]
fn the_same_lines_are_chosen_however_the_object_is_split() {
    let object = numbers(60);
    let whole = run(&["fraction=0.5"], None, &object).unwrap();
    assert!(lines(&whole) > 10);
    for size in 1..=object.len() {
        let union: Vec<u8> = (0..object.len())
            .step_by(size)
            .flat_map(|start| {
                let range = Some((start, (start + size).min(object.len())));
                run(&["fraction=0.5"], range, &object).unwrap()
            })
            .collect();
        assert_eq!(union, whole, "splits of {size} bytes");
    }
}

#[test]
fn unusable_parameters_are_refused() {
    for (arguments, range, message) in [
        (&[][..], None, "give one of"),
        (&["first=1", "every=2"], None, "give one of"),
        (&["every=0"], None, "'every' is 0"),
        (&["fraction=1.5"], None, "'fraction' is 1.5"),
        (&["fraction=NaN"], None, "'fraction' is NaN"),
        (&["first=2", "seed=1"], None, "'seed' needs 'fraction'"),
        (&["every=2"], Some((1, 3)), "leave the range out"),
        (&["first=-1"], None, "'first' is '-1'"),
    ] {
        let failure = run(arguments, range, b"a\nb\n").unwrap_err();
        assert!(
            failure.to_string().contains(message),
            "{arguments:?}: {failure}"
        );
        assert_eq!(failure.code(), 64, "{arguments:?}");
    }
}
