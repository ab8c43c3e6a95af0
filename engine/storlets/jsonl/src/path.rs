//! The position of a value in an object: a JSON Pointer (RFC 6901) through objects.

use headwater_storlet::Failure;
use serde_json::Value as Json;

/// Deeper paths are probably mistakes.
const DEEPEST: usize = 32;

/// The names on the path to a value, at least one.
pub type Path = Vec<String>;

/// The text of a pointer in the parameters' JSON.
pub fn pointer(json: &Json) -> Result<&str, Failure> {
    json.as_str().ok_or_else(|| {
        Failure::parameters(format!(
            "the column {json}: a path like \"/address/city\" is expected"
        ))
    })
}

/// Parses a pointer such as `/address/city`. `~1` represents `/` in a name, and `~0` represents `~`.
pub fn parse(pointer: &str) -> Result<Path, Failure> {
    let problem = |expected: &str| {
        Err(Failure::parameters(format!(
            "the column '{pointer}': {expected}"
        )))
    };
    let Some(names) = pointer.strip_prefix('/') else {
        return problem("a path like /address/city is expected");
    };
    let path: Path = names
        .split('/')
        .map(|name| name.replace("~1", "/").replace("~0", "~"))
        .collect();
    match path.len() > DEEPEST {
        true => problem("it is deeper than 32 names"),
        false => Ok(path),
    }
}
