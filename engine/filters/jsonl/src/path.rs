//! Where a value stands in an object: a JSON Pointer (RFC 6901) through objects.

use headwater_filter::Failure;
use serde_json::Value as Json;

/// A deeper one would be no document that is meant.
const DEEPEST: usize = 32;

/// The names on the way to a value, one at least.
pub type Path = Vec<String>;

/// The text of a pointer, which JSON of the parameters has.
pub fn pointer(json: &Json) -> Result<&str, Failure> {
    json.as_str().ok_or_else(|| {
        Failure::parameters(format!(
            "the column {json}: a path like \"/address/city\" is expected"
        ))
    })
}

/// Reads a pointer such as `/address/city`; `~1` stands for `/` in a name, and `~0` for `~`.
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
