//! Tests of the process: arguments, environment, standard streams, exit codes, the report.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], variables: &[(&str, &str)], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_csv"));
    command
        .args(arguments)
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the storlet starts");
    // A storlet that rejects its parameters reads nothing.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the storlet ends")
}

#[test]
fn a_split_is_answered_and_counted() {
    let report = std::env::temp_dir().join(format!("headwater-csv-report-{}", std::process::id()));
    let path = report.to_str().expect("a path");
    let variables = [
        ("HEADWATER_RANGE_START", "2"),
        ("HEADWATER_RANGE_END", "8"),
        ("HEADWATER_REPORT", path),
    ];
    let selection = r#"selection={"column":1,"type":"string","op":"prefix","value":"b"}"#;
    let output = run(
        &["columns=1,0", selection],
        &variables,
        "a\n2,b\n3,c\n4,b\n5,b\n",
    );
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "b,2\n");
    assert_eq!(
        fs::read_to_string(&report).expect("a report"),
        "{\"records_in\":2,\"records_out\":1}\n"
    );
    fs::remove_file(report).expect("the report is removed");
}

#[test]
fn an_unusable_parameter_is_reported() {
    for (argument, message) in [
        ("colums=1", "'colums' is not known"),
        ("columns=1,x", "'columns' contains 'x'"),
        ("columns=20480", "'columns' contains '20480'"),
        ("sep=", "'sep' is empty"),
        ("sep=\\n", "'sep' is '\\n'"),
        ("sep=\"", "'sep' contains the quote"),
        ("sep=aba", "'sep' contains its first character twice"),
        ("lineSep=,", "'sep' and the record separator"),
        ("lineSep=xx", "can overlap itself"),
        ("quote=\"\"", "'quote' is longer than one character"),
        ("header=yes", "true or false"),
        ("width=3", "'width' needs 'tagged=true'"),
        ("timeZone=Europe/Rome", "UTC or an offset"),
        ("selection={", "'selection' is not JSON"),
        ("word", "key=value is expected"),
    ] {
        let output = run(&[argument], &[], "");
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(64), "{argument}: {log}");
        assert!(
            log.contains(message) && log.lines().count() == 1,
            "{argument}: {log}"
        );
    }
}

#[test]
fn an_impossible_range_is_a_failure() {
    let output = run(
        &[],
        &[("HEADWATER_RANGE_START", "5"), ("HEADWATER_RANGE_END", "4")],
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("ends at 4"));
}
