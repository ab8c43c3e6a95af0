//! The environment variables of a stage.

use headwater_requests::request::{Input, Run};

/// The variables, as `NAME=value`. Range, length and content type belong to the object. A later stage reads an answer
/// and has none of them.
pub fn environment(run: &Run, stage: usize) -> Vec<Vec<u8>> {
    let mut variables = if stage == 0 {
        object(run)
    } else {
        vec![("RANGE_START".into(), "0".into())]
    };
    let metadata = run.metadata.iter().map(|(name, value)| {
        let name = name.to_uppercase().replace('-', "_");
        (format!("META_{name}"), value.clone())
    });
    variables.extend(metadata);
    variables
        .into_iter()
        .map(|(name, value)| format!("HEADWATER_{name}={value}").into_bytes())
        .collect()
}

/// The variables of the first stage, each a name without `HEADWATER_` and a value.
fn object(run: &Run) -> Vec<(String, String)> {
    let Input {
        start, end, length, ..
    } = run.input;
    [
        ("RANGE_START", Some(start.to_string())),
        ("RANGE_END", end.map(|end| end.to_string())),
        ("OBJECT_LENGTH", length.map(|length| length.to_string())),
        ("CONTENT_TYPE", run.content_type.clone()),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name.into(), value?)))
    .collect()
}
