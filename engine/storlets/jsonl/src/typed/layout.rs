//! The places of requested columns in lines, most of which have the same names in the same order.

use crate::members::{Found, Place, below, place};
use crate::path::Path;
use crate::scanner::Member;

/// The requested columns, and where the last line has them.
pub struct Layout {
    paths: Vec<Path>,
    /// The names of the last line's members.
    names: Vec<Vec<u8>>,
    /// The place of the first name of each path.
    places: Vec<Place>,
}

impl Layout {
    /// The places of columns with these paths, in a line without members.
    pub fn of(paths: Vec<Path>) -> Self {
        Self {
            places: vec![Place::Absent; paths.len()],
            names: Vec::new(),
            paths,
        }
    }

    /// Finds the places in a line with these members. They are those of the last line if it has the same names.
    #[inline]
    pub fn follow(&mut self, members: &[Member]) {
        let names = members.iter().map(|member| member.name);
        if !names.clone().eq(self.names.iter().map(Vec::as_slice)) {
            self.names.resize_with(members.len(), Vec::new);
            self.names.iter_mut().zip(names).for_each(|(kept, name)| {
                kept.clear();
                kept.extend_from_slice(name);
            });
            for (known, path) in self.places.iter_mut().zip(&self.paths) {
                *known = place(members, &path[0]);
            }
        }
    }

    /// The value of a column in the line whose places were found last.
    #[inline]
    pub fn find<'a>(&self, members: &[Member<'a>], column: usize) -> Found<'a> {
        match self.places[column] {
            Place::Absent => Found::Absent,
            Place::Unclear => Found::Unclear,
            Place::At(at) => below(members[at].value, &self.paths[column][1..]),
        }
    }
}
