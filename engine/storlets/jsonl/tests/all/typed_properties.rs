//! Compares typed answers with their oracle on random input.

use crate::support::{check, objects, selections, storlet};
use crate::typed_answer::{SCALARS, items};
use crate::typed_oracle;
use headwater_storlet::Split;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

/// Types, of which some are nested.
fn types() -> impl Strategy<Value = Json> {
    let scalar = select(SCALARS).prop_map(Json::from);
    scalar.prop_recursive(3, 8, 3, |kind| {
        let fields = proptest::sample::subsequence(vec!["b", "c", "a", ""], 1..4);
        let fields = fields.prop_flat_map({
            let kind = kind.clone();
            move |names| {
                proptest::collection::vec(kind.clone(), names.len()).prop_map(move |kinds| {
                    let fields = names
                        .iter()
                        .zip(kinds)
                        .map(|(name, kind)| json!({"name": name, "type": kind}));
                    json!({"struct": fields.collect::<Vec<_>>()})
                })
            }
        });
        prop_oneof![
            1 => kind.clone().prop_map(|kind| json!({"array": kind})),
            1 => kind.prop_map(|kind| json!({"map": kind})),
            2 => fields,
        ]
    })
}

/// A request for typed columns.
fn arguments() -> impl Strategy<Value = Vec<String>> {
    const PATHS: &[&str] = &["/a", "/a", "/b", "/c", "/é", "/a/b", "/b/c", "/"];
    let column =
        (select(PATHS), types()).prop_map(|(path, kind)| json!({"column": path, "type": kind}));
    (
        proptest::collection::vec(column, 0..4),
        proptest::option::weighted(0.3, selections()),
        proptest::option::weighted(0.2, 0..5_u64),
        any::<bool>(),
        any::<(bool, bool)>(),
    )
        .prop_map(
            |(columns, selection, limit, zone, (dictionaries, several))| {
                let request = [
                    Some(format!("schema={}", Json::Array(columns))),
                    selection.map(|json| format!("selection={json}")),
                    limit.map(|limit| format!("limit={limit}")),
                    zone.then(|| "timeZone=+01:00".into()),
                    Some("answer=arrow".into()),
                    Some(format!("dictionaries={dictionaries}")),
                    Some(format!("streams={several}")),
                ];
                request.into_iter().flatten().collect()
            },
        )
}

#[test]
fn a_typed_answer_is_that_of_its_oracle() {
    let start = any::<prop::sample::Index>();
    check(
        6000,
        (objects(), arguments(), start),
        |(object, arguments, start)| {
            let start = start.index(object.len() + 1) as u64;
            let split = Split {
                start,
                end: Some(start + 30),
            };
            for split in [Split::default(), split] {
                let answer = storlet(&object, split, &arguments).expect("an answer");
                let expected = typed_oracle::items(&object, split, &arguments);
                prop_assert_eq!(
                    items(&answer),
                    expected,
                    "{} {:?}",
                    object.escape_ascii(),
                    &arguments
                );
            }
            Ok(())
        },
    );
}
