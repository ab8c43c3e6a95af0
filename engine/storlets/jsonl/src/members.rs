//! Finds the members of an object with their raw values.

use crate::scanner::{Member, scan};

/// The result of looking up a member.
pub enum Found<'a> {
    /// There is no member with this name.
    Absent,
    /// There is one member.
    One(&'a [u8]),
    /// Unknown. There are several members, of which readers choose different ones, or the path leads through something
    /// that is not an object.
    Unclear,
}

/// The value at the end of a path. A value on the path that is neither object nor null makes it unclear.
pub fn find<'a>(members: &[Member<'a>], path: &[String]) -> Found<'a> {
    let [name, rest @ ..] = path else {
        return Found::Unclear;
    };
    match named(members, name) {
        Found::One(value) => below(value, rest),
        found => found,
    }
}

/// The value at the end of a path that begins in a value.
#[inline]
pub fn below<'a>(value: &'a [u8], path: &[String]) -> Found<'a> {
    if value == b"null" {
        return Found::Absent;
    }
    if path.is_empty() {
        return Found::One(value);
    }
    let mut members = Vec::new();
    match scan(value, &mut members) {
        true => find(&members, path),
        false => Found::Unclear,
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
