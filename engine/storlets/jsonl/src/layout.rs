//! The places of requested columns in lines, most of which have the same names in the same order.

use crate::members::{Found, Place, below, place};
use crate::path::Path;
use crate::scanner::{Member, Members};

/// The requested columns, and where lines of one shape have them.
pub struct Layout {
    paths: Vec<Path>,
    /// The shape of the last line.
    shape: u64,
    /// The place of the first name of each path.
    places: Vec<Place>,
}

impl Layout {
    /// The places of columns with these paths, in a line without members.
    pub fn of(paths: Vec<Path>) -> Self {
        Self {
            places: vec![Place::Absent; paths.len()],
            shape: 0,
            paths,
        }
    }

    /// Finds the places in a line with these members.
    #[inline]
    pub fn follow(&mut self, members: Members) {
        if self.shape != members.shape {
            self.shape = members.shape;
            for (known, path) in self.places.iter_mut().zip(&self.paths) {
                *known = place(members.list, &path[0]);
            }
        }
    }

    /// The number of the member that is a column's value. None if it has no such member, or is inside one.
    pub fn member(&self, column: usize) -> Option<usize> {
        match (self.places[column], &self.paths[column][..]) {
            (Place::At(at), [_]) => Some(at),
            _ => None,
        }
    }

    /// The value of a column in the line whose places were found last, or in another line of its shape.
    #[inline]
    pub fn find<'a>(&self, members: &[Member<'a>], column: usize) -> Found<'a> {
        match self.places[column] {
            Place::Absent => Found::Absent,
            Place::Unclear => Found::Unclear,
            Place::At(at) => below(members[at].value, &self.paths[column][1..]),
        }
    }
}
