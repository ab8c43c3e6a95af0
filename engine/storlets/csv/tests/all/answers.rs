//! Examples of answers: the rules of `docs/reference/csv.md`.

use crate::support::storlet;

/// The answer's lines for these parameters.
fn answer(object: &str, arguments: &[&str]) -> Vec<String> {
    let arguments: Vec<_> = arguments
        .iter()
        .map(|argument| argument.to_string())
        .collect();
    let answer = storlet(object.as_bytes(), 0, None, &arguments).expect("an answer");
    String::from_utf8(answer)
        .expect("UTF-8")
        .split_terminator('\n')
        .map(str::to_string)
        .collect()
}

#[test]
fn fields_are_returned_unchanged() {
    let object = "1, a ,\"x,y\",\n\"\",\"b\"\"b\",é,z";
    assert_eq!(
        answer(object, &["columns=2,1,0"]),
        ["\"x,y\", a ,1", "é,\"b\"\"b\",\"\""]
    );
    assert_eq!(
        answer(object, &[]),
        ["1, a ,\"x,y\",", "\"\",\"b\"\"b\",é,z"]
    );
    assert_eq!(
        answer(object, &["columns=1,1"]),
        [" a , a ", "\"b\"\"b\",\"b\"\"b\""]
    );
}

#[test]
fn any_separators_are_supported() {
    assert_eq!(
        answer("a\u{1}b,c\u{1}d\n", &["sep=\u{1}", "columns=1"]),
        ["b,c"]
    );
    assert_eq!(answer("a\tb\n", &["sep=\\t", "columns=1"]), ["b"]);
    assert_eq!(
        answer("a||b|c||d\n", &["sep=||", "columns=1,0"]),
        ["b|c||a"]
    );
    assert_eq!(
        answer("a,b\r\nc,d\re,f\n\ng,h", &["columns=1"]),
        ["b", "d", "f", "h"]
    );
    assert_eq!(answer("a,b;c,d;", &["lineSep=;", "columns=1"]), ["b;d;"]);
}

#[test]
fn header_comments_and_blank_lines_are_not_rows() {
    let object = "\u{FEFF}\n  \n#x\nid,name\n1,a\n\n# 2,b\n,\n";
    assert_eq!(answer(object, &["header=true", "comment=#"]), ["1,a", ","]);
    assert_eq!(answer(object, &["comment=#"]), ["id,name", "1,a", ","]);
    assert_eq!(
        answer("id\nid\n", &["header=true"]),
        ["id"],
        "a row may equal the header"
    );
    assert_eq!(
        answer("a\tb\n\t\n", &["sep=\t"]),
        ["a\tb"],
        "a line of white space is blank"
    );
}

#[test]
fn a_missing_field_is_empty_and_trailing_empty_ones_are_kept() {
    assert_eq!(answer("1,2\n1,,3,,\n", &["columns=0,2,4"]), ["1,,", "1,3,"]);
    assert_eq!(answer("1\n2\n", &["columns="]), ["", ""]);
}

#[test]
fn projected_rows_are_tagged() {
    let tagged = |object, columns| answer(object, &["tagged=true", "comment=#", columns]);
    assert_eq!(tagged("1,\"a,b\",c\n", "columns=2,1"), ["Pc,\"a,b\""]);
    assert_eq!(
        tagged("1\n", "columns=0,2"),
        ["P1,"],
        "what is missing is null when it is pruned"
    );
    assert_eq!(tagged("1,2\n", "columns="), ["P"]);
    assert_eq!(answer("1,2\n", &["tagged=true"]), ["W1,2"]);
}

#[test]
fn a_doubtful_row_is_returned_in_full() {
    let whole = |record: &str, columns| {
        assert_eq!(
            answer(record, &["tagged=true", "comment=#", columns]),
            [format!("W{record}")]
        );
    };
    whole("a,b\"c,d", "columns=0,2");
    whole("a,\"b\"\"c\",d", "columns=2");
    whole("a,\"b\\\"c\",d", "columns=1");
    whole("a,\"b,c", "columns=1");
    whole("a,\"b\" ,c", "columns=1");
    assert_eq!(
        answer("a,b\"c,d", &["tagged=true", "columns=0"]),
        ["Pa"],
        "doubt begins where it begins"
    );
}

#[test]
fn an_empty_last_field_after_a_long_separator_is_doubtful_if_the_first_is_empty() {
    let selection = r#"selection={"column":1,"type":"string","op":"is_not_null"}"#;
    assert_eq!(
        answer("||\na||\n", &["sep=||", "nullValue=NA", selection]),
        ["||"]
    );
}

#[test]
fn a_row_whose_projection_readers_would_skip_is_returned_in_full() {
    let whole = |record: &str, columns| {
        assert_eq!(
            answer(record, &["tagged=true", "comment=#", columns]),
            [format!("W{record}")]
        );
    };
    whole("a,,c", "columns=1");
    whole("a, ,c", "columns=1");
    whole("a,#b,c", "columns=1,0");
    whole("a,\u{FEFF}b,c", "columns=1");
    assert_eq!(answer("a,#b,c", &["tagged=true", "columns=1"]), ["P#b"]);
    assert_eq!(
        answer("a\t\t", &["tagged=true", "sep=\\t", "columns=1,2"]),
        ["Wa\t\t"]
    );
    assert_eq!(answer("a,,", &["tagged=true", "columns=1,2"]), ["P,"]);
}

#[test]
fn a_row_of_another_width_is_returned_in_full() {
    let arguments = ["tagged=true", "width=3", "columns=2,0"];
    assert_eq!(
        answer("1,2,3\n1,2\n1,2,3,4\n1,2,\n1,\"2\"x,3\n", &arguments),
        ["P3,1", "W1,2", "W1,2,3,4", "P,1", "W1,\"2\"x,3"]
    );
}

#[test]
fn ignored_white_space_alone_is_not_projected() {
    let arguments = [
        "tagged=true",
        "columns=1,0",
        "ignoreLeadingWhiteSpace=true",
        "ignoreTrailingWhiteSpace=true",
    ];
    assert_eq!(answer("a, b \na,  \n", &arguments), ["P b ,a", "Wa,  "]);
}

#[test]
fn rows_in_doubt_do_not_count_towards_a_limit() {
    let selection = r#"selection={"column":0,"type":"int","op":"gt","value":"1"}"#;
    let object = "1,a\nx,b\n2,c\n3,d\"\n4,e\n5,f\nx,g\n";
    assert_eq!(
        answer(object, &["limit=2", selection]),
        ["x,b", "2,c", "3,d\""]
    );
    assert_eq!(
        answer(object, &["limit=2", selection, "tagged=true", "columns=1"]),
        ["Pb", "Pc", "W3,d\"", "Pe"],
        "what is answered whole may be malformed"
    );
    assert_eq!(answer(object, &["limit=0"]), [""; 0]);
    assert_eq!(answer("1\n2\n", &["limit=9"]), ["1", "2"]);
}

#[test]
fn reaching_the_limit_ends_the_reading() {
    struct Endless;
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b'\n');
            buffer[0] = b'a';
            Ok(buffer.len())
        }
    }
    let request = headwater_storlet::Request::new(["limit=3"], [("", ""); 0]).expect("a request");
    let mut answer = Vec::new();
    csv_storlet::run(&request, Endless, &mut answer).expect("an answer");
    assert_eq!(answer, b"a\na\na\n");
}

#[test]
fn a_record_with_too_many_fields_for_readers_is_returned_in_full() {
    let wide = |fields: usize| vec!["0"; fields].join(",");
    let object = format!("1,a\n{}\n{}\n2,b\n", wide(20_480), wide(20_481));
    let prefix = r#"selection={"column":1,"type":"string","op":"prefix","value":"bb"}"#;
    let left = format!("W{}", wide(20_481));
    assert_eq!(
        answer(&object, &["columns=1", "tagged=true"]),
        ["Pa", "P0", &left, "Pb"]
    );
    assert_eq!(
        answer(&object, &["columns=1", "tagged=true", prefix]),
        [&*left]
    );
}
