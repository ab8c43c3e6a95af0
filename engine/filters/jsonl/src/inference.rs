//! Which lines may change the schema that a reader infers.

mod kind;

use crate::scanner::{Member, elements, scan};
use csv_storlet::LONGEST_TEXT;
use headwater_filter::{Failure, Parameters};
use kind::Kind;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// More names than these are not remembered: their lines are answered.
const MOST_NAMES: usize = 10_000;

/// Looks for the first line of each kind: a reader that infers a schema from these alone comes to that of the whole.
///
/// Spark makes a type of each line, and merges types member by member. A line need not be seen if each of its values is of a [`Kind`]
/// that was seen at its place, and if its names leave no doubt about the place.
pub struct Inference {
    root: Place,
    names_left: usize,
}

/// What was seen at one place in the lines' objects.
#[derive(Default)]
struct Place {
    kinds: Vec<Kind>,
    /// What is below it in objects, in the order in which their names were first seen.
    members: Vec<Named>,
    /// Where they are, by their names.
    by_name: HashMap<Vec<u8>, usize>,
    /// Where the first of each name is, by the name without the case of its letters.
    by_folded: HashMap<String, usize>,
    /// What is below it in lists.
    element: Option<Box<Place>>,
    /// How many objects were seen here.
    objects_seen: u64,
}

/// What was seen below a name.
struct Named {
    name: Vec<u8>,
    /// Whether another name differs from it in nothing but case, or it was there twice in an object: to which of them a reader adds a value
    /// hangs on what it read before.
    ambiguous: bool,
    /// The last object that had it, by its number among those seen at the place above.
    last_object: u64,
    place: Place,
}

impl Inference {
    /// Reads `inference`, beside which nothing is selected.
    pub fn parse(parameters: &Parameters) -> Result<Option<Self>, Failure> {
        if !parameters.flag("inference")? {
            return Ok(None);
        }
        let other = ["columns", "selection", "aggregate", "limit"]
            .into_iter()
            .find(|name| parameters.get(name).is_some());
        match other {
            Some(name) => Err(Failure::parameters(format!(
                "'inference' answers whole lines: leave out '{name}'"
            ))),
            None => Ok(Some(Self {
                root: Place::default(),
                names_left: MOST_NAMES,
            })),
        }
    }

    /// Whether a plain line, whose members these are, may change a type.
    pub fn needs(&mut self, line: &[u8], members: &[Member]) -> bool {
        let new = self.root.add(Kind::Object);
        let below = self.root.see_members(members, &mut self.names_left);
        // Readers bound the strings of JSON.
        new || below || line.len() > LONGEST_TEXT
    }

    /// Whether a line that is not plain may: only if it is blank it is nothing to a reader.
    pub fn needs_odd(line: &[u8]) -> bool {
        !line.iter().all(|byte| b" \t\r\n".contains(byte))
    }
}

impl Place {
    /// Whether a value may change the type of its place.
    fn see(&mut self, value: &[u8], names_left: &mut usize) -> bool {
        // A column of texts is one for good.
        if self.kinds.contains(&Kind::Text) {
            return false;
        }
        // Null and the empty text, which are of any type.
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

    /// Whether none of this kind was seen before.
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

    /// Where a name is that was seen, most likely at the position that it has in this object.
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
        self.members.push(Named {
            name: name.into(),
            ambiguous,
            last_object: self.objects_seen,
            place: Place::default(),
        });
        &mut self.members[index].place
    }
}

/// Alike for all that Java's `equalsIgnoreCase` takes for the same, and perhaps for more.
fn folded(name: &str) -> String {
    const DOT_ABOVE: char = '\u{307}';
    let folded = name.to_lowercase().to_uppercase().to_lowercase();
    folded.replace(DOT_ABOVE, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_java_takes_for_the_same() {
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
