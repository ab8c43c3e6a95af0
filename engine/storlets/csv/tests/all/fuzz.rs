//! Arbitrary input gives an answer or exit code 64, and never a panic. The run is bounded and prints its seed if it
//! fails.

use crate::drawn_aggregates::aggregates;
use crate::support::{check, dialects, selections, storlet};
use headwater_storlet::Failure;
use proptest::prelude::*;

#[test]
fn any_bytes_are_read_in_any_dialect() {
    let arguments = (dialects(), selections()).prop_map(|(mut dialect, selection)| {
        dialect.extend([
            format!("selection={selection}"),
            "columns=0,2,1".into(),
            "tagged=true".into(),
        ]);
        dialect
    });
    check(
        4000,
        (proptest::collection::vec(any::<u8>(), 0..200), arguments),
        |(object, arguments)| {
            let refused = storlet(&object, 0, None, &arguments).err();
            prop_assert!(
                refused.as_ref().is_none_or(|failure| failure.code() == 64),
                "{refused:?}"
            );
            Ok(())
        },
    );
}

/// Texts with some characters replaced.
fn mutated(texts: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..4);
    (texts, changes).prop_map(|(text, changes)| {
        let mut characters: Vec<_> = text.chars().collect();
        for (place, other) in changes {
            let place = place.index(characters.len());
            characters[place] = other;
        }
        characters.into_iter().collect()
    })
}

#[test]
fn any_text_is_read_as_an_aggregate_or_refused() {
    check(
        4000,
        mutated(aggregates().prop_map(|mut arguments| arguments.swap_remove(0))),
        |aggregate| {
            let arguments = [aggregate, "tagged=true".into(), "columns=0".into()];
            match storlet(b"1,a,x,,2\n,b,1e3\n", 0, None, &arguments) {
                Ok(_) | Err(Failure::Parameters(_)) => Ok(()),
                Err(other) => Err(TestCaseError::fail(other.to_string())),
            }
        },
    );
}

#[test]
fn any_text_is_read_as_a_selection_or_refused() {
    let mutated = mutated(selections().prop_map(|json| json.to_string()));
    check(
        8000,
        prop_oneof![mutated, any::<String>()],
        |json| match storlet(b"1,a\n", 0, None, &[format!("selection={json}")]) {
            Ok(_) => Ok(()),
            Err(Failure::Parameters(message)) => {
                prop_assert!(message.contains("selection"), "{message}");
                Ok(())
            }
            Err(other) => Err(TestCaseError::fail(other.to_string())),
        },
    );
}

#[test]
fn a_selection_may_not_be_nested_without_end() {
    let json = format!("{}{}", r#"{"not":"#.repeat(100_000), "}".repeat(100_000));
    let failure = storlet(b"1\n", 0, None, &[format!("selection={json}")]).expect_err("a failure");
    assert_eq!(failure.code(), 64);
}
