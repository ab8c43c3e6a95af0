//! The members of an object, each value as it stands.

use crate::scanner::{Member, scan};

/// What is known of a member.
pub enum Found<'a> {
    /// There is none of that name.
    Absent,
    /// There is one.
    One(&'a [u8]),
    /// It cannot be told: there are several, of which readers take one or the other, or the way there leads through no object.
    Unclear,
}

/// The value at the end of a path. A value on the way that is no object, nor null, leaves it open.
pub fn find<'a>(members: &[Member<'a>], path: &[String]) -> Found<'a> {
    let [name, rest @ ..] = path else {
        return Found::Unclear;
    };
    match named(members, name) {
        Found::One(b"null") => Found::Absent,
        Found::One(value) if !rest.is_empty() => {
            let mut members = Vec::new();
            match scan(value, &mut members) {
                true => find(&members, rest),
                false => Found::Unclear,
            }
        }
        found => found,
    }
}

#[inline]
fn named<'a>(members: &[Member<'a>], name: &str) -> Found<'a> {
    let mut found = members
        .iter()
        .filter(|member| member.name == name.as_bytes());
    match (found.next(), found.next()) {
        (None, _) => Found::Absent,
        (Some(member), None) => Found::One(member.value),
        _ => Found::Unclear,
    }
}
