//! The members of an object, each value as it stands.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The members of an object in their order, each value as it stands.
pub struct Members<'a>(Vec<(Name<'a>, &'a RawValue)>);

#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// What is known of a member.
pub enum Found<'a> {
    /// There is none of that name.
    Absent,
    /// There is one.
    One(&'a str),
    /// It cannot be told: there are several, and readers differ in which they take, or the way there leads through no object.
    Unclear,
}

impl<'a> Members<'a> {
    /// The members of an object; none where the text is something else.
    pub fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.0.iter().map(|(name, value)| (&*name.0, value.get()))
    }

    /// The member of this name.
    pub fn find(&self, name: &str) -> Found<'a> {
        let mut found = self.iter().filter(|(other, _)| *other == name);
        match (found.next(), found.next()) {
            (None, _) => Found::Absent,
            (Some((_, value)), None) => Found::One(value),
            _ => Found::Unclear,
        }
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut members = vec![];
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
