//! Reads the golden cases of `protocol/`, and makes some of them wrong. All functions panic if a file is not as
//! expected.

use serde_json::Value;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// The path of a file or folder in `protocol/`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../protocol")
        .join(name)
}

/// The document in a file of `protocol/`.
pub fn read(name: &str) -> Value {
    let content = fs::read_to_string(path(name)).expect(name);
    serde_json::from_str(&content).expect(name)
}

/// The files of a folder's cases, for [`read`].
pub fn names(folder: &str) -> Vec<String> {
    let names: Vec<_> = fs::read_dir(path(folder))
        .expect(folder)
        .map(|entry| entry.expect("an entry").file_name())
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.ends_with(".json"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    assert!(!names.is_empty(), "{folder} has no cases");
    names
}

/// Checks every case of a folder, given its document and its file.
pub fn check_all(folder: &str, check: impl Fn(&Value, &str)) {
    for name in names(folder) {
        check(&read(&name), &name);
    }
}

/// Fails unless the check panics for every case that `protocol/wrong-cases.json` makes wrong for these tests.
///
/// `tests` is the folder of the tests in the repository, and `folder` has the cases.
pub fn check_wrong(tests: &str, folder: &str, check: impl Fn(&Value, &str)) {
    let document = read("wrong-cases.json");
    let cases = document["cases"].as_array().expect("cases").iter();
    let chosen: Vec<_> = cases.filter(|case| is_for(case, tests, folder)).collect();
    assert!(!chosen.is_empty(), "{folder} has no wrong case for {tests}");
    for wrong in chosen {
        let name = text(wrong, "file");
        let mut case = read(name);
        set(&mut case, text(wrong, "at"), &wrong["value"]);
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&case, name)));
        assert!(outcome.is_err(), "the test accepts {wrong}");
    }
}

/// The texts of a list in a case.
pub fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().expect("a list").iter();
    list.map(|text| text.as_str().expect("a text")).collect()
}

/// Checks that a storlet's failure on `unknown=` lists the parameters that `golden-names` has for it.
pub fn check_parameters(golden: &Value, storlet: &str, failure: &str) {
    let names = texts(&golden["parameters"][storlet]).join(", ");
    assert_eq!(
        failure,
        format!("'unknown' is not known: the parameters are {names}")
    );
}

fn is_for(case: &Value, tests: &str, folder: &str) -> bool {
    let all_tests = case["tests"].as_array().expect("tests");
    text(case, "file").starts_with(&format!("{folder}/")) && all_tests.contains(&tests.into())
}

fn text<'a>(case: &'a Value, member: &str) -> &'a str {
    case[member].as_str().expect(member)
}

/// Replaces the value at a pointer, or adds it to its parent.
fn set(case: &mut Value, pointer: &str, value: &Value) {
    let (parent, last) = pointer.rsplit_once('/').expect("a pointer");
    let last = last.replace("~1", "/").replace("~0", "~");
    match case.pointer_mut(parent).expect(pointer) {
        Value::Array(values) => {
            let index: usize = last.parse().expect("an index");
            values.splice(index..(index + 1).min(values.len()), [value.clone()]);
        }
        parent => parent[&last] = value.clone(),
    }
}
