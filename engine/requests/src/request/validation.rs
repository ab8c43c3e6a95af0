//! Checks of the values in a request.

use super::{Input, Kind, Load, NAME_MAX, Run, Stage};
use crate::failure::Failure;
use crate::limits::STAGES;
use std::ops::RangeInclusive;

/// The weights of tenants.
const WEIGHTS: RangeInclusive<f64> = 0.01..=100.0;

/// Check that each of these descriptors exists and is used once.
fn check_descriptors(indices: &[usize], descriptors: usize) -> Result<(), Failure> {
    for (position, index) in indices.iter().enumerate() {
        if *index >= descriptors {
            return Err(Failure::request(format!(
                "descriptor {index} does not exist: the request has {descriptors} descriptors"
            )));
        }
        if indices[..position].contains(index) {
            return Err(Failure::request(format!(
                "descriptor {index} is used twice"
            )));
        }
    }
    Ok(())
}

impl Run {
    /// Check its values.
    pub fn check(&self, descriptors: usize) -> Result<(), Failure> {
        let used = std::iter::once(self.input.descriptor)
            .chain(self.resources.iter().map(|resource| resource.descriptor));
        check_descriptors(&used.collect::<Vec<_>>(), descriptors)?;
        require((1..=STAGES).contains(&self.stages.len()), || {
            format!("{} stages; 1 to {STAGES}", self.stages.len())
        })?;
        require(self.priority <= 9, || {
            format!("priority {}; 0 to 9", self.priority)
        })?;
        require(WEIGHTS.contains(&self.weight), || {
            format!("weight {}; 0.01 to 100", self.weight)
        })?;
        name("tenant", &self.tenant)?;
        self.stages.iter().try_for_each(Stage::check)?;
        self.input.check()?;
        for (name, value) in &self.metadata {
            require(!name.is_empty() && !name.contains(['=', '\0']), || {
                format!("metadata name {name:?}")
            })?;
            no_nul("metadata", value)?;
        }
        no_nul(
            "content_type",
            self.content_type.as_deref().unwrap_or_default(),
        )
    }
}

impl Load {
    /// Check its values.
    pub fn check(&self, descriptors: usize) -> Result<(), Failure> {
        check_descriptors(&[self.module.descriptor], descriptors)?;
        require(self.tenant.len() <= NAME_MAX, || {
            format!("tenant: at most {NAME_MAX} bytes")
        })
    }
}

impl Stage {
    /// Check its values.
    pub fn check(&self) -> Result<(), Failure> {
        name("storlet", &self.storlet)?;
        self.parameters.iter().try_for_each(|(key, value)| {
            require(!key.contains('='), || {
                format!("the key of the parameter {key:?} contains =")
            })?;
            no_nul("a parameter", key)?;
            no_nul("a parameter", value)
        })
    }
}

impl Input {
    /// Check its values.
    pub fn check(&self) -> Result<(), Failure> {
        require(self.kind == Kind::Stream || self.length.is_some(), || {
            "a file without its length".into()
        })?;
        require(self.end.is_none_or(|end| end >= self.start), || {
            "a range that ends before its start".into()
        })
    }
}

fn name(member: &str, text: &str) -> Result<(), Failure> {
    require((1..=NAME_MAX).contains(&text.len()), || {
        format!("{member}: 1 to {NAME_MAX} bytes")
    })?;
    no_nul(member, text)
}

fn no_nul(member: &str, text: &str) -> Result<(), Failure> {
    require(!text.contains('\0'), || format!("{member} has a zero byte"))
}

/// Refuse the request with this message unless the condition is true.
fn require(condition: bool, message: impl FnOnce() -> String) -> Result<(), Failure> {
    if condition {
        Ok(())
    } else {
        Err(Failure::request(message()))
    }
}
