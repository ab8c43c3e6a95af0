//! Texts that repeat. Each is written once a batch, and rows have its number.

use crate::bytes::{WORD, equal, hash, key};
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
    /// The texts by their keys.
    table: Vec<Slot>,
    /// The number of the last row's text.
    last: usize,
    /// Whether that could be guessed from the one before.
    is_guessed: bool,
}

/// A place for a text in the table.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    length: u32,
    /// The text's number plus 1, or 0 if the slot is empty.
    text: u32,
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
            table: vec![Slot::default(); SLOTS],
            last: 0,
            is_guessed: false,
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

    /// The bytes that its texts take, also those of rows that were removed.
    pub fn size(&self) -> usize {
        self.texts.size()
    }

    /// Adds a row.
    #[inline]
    pub fn push(&mut self, text: &[u8]) {
        let guesses = self.guesses();
        let guessed = guesses
            .into_iter()
            .find(|guess| self.is_guessed && self.is(*guess, text));
        let number = guessed.unwrap_or_else(|| self.number(text));
        self.is_guessed = guesses.contains(&number);
        self.last = number;
        self.numbers.push(number as i16);
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
        self.table.fill(Slot::default());
        (
            vec![mem::take(&mut self.numbers).into()],
            vec![texts.finish()],
        )
    }

    /// Texts often repeat the last one, or follow it as when both came first.
    #[inline]
    fn guesses(&self) -> [usize; 2] {
        let behind = self.last + 1;
        let next = if behind < self.texts.count() {
            behind
        } else {
            0
        };
        [self.last, next]
    }

    /// Whether a text has this number.
    #[inline]
    fn is(&self, number: usize, text: &[u8]) -> bool {
        number < self.texts.count() && equal(self.texts.get(number), text)
    }

    /// The number of a text, which is added if it is not found.
    #[inline]
    fn number(&mut self, text: &[u8]) -> usize {
        let (key, length) = (key(text), text.len() as u32);
        for slot in slots(self.table.len(), key) {
            let found = self.table[slot];
            if found.text == 0 {
                break;
            }
            let number = found.text as usize - 1;
            let alike = found.key == key && found.length == length;
            if alike && (text.len() <= WORD || equal(self.texts.get(number), text)) {
                return number;
            }
        }
        self.add(text, key)
    }

    /// Adds a text, and returns its number.
    #[cold]
    fn add(&mut self, text: &[u8], key: u64) -> usize {
        self.texts.push(text);
        let number = self.texts.count();
        if 2 * number >= self.table.len() {
            let slots = vec![Slot::default(); 2 * self.table.len()];
            let full = mem::replace(&mut self.table, slots);
            full.into_iter()
                .filter(|slot| slot.text > 0)
                .for_each(|slot| self.insert(slot));
        }
        self.insert(Slot {
            key,
            length: text.len() as u32,
            text: number as u32,
        });
        number - 1
    }

    /// Puts a text into the table, unless all its slots are taken.
    fn insert(&mut self, text: Slot) {
        let free = slots(self.table.len(), text.key).find(|slot| self.table[*slot].text == 0);
        if let Some(slot) = free {
            self.table[slot] = text;
        }
    }
}

/// The slots of a table in which a text may be.
#[inline]
fn slots(length: usize, key: u64) -> impl Iterator<Item = usize> + use<> {
    let mask = length - 1;
    let first = hash(key);
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
