//! Texts that repeat. Each is written once a batch, and rows have its number.

use crate::bytes::{equal, hash};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_schema::DataType;
use std::mem;

/// The most rows that are added to a column at once.
pub const MOST_ADDED: usize = 1024;
/// The most texts of a batch. Their numbers fit into 16 bits.
const MOST: usize = i16::MAX as usize;
/// The most slots of the table in which a text is searched for. Beyond them, it is added again.
const PROBES: usize = 16;
/// The number of slots at first.
const SLOTS: usize = 64;
const _: () = assert!(SLOTS.is_power_of_two() && PROBES <= SLOTS);

/// The values of a column of texts.
pub struct Dictionary {
    /// The number of each row's text.
    numbers: Vec<i16>,
    texts: Texts,
    /// The numbers of texts, each plus 1, by their hashes. 0 is an empty slot.
    table: Vec<u16>,
    /// The number of the last row's text.
    last: Option<usize>,
}

/// Texts in Arrow's layout.
struct Texts {
    /// The end of each, after a 0.
    ends: Vec<i32>,
    bytes: Vec<u8>,
}

impl Dictionary {
    /// The type of its arrays.
    pub fn arrow() -> DataType {
        DataType::Dictionary(DataType::Int16.into(), DataType::Utf8.into())
    }

    /// A dictionary of some texts, by their ends. None unless it takes at most half of their bytes.
    pub fn of(ends: &[i32], bytes: &[u8]) -> Option<Self> {
        let size = size_of_val(ends) + bytes.len();
        let mut dictionary = Self {
            numbers: Vec::new(),
            texts: Texts::none(),
            table: vec![0; SLOTS],
            last: None,
        };
        for end in ends.windows(2) {
            dictionary.push(&bytes[end[0] as usize..end[1] as usize]);
            let taken = size_of_val(&dictionary.numbers[..]) + dictionary.texts.size();
            if taken > size / 2 || dictionary.is_full() {
                return None;
            }
        }
        Some(dictionary)
    }

    /// Whether the batch must end before more rows are added.
    pub fn is_full(&self) -> bool {
        self.texts.count() + MOST_ADDED > MOST
    }

    /// Adds a row, and returns the bytes that its text takes.
    #[inline]
    pub fn push(&mut self, text: &[u8]) -> usize {
        let before = self.texts.size();
        let number = match self.last {
            Some(last) if equal(self.texts.get(last), text) => last,
            _ => self.number(text),
        };
        self.last = Some(number);
        self.numbers.push(number as i16);
        self.texts.size() - before
    }

    /// Adds what represents a null.
    #[inline]
    pub fn push_null(&mut self) {
        self.numbers.push(0);
    }

    /// Removes all rows but the first. Their texts may stay.
    pub fn truncate(&mut self, rows: usize) {
        self.numbers.truncate(rows);
    }

    /// The buffers of Arrow's array, and its texts. The dictionary is empty again.
    pub fn finish(&mut self) -> (Vec<Buffer>, Vec<ArrayData>) {
        let texts = mem::replace(&mut self.texts, Texts::none());
        self.table.fill(0);
        self.last = None;
        (
            vec![mem::take(&mut self.numbers).into()],
            vec![texts.finish()],
        )
    }

    /// The number of a text, which is added if it is not found.
    fn number(&mut self, text: &[u8]) -> usize {
        if 2 * self.texts.count() >= self.table.len() {
            self.grow();
        }
        let number = self.texts.count();
        for slot in slots(&self.table, text) {
            match self.table[slot] {
                0 => {
                    self.table[slot] = number as u16 + 1;
                    break;
                }
                found if equal(self.texts.get(usize::from(found) - 1), text) => {
                    return usize::from(found) - 1;
                }
                _ => {}
            }
        }
        self.texts.push(text);
        number
    }

    /// Doubles the table.
    fn grow(&mut self) {
        let mut table = vec![0; 2 * self.table.len()];
        for number in 0..self.texts.count() {
            let free = slots(&table, self.texts.get(number)).find(|slot| table[*slot] == 0);
            if let Some(slot) = free {
                table[slot] = number as u16 + 1;
            }
        }
        self.table = table;
    }
}

/// The slots of a table in which a text may be.
#[inline]
fn slots(table: &[u16], text: &[u8]) -> impl Iterator<Item = usize> + use<> {
    let mask = table.len() - 1;
    let first = (hash(text) >> 40) as usize;
    (first..first + PROBES).map(move |slot| slot & mask)
}

impl Texts {
    fn none() -> Self {
        Self {
            ends: vec![0],
            bytes: Vec::new(),
        }
    }

    fn count(&self) -> usize {
        self.ends.len() - 1
    }

    /// The bytes that they take.
    fn size(&self) -> usize {
        size_of_val(&self.ends[..]) + self.bytes.len()
    }

    #[inline]
    fn get(&self, number: usize) -> &[u8] {
        &self.bytes[self.ends[number] as usize..self.ends[number + 1] as usize]
    }

    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len() as i32);
    }

    fn finish(self) -> ArrayData {
        let data = ArrayData::builder(DataType::Utf8)
            .len(self.count())
            .buffers(vec![self.ends.into(), self.bytes.into()]);
        // SAFETY: there is an end for each text, ends do not decrease, and the texts were checked to be UTF-8 before
        // they were added.
        unsafe { data.build_unchecked() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(texts: impl IntoIterator<Item = String>) -> (Vec<i16>, usize) {
        let texts: Vec<_> = texts.into_iter().collect();
        let mut dictionary = Dictionary::of(&[0], b"").expect("no texts");
        texts.iter().for_each(|text| {
            dictionary.push(text.as_bytes());
        });
        for (text, number) in texts.iter().zip(&dictionary.numbers) {
            assert_eq!(dictionary.texts.get(*number as usize), text.as_bytes());
        }
        (dictionary.numbers, dictionary.texts.count())
    }

    #[test]
    fn equal_texts_have_one_number() {
        let texts = ["a", "b", "b", "", "a", ""].map(String::from);
        assert_eq!(numbers(texts), (vec![0, 1, 1, 2, 0, 2], 3));
        let (_, count) = numbers((0..60_000).map(|n| format!("METER{:06}", n % 10_000)));
        assert!((10_000..10_100).contains(&count), "{count}");
    }

    #[test]
    fn a_full_dictionary_has_room_for_the_rows_that_are_added_at_once() {
        let mut dictionary = Dictionary::of(&[0], b"").expect("no texts");
        let mut push = |numbers: std::ops::Range<usize>| {
            for number in numbers {
                dictionary.push(number.to_string().as_bytes());
            }
            dictionary.is_full()
        };
        assert!(!push(0..MOST - MOST_ADDED));
        assert!(push(MOST - MOST_ADDED..MOST));
        assert_eq!(dictionary.numbers.last(), Some(&(MOST as i16 - 1)));
    }

    #[test]
    fn texts_that_do_not_repeat_have_no_dictionary() {
        for (modulus, repeats) in [(10, true), (900, false)] {
            let texts: Vec<_> = (0..1000).map(|n| format!("text {}", n % modulus)).collect();
            let mut ends = vec![0];
            ends.extend(texts.iter().scan(0, |end, text| {
                *end += text.len() as i32;
                Some(*end)
            }));
            let found = Dictionary::of(&ends, texts.concat().as_bytes());
            assert_eq!(found.is_some(), repeats, "{modulus}");
        }
    }
}
