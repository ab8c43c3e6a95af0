//! Drawn aggregates, and rows for them.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

const COLUMNS: usize = 5;

/// An aggregate of columns of these types, and the columns of the rows that are returned.
pub fn aggregates() -> impl Strategy<Value = Vec<String>> {
    const TYPES: [&str; 10] = [
        "string",
        "string",
        "int",
        "long",
        "byte",
        "decimal(3,1)",
        "decimal(38,2)",
        "double",
        "float",
        "boolean",
    ];
    let typed = (select(&TYPES[..]), any::<bool>());
    let function = (
        select(&["count", "sum", "min", "max", "first"][..]),
        0..COLUMNS,
    );
    let part = (0..COLUMNS, proptest::option::of((0..3_u32, 0..4_u32)));
    (
        proptest::collection::vec(typed, COLUMNS),
        proptest::collection::vec(part, 0..3),
        proptest::collection::vec(function, 0..5),
        any::<bool>(),
        proptest::option::weighted(0.3, 1..6_usize),
    )
        .prop_map(|(types, group, functions, rows, width)| {
            let name = |column: usize| types[column].0;
            let is_floating = |column: usize| ["double", "float"].contains(&name(column));
            let group: Vec<_> = group
                .into_iter()
                .filter(|(column, _)| !is_floating(*column))
                .map(|(column, part)| match part {
                    Some(part) if name(column) == "string" => {
                        json!({"column": column, "substring": part})
                    }
                    _ => json!({"column": column}),
                })
                .collect();
            let is_number = |column: usize| !["string", "boolean"].contains(&name(column));
            let functions = functions
                .into_iter()
                .filter(|(op, column)| *op != "sum" || is_number(*column));
            let mut functions: Vec<_> = functions
                .map(|(op, column)| json!({"op": op, "column": column}))
                .collect();
            functions.extend(rows.then(|| json!({"op": "count"})));
            let used = |column: usize| {
                group
                    .iter()
                    .chain(&functions)
                    .any(|each| each["column"] == column)
            };
            let columns: Vec<_> = (0..COLUMNS)
                .filter(|column| used(*column) || types[*column].1)
                .map(|column| json!({"column": column, "type": name(column)}))
                .collect();
            let aggregate = json!({"columns": columns, "group": group, "functions": functions});
            let width = width.map(|width| format!("width={width}"));
            [
                format!("aggregate={aggregate}"),
                "tagged=true".into(),
                "columns=3,0,1".into(),
            ]
            .into_iter()
            .chain(width)
            .collect()
        })
}

/// Rows, many of which are exact.
pub fn rows() -> impl Strategy<Value = Vec<u8>> {
    const FIELDS: &[&str] = &[
        "",
        "",
        "1",
        "1",
        "01",
        "-7",
        "2",
        "39.5",
        "-0",
        "-0.0",
        "0",
        "a",
        "abc",
        "ab",
        "é",
        "\"a\"",
        "\"\"",
        "x\"y",
        "\\",
        "true",
        "TRUE",
        "false",
        "1e0",
        "1e308",
        "1.7e308",
        "-1.5e308",
        "3e38",
        "9223372036854775807",
        "-9223372036854775808",
        "99.9",
        "999999999999999999999999999999999999.99",
        "0.1",
        "0.2",
        "NaN",
    ];
    let row = proptest::collection::vec(select(FIELDS), 1..7).prop_map(|fields| fields.join(","));
    let few = proptest::collection::vec(
        select(&["1", "2", "", "9223372036854775807", "1e308"][..]),
        COLUMNS,
    )
    .prop_map(|fields| fields.join(","));
    proptest::collection::vec(prop_oneof![1 => row, 2 => few], 0..16)
        .prop_map(|rows| rows.join("\n").into_bytes())
}
