use super::*;
use headwater_storlet::Parameters;
use proptest::collection::vec;
use proptest::prelude::{any, prop_assert_eq, proptest};

fn dialect(arguments: &[&str]) -> Dialect {
    Dialect::parse(&Parameters::parse(arguments).unwrap()).unwrap()
}

fn values(dialect: &Dialect, row: &str) -> Result<Vec<String>, Doubt> {
    let mut fields = vec![];
    dialect.split(row.as_bytes(), &mut fields)?;
    let text =
        |field| String::from_utf8(dialect.value(row.as_bytes(), field).into_owned()).unwrap();
    Ok(fields.iter().map(text).collect())
}

#[test]
fn fields_are_found() {
    let rfc = dialect(&[]);
    let spark = dialect(&["escape=\\"]);
    let tabs = dialect(&["sep=\\t", "quote="]);
    for (dialect, row, expected) in [
        (&rfc, "", &[""][..]),
        (&rfc, ",", &["", ""]),
        (&rfc, r#"a,"b,""c""",d"#, &["a", r#"b,"c""#, "d"]),
        (&rfc, r#""","x""#, &["", "x"]),
        (&rfc, r"C:\,x", &[r"C:\", "x"]),
        (&spark, r#""a\"b,\\",c"#, &[r#"a"b,\"#, "c"]),
        (&tabs, "a \"x\"\t\t'", &["a \"x\"", "", "'"]),
    ] {
        assert_eq!(values(dialect, row).unwrap(), expected, "{row}");
    }
}

#[test]
fn ambiguous_rows_are_refused() {
    let rfc = dialect(&[]);
    let spark = dialect(&["escape=\\"]);
    for (dialect, row, doubt) in [
        (&rfc, r#"a"b,c"#, Doubt::QuoteInside),
        (&rfc, r#" "a",c"#, Doubt::QuoteInside),
        (&rfc, r#""a" ,c"#, Doubt::TextAfterQuote),
        (&rfc, r#""a"b,c"#, Doubt::TextAfterQuote),
        (&rfc, r#"a,"b,c"#, Doubt::Unclosed),
        (&rfc, r#"""#, Doubt::Unclosed),
        (&rfc, r#""a\",b"#, Doubt::Backslash),
        (&rfc, r#""a\"",b""#, Doubt::Backslash),
        (&spark, r#""a""b",c"#, Doubt::TextAfterQuote),
        (&spark, r#""a\"#, Doubt::Unclosed),
        (&spark, r#""a\""#, Doubt::Unclosed),
    ] {
        assert_eq!(values(dialect, row), Err(doubt), "{row}");
    }
}

#[test]
fn unusable_parameters_are_refused() {
    for arguments in [
        ["sep="],
        ["sep=ab"],
        ["sep=\""],
        ["sep=\n"],
        ["quote=,"],
        ["quote=''"],
        ["escape=,"],
        ["escape=\r"],
    ] {
        let failure = Dialect::parse(&Parameters::parse(arguments).unwrap()).unwrap_err();
        assert_eq!(failure.code(), 64, "{arguments:?}");
    }
}

proptest! {
    /// Values that are written with quotes are read back field by field.
    #[test]
    fn written_values_are_read_back(texts in vec("[a-c,\"\\\\ ]{0,8}", 1..6), escape in any::<bool>()) {
        let dialect = dialect(if escape { &["escape=\\"] } else { &[] });
        let texts: Vec<_> = texts.into_iter().map(|text| if escape { text } else { text.replace('\\', "/") }).collect();
        let mut row = vec![];
        for (index, text) in texts.iter().enumerate() {
            if index > 0 {
                row.push(dialect.sep());
            }
            dialect.write_quoted(text.as_bytes(), &mut row);
        }
        prop_assert_eq!(values(&dialect, std::str::from_utf8(&row).unwrap()), Ok(texts));
    }

    /// The fields and separators together are the row, whatever it is.
    #[test]
    fn no_byte_is_lost(row in "[a-b,\"\\\\]{0,12}") {
        let mut fields = vec![];
        if dialect(&[]).split(row.as_bytes(), &mut fields).is_ok() {
            let raw: Vec<_> = fields.iter().map(|field| field.raw(row.as_bytes())).collect();
            prop_assert_eq!(raw.join(&b','), row.as_bytes());
        }
    }
}
