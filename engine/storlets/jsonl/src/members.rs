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
    // No other value begins with this letter.
    if value.first() == Some(&b'n') {
        return Found::Absent;
    }
    match path {
        [] => Found::One(value),
        path => inside(value, path),
    }
}

fn inside<'a>(value: &'a [u8], path: &[String]) -> Found<'a> {
    let mut members = Vec::new();
    match scan(value, &mut members) {
        true => find(&members, path),
        false => Found::Unclear,
    }
}

#[inline]
fn named<'a>(members: &[Member<'a>], name: &str) -> Found<'a> {
    match place(members, name) {
        Place::Absent => Found::Absent,
        Place::At(at) => Found::One(members[at].value),
        Place::Unclear => Found::Unclear,
    }
}

/// The place of the member with a name.
#[derive(Clone, Copy)]
pub enum Place {
    /// There is no such member.
    Absent,
    /// The member's number.
    At(usize),
    /// There are several.
    Unclear,
}

/// Finds the member with a name.
#[inline]
pub fn place(members: &[Member], name: &str) -> Place {
    let mut found = (0..members.len()).filter(|at| members[*at].name == name.as_bytes());
    match (found.next(), found.next()) {
        (None, _) => Place::Absent,
        (Some(at), None) => Place::At(at),
        _ => Place::Unclear,
    }
}
