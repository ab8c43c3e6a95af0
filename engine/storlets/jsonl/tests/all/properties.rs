//! Compares the storlet with its oracle on random input.

use crate::oracle;
use crate::support::{check, objects, requests, selections, storlet};
use headwater_storlet::{Failure, Split};
use proptest::prelude::*;

#[test]
fn the_storlet_answers_like_its_oracle() {
    let split = (
        any::<prop::sample::Index>(),
        proptest::option::of(0..60_u64),
    );
    check(
        4000,
        (objects(), requests(), split),
        |(object, arguments, (start, length))| {
            let start = start.index(object.len() + 1) as u64;
            let end = length.map(|length| start + length);
            for split in [Split::default(), Split { start, end }] {
                let answer = storlet(&object, split, &arguments).expect("an answer");
                prop_assert_eq!(
                    answer.escape_ascii().to_string(),
                    oracle::answer(&object, split, &arguments)
                        .escape_ascii()
                        .to_string(),
                    "{}",
                    object.escape_ascii()
                );
            }
            Ok(())
        },
    );
}

#[test]
fn for_every_split_size_the_union_is_the_object() {
    check(300, (objects(), requests()), |(object, mut arguments)| {
        // A limit applies to each split separately.
        arguments.retain(|argument| !argument.starts_with("limit="));
        let whole = storlet(&object, Split::default(), &arguments).expect("an answer");
        for size in 1..=object.len().max(1) {
            let parts = (0..object.len()).step_by(size).map(|start| {
                let end = Some((start + size) as u64);
                let split = Split {
                    start: start as u64,
                    end,
                };
                storlet(&object, split, &arguments).expect("an answer")
            });
            prop_assert_eq!(
                parts.collect::<Vec<_>>().concat(),
                whole.clone(),
                "size {}",
                size
            );
        }
        Ok(())
    });
}

/// Arbitrary input gives an answer or exit code 64, and never a panic.
#[test]
fn any_bytes_are_read() {
    let bytes = proptest::collection::vec(any::<u8>(), 0..200);
    check(2000, (bytes, requests()), |(object, arguments)| {
        prop_assert!(storlet(&object, Split::default(), &arguments).is_ok());
        Ok(())
    });
}

#[test]
fn any_text_is_read_as_a_selection_or_refused() {
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4);
    let mutated = (selections(), changes).prop_map(|(json, changes)| {
        let mut characters: Vec<_> = json.to_string().chars().collect();
        for (place, other) in changes {
            let place = place.index(characters.len());
            characters[place] = other;
        }
        characters.into_iter().collect::<String>()
    });
    check(2000, mutated, |json| {
        match storlet(
            b"{\"a\":1}\n",
            Split::default(),
            &[format!("selection={json}")],
        ) {
            Ok(_) | Err(Failure::Parameters(_)) => Ok(()),
            Err(other) => Err(TestCaseError::fail(other.to_string())),
        }
    });
}
