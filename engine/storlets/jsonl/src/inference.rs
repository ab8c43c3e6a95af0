//! Finds the lines that may change the schema that a reader infers.

mod kind;

use crate::scanner::{Member, elements, scan};
use headwater_predicates::{LONGEST_TEXT, parameter};
use headwater_storlet::{Failure, Parameters};
use kind::Kind;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Further names are not remembered. Lines with them are returned.
const MOST_NAMES: usize = 10_000;

/// Finds the first line of each kind. A reader that infers a schema from these lines infers the same schema as from all
/// lines.
///
/// Spark derives a type from each line and merges types member by member. A line can be left out under two conditions.
/// Each of its values has a [`Kind`] that was seen at the same place, and its names identify the places without doubt.
pub struct Inference {
    root: Place,
    names_left: usize,
}

/// The observed values at one place in the lines' objects.
#[derive(Default)]
struct Place {
    kinds: Vec<Kind>,
    /// The members of objects here, in the order in which their names were first seen.
    members: Vec<MemberPlace>,
    /// Indexes of members by name.
    by_name: HashMap<Vec<u8>, usize>,
    /// Indexes of the first member with each case-folded name.
    by_folded: HashMap<String, usize>,
    /// The elements of lists here.
    element: Option<Box<Place>>,
    /// The number of objects seen here.
    objects_seen: u64,
}

/// The observed values below a name.
struct MemberPlace {
    name: Vec<u8>,
    /// Whether another name differs only in case, or an object contained the name twice. A reader's choice between them
    /// depends on what it read before.
    ambiguous: bool,
    /// The number of the last object with this name, among those seen at the parent place.
    last_object: u64,
    place: Place,
}

impl Inference {
    /// Reads `inference`, which excludes selections.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        if !parameters.flag(parameter::INFERENCE)? {
            return Ok(None);
        }
        let others = [
            parameter::COLUMNS,
            parameter::SELECTION,
            parameter::AGGREGATE,
            parameter::LIMIT,
        ];
        parameters.none_of(&others, "'inference' returns complete lines")?;
        Ok(Some(Self {
            root: Place::default(),
            names_left: MOST_NAMES,
        }))
    }

    /// Whether a plain line with these members may change a type.
    pub fn needs(&mut self, line: &[u8], members: &[Member]) -> bool {
        let new = self.root.add(Kind::Object);
        let below = self.root.see_members(members, &mut self.names_left);
        // Readers limit JSON strings.
        new || below || line.len() > LONGEST_TEXT
    }

    /// Whether a line that is not plain may change a type. Readers ignore it only if it is blank.
    pub fn needs_odd(line: &[u8]) -> bool {
        !line.iter().all(|byte| b" \t\r\n".contains(byte))
    }
}

impl Place {
    /// Whether a value may change the type of its place.
    fn see(&mut self, value: &[u8], names_left: &mut usize) -> bool {
        // A column of texts remains one.
        if self.kinds.contains(&Kind::Text) {
            return false;
        }
        // Null and the empty text fit every type.
        let Some(kind) = Kind::of(value) else {
            return false;
        };
        let new = self.add(kind);
        match kind {
            Kind::Object => {
                let mut members = Vec::new();
                let plain = scan(value, &mut members);
                let below = self.see_members(&members, names_left);
                new || below || !plain
            }
            Kind::List => {
                let below = self.see_elements(value, names_left);
                new || below
            }
            _ => new,
        }
    }

    /// Whether no value of this kind was seen before.
    fn add(&mut self, kind: Kind) -> bool {
        let new = !self.kinds.contains(&kind);
        if new {
            self.kinds.push(kind);
        }
        new
    }

    fn see_elements(&mut self, list: &[u8], names_left: &mut usize) -> bool {
        let element = self.element.get_or_insert_default();
        let mut found = Vec::new();
        let mut needed = !elements(list, &mut found);
        for value in found {
            needed |= element.see(value, names_left);
        }
        needed
    }

    fn see_members(&mut self, members: &[Member], names_left: &mut usize) -> bool {
        self.objects_seen += 1;
        let mut needed = false;
        for (position, member) in members.iter().enumerate() {
            match self.find(member.name, position) {
                Some(index) => needed |= self.see_known(index, member.value, names_left),
                None => {
                    needed = true;
                    if *names_left > 0 {
                        *names_left -= 1;
                        self.begin(member.name).see(member.value, names_left);
                    }
                }
            }
        }
        needed
    }

    fn see_known(&mut self, index: usize, value: &[u8], names_left: &mut usize) -> bool {
        let named = &mut self.members[index];
        named.ambiguous |= named.last_object == self.objects_seen;
        named.last_object = self.objects_seen;
        named.place.see(value, names_left) || named.ambiguous
    }

    /// The index of a known name. It is probably at the same position as in this object.
    fn find(&self, name: &[u8], position: usize) -> Option<usize> {
        match self.members.get(position) {
            Some(named) if named.name == name => Some(position),
            _ => self.by_name.get(name).copied(),
        }
    }

    fn begin(&mut self, name: &[u8]) -> &mut Place {
        let index = self.members.len();
        let ambiguous = match self.by_folded.entry(folded(&String::from_utf8_lossy(name))) {
            Entry::Vacant(free) => {
                free.insert(index);
                false
            }
            Entry::Occupied(first) => {
                self.members[*first.get()].ambiguous = true;
                true
            }
        };
        self.by_name.insert(name.into(), index);
        self.members.push(MemberPlace {
            name: name.into(),
            ambiguous,
            last_object: self.objects_seen,
            place: Place::default(),
        });
        &mut self.members[index].place
    }
}

/// Equal for all names that Java's `equalsIgnoreCase` considers equal, and possibly for more.
fn folded(name: &str) -> String {
    const DOT_ABOVE: char = '\u{307}';
    let folded = name.to_lowercase().to_uppercase().to_lowercase();
    folded.replace(DOT_ABOVE, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_java_considers_equal() {
        for alike in [
            &["id", "ID", "Id", "\u{130}d", "\u{131}d"][..],
            &["stra\u{df}e", "STRA\u{1e9e}E"],
            &["k", "K", "\u{212a}"],
            &["s", "\u{17f}"],
            &["\u{3c3}", "\u{3c2}", "\u{3a3}"],
        ] {
            for name in alike {
                assert_eq!(folded(name), folded(alike[0]), "{name} and {}", alike[0]);
            }
        }
    }
}
