//! The parameters of a request.

use crate::Failure;
use std::fmt::Display;
use std::str::FromStr;

/// `key=value` pairs in the given order. The values of a repeated key are concatenated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Parses arguments of the form `key=value`.
    pub fn parse<S: AsRef<str>>(arguments: impl IntoIterator<Item = S>) -> Result<Self, Failure> {
        let mut parameters = Self::default();
        for argument in arguments {
            let argument = argument.as_ref();
            let (key, value) = argument
                .split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| {
                    Failure::parameters(format!(
                        "'{argument}' is not a parameter: key=value is expected"
                    ))
                })?;
            parameters.join(key, value);
        }
        Ok(parameters)
    }

    fn join(&mut self, key: &str, value: &str) {
        match self.0.iter_mut().find(|(known, _)| known == key) {
            Some((_, joined)) => joined.push_str(value),
            None => self.0.push((key.into(), value.into())),
        }
    }

    /// Rejects parameters that are not `known`, so that misspelt ones are not ignored.
    pub fn only(&self, known: &[&str]) -> Result<(), Failure> {
        match self
            .0
            .iter()
            .find(|(key, _)| !known.contains(&key.as_str()))
        {
            Some((key, _)) if known.is_empty() => Err(Failure::parameters(format!(
                "'{key}' is not known: this storlet has no parameters"
            ))),
            Some((key, _)) => Err(Failure::parameters(format!(
                "'{key}' is not known: the parameters are {}",
                known.join(", ")
            ))),
            None => Ok(()),
        }
    }

    /// Rejects each of `others`, for a reason.
    pub fn none_of(&self, others: &[&str], reason: &str) -> Result<(), Failure> {
        match others.iter().find(|name| self.get(name).is_some()) {
            Some(name) => Err(Failure::parameters(format!("{reason}: leave out '{name}'"))),
            None => Ok(()),
        }
    }

    /// The same parameters with another value of one.
    #[must_use]
    pub fn with(&self, key: &str, value: &str) -> Self {
        let others = self.0.iter().filter(|(known, _)| known != key).cloned();
        Self(others.chain([(key.into(), value.into())]).collect())
    }

    /// The value of an optional parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0
            .iter()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value.as_str())
    }

    /// The value of a required parameter.
    pub fn required(&self, key: &str) -> Result<&str, Failure> {
        self.get(key)
            .ok_or_else(|| Failure::parameters(format!("'{key}' is missing")))
    }

    /// The parsed value, for example a number.
    pub fn parsed<T: FromStr<Err: Display>>(&self, key: &str) -> Result<Option<T>, Failure> {
        self.get(key)
            .map(|value| {
                value
                    .parse()
                    .map_err(|error| Failure::parameters(format!("'{key}' is '{value}': {error}")))
            })
            .transpose()
    }

    /// The value as `true` or `false`, in any case. `false` if it is absent.
    pub fn flag(&self, key: &str) -> Result<bool, Failure> {
        match self.get(key) {
            None => Ok(false),
            Some(value) if value.eq_ignore_ascii_case("true") => Ok(true),
            Some(value) if value.eq_ignore_ascii_case("false") => Ok(false),
            Some(value) => Err(Failure::parameters(format!(
                "'{key}' is '{value}': true or false is expected"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(arguments: &[&str]) -> Parameters {
        Parameters::parse(arguments).expect("parameters")
    }

    fn message<T>(result: Result<T, Failure>) -> String {
        match result.err().expect("a failure") {
            Failure::Parameters(message) => message,
            Failure::Failed(message) => panic!("no failure of parameters: {message}"),
        }
    }

    #[test]
    fn values_of_a_repeated_key_are_joined_in_order() {
        let joined = parameters(&["a=1=", "b=x", "a=2"]);
        assert_eq!(joined.get("a"), Some("1=2"));
        assert_eq!(joined.required("b").unwrap(), "x");
        assert_eq!(joined.get("c"), None);
    }

    #[test]
    fn an_unusable_value_is_named() {
        let parameters = parameters(&["n=x", "f=yes", "t=TRUE"]);
        assert!(parameters.flag("t").unwrap());
        assert!(!parameters.flag("absent").unwrap());
        assert_eq!(
            message(parameters.flag("f")),
            "'f' is 'yes': true or false is expected"
        );
        assert_eq!(
            message(parameters.parsed::<u32>("n")),
            "'n' is 'x': invalid digit found in string"
        );
        assert_eq!(
            message(parameters.required("absent")),
            "'absent' is missing"
        );
        assert_eq!(
            message(parameters.only(&["n", "f"])),
            "'t' is not known: the parameters are n, f"
        );
        assert_eq!(
            message(parameters.only(&[])),
            "'n' is not known: this storlet has no parameters"
        );
    }

    #[test]
    fn parameters_are_replaced_and_excluded() {
        let parameters = parameters(&["a=1", "b=2"]).with("a", "3");
        assert_eq!(parameters.get("a"), Some("3"));
        assert_eq!(parameters.get("b"), Some("2"));
        assert_eq!(
            message(parameters.none_of(&["c", "b"], "'a' is alone")),
            "'a' is alone: leave out 'b'"
        );
        assert!(parameters.none_of(&["c"], "").is_ok());
    }

    #[test]
    fn an_argument_without_key_is_refused() {
        for argument in ["word", "=value", ""] {
            assert!(message(Parameters::parse([argument])).contains("key=value"));
        }
    }
}
