use super::*;
use proptest::collection::vec;
use proptest::prelude::{prop_assert, prop_assert_eq, proptest};

const KEY: &str = "key=an example's key";

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
    redact(
        &request,
        &object[range.map_or(0, |(start, _)| start)..],
        &mut answer,
    )?;
    Ok(answer)
}

fn text(arguments: &[&str], object: &str) -> String {
    String::from_utf8(run(arguments, None, object.as_bytes()).unwrap()).unwrap()
}

/// `printf %s VALUE | openssl dgst -sha256 -hmac "an example's key"`
const ANN: &str = "44958f75b8fbb7f714643defed42ec7d4bb2ebcacc116e867e15c527787919b4";
const SMITH: &str = "ef984acad0791057e9730e827513c441650f5c0c735882c0f93dd12fb2f76777";

#[test]
fn columns_are_hashed_by_their_values() {
    let object = "1,Ann,x\r\n2,\"Ann\",\"y, z\"\n3,,\"\"\n4,\"Smith, \"\"J\"\"\",\n";
    let expected = format!("1,{ANN},x\n2,{ANN},\"y, z\"\n3,,\"\"\n4,{SMITH},\n");
    assert_eq!(text(&["columns=3", "hash=1", KEY], object), expected);
}

#[test]
fn columns_are_truncated_by_characters() {
    let object = "12345,\"a \"\"b\"\" c\"\n\u{e4}\u{f6}\u{fc}x,\"\"\n,a\n";
    let expected = "123,\"a \"\"\"\n\u{e4}\u{f6}\u{fc},\"\"\n,a\n";
    assert_eq!(text(&["columns=2", "truncate=0:3,1:3"], object), expected);
    assert_eq!(
        run(&["columns=1", "truncate=0:2"], None, b"\xFFa\xFF").unwrap(),
        b"\xFFa\n"
    );
    assert_eq!(text(&["columns=2", "truncate=0:0"], "abc,d\n"), ",d\n");
}

#[test]
fn columns_are_dropped_from_the_header_too() {
    let object = "id,name,phone\n1,Ann,555\n\n2,Bob,556";
    let arguments = ["columns=3", "header=true", "drop=1", "truncate=2:1"];
    assert_eq!(text(&arguments, object), "id,phone\n1,5\n\n2,5\n");
}

#[test]
fn other_dialects_are_read_and_written() {
    let arguments = ["columns=2", "truncate=1:3", "sep=;", "escape=\\"];
    assert_eq!(text(&arguments, "a,b;\"x\\\";y\"\n"), "a,b;\"x\\\";\"\n");
    assert_eq!(
        text(&["columns=2", "drop=0", "sep=\\t", "quote="], "a\t\"b\n"),
        "\"b\n"
    );
}

#[test]
fn a_doubtful_row_ends_the_answer_and_is_not_revealed() {
    for (object, doubt) in [
        (
            "1,secret\n1,Doe, secret\n",
            "the row at byte 9: it has 3 columns, and 'columns' is 2",
        ),
        ("secret\n", "it has 1 columns"),
        (
            "1,\"a\nsecret\"\n",
            "a quoted field does not end on its line",
        ),
        ("1,secret \"Joe\"\n", "an unquoted field contains a quote"),
        ("\"1\"secret,2\n", "not followed by the separator"),
        ("\"1\\\",\"secret\"\n", "a backslash before a quote"),
    ] {
        let failure = run(&["columns=2", "truncate=1:0"], None, object.as_bytes()).unwrap_err();
        assert_eq!(failure.code(), 1);
        let message = failure.to_string();
        assert!(message.contains(doubt), "{object:?}: {message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[test]
fn ranges_are_refused_unless_they_are_allowed() {
    let object = b"1,Ann\n2,Bob\n3,Eve\n";
    let failure = run(&["columns=2", "drop=1"], Some((3, 9)), object).unwrap_err();
    assert_eq!(failure.code(), 64);
    let arguments = ["columns=2", "drop=1", "ranges=true"];
    let whole = run(&arguments, None, object).unwrap();
    for size in 1..=object.len() {
        let union: Vec<u8> = (0..object.len())
            .step_by(size)
            .flat_map(|start| {
                let range = Some((start, (start + size).min(object.len())));
                run(&arguments, range, object).unwrap()
            })
            .collect();
        assert_eq!(union, whole, "splits of {size} bytes");
    }
}

#[test]
fn unusable_parameters_are_refused() {
    for (arguments, message) in [
        (&["drop=0"][..], "'columns' is missing"),
        (&["columns=0", "drop=0"], "'columns' is 0"),
        (&["columns=2"], "no column is redacted"),
        (&["columns=2", "drop=2"], "'drop' has column 2"),
        (
            &["columns=2", "drop=1", "truncate=1:2"],
            "already has a treatment",
        ),
        (&["columns=2", "drop="], "'drop' has ''"),
        (&["columns=2", "truncate=1"], "'truncate' has '1'"),
        (&["columns=2", "hash=1"], "'key' is missing"),
        (
            &["columns=2", "hash=1", "key=short"],
            "shorter than 16 bytes",
        ),
        (&["columns=2", "drop=1", KEY], "'key' needs 'hash'"),
        (&["columns=2", "drop=1", "mask=2"], "'mask' is not known"),
    ] {
        let failure = run(arguments, None, b"").unwrap_err();
        assert!(
            failure.to_string().contains(message),
            "{arguments:?}: {failure}"
        );
        assert_eq!(failure.code(), 64, "{arguments:?}");
    }
}

proptest! {
    /// The secret column is never in the answer, whatever the rows are. The other columns are unchanged.
    #[test]
    fn the_secret_never_passes(lines in vec("[a-c,\"\\\\\r]{0,9}", 0..5), at in 0usize..5) {
        let mut lines = lines;
        lines.insert(at.min(lines.len()), "x,\"SECRET, \"\"SECRET\"\"\",y".into());
        let object = lines.join("\n");
        let request = Request::new(["columns=3", "hash=1", KEY], [("", ""); 0]).unwrap();
        let mut answer = Vec::new();
        let outcome = redact(&request, object.as_bytes(), &mut answer);
        prop_assert!(!String::from_utf8_lossy(&answer).contains("SECRET"), "{object:?}");
        if outcome.is_ok() {
            let again = run(&["columns=3", "drop=1"], None, &answer).unwrap();
            let dropped = run(&["columns=3", "drop=1"], None, object.as_bytes()).unwrap();
            prop_assert_eq!(again, dropped);
        }
    }
}
