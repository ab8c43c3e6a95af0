"""CSV files have the same rows with and without pushdown: nulls, quotes, dialects, widths."""

import gzip
from itertools import product

import pytest
from pyspark.sql import functions as f

from scene import EVERY_TWO_BYTES, Scene
from soak import few, few_pairs

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

MODES = ("PERMISSIVE", "DROPMALFORMED", "FAILFAST")
ABSENT = [
    "a IS NULL",
    "a IS NOT NULL",
    "a = ''",
    "a <=> NULL",
    "NOT (a <=> '')",
    "a != 'NA'",
    "a IN ('', 'NA', NULL)",
    "NOT (a IN ('NA', NULL)) OR a IS NULL",
]


@pytest.mark.parametrize("where", few(ABSENT, [ABSENT[0], ABSENT[2], ABSENT[4], *ABSENT[6:]]))
def test_null_is_neither_empty_nor_its_text(scene: Scene, where: str) -> None:
    scene.put('1,,x\n2,"",x\n3,NA,x\n4,"NA",x\n5,  ,x\n6,"  ",x\n7,value,x\n8\n')
    for options in ({}, {"nullValue": "NA"}, {"nullValue": "NA", "emptyValue": "void"}, {"emptyValue": "NA"}):
        scene.same("n INT, a STRING, b STRING", "n,a", where, **options)
        scene.same("n INT, a STRING, b STRING", "n", where, ignoreLeadingWhiteSpace="true", **options)


HARD_TEXTS = [
    'say "hi"',
    "a,b",
    "back\\slash",
    "ends in \\",
    "it's",
    '"',
    '""',
    "new\nline",
    "a = 'b' OR 1 = 1",
    "100%_",
    "tab\there",
    "é∑🚀",
    " around ",
    "#no comment",
    "\x01",
]


PLAINER_TEXTS = ["back\\slash", "it's", '"', "tab\there", "#no comment", "100%_"]


@pytest.mark.parametrize("text", few(HARD_TEXTS, set(HARD_TEXTS) - set(PLAINER_TEXTS)))
def test_texts_with_special_characters(scene: Scene, text: str) -> None:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    doubled = text.replace('"', '""')
    fields = [text, f'"{text}"', f'"{escaped}"', f'"{doubled}"', escaped, f"{text}x", "other"]
    scene.put("".join(f"{number},{field},{number}\n" for number, field in enumerate(fields)))
    a = f.col("a")
    for where in (a == text, a != text, a.startswith(text), a.contains(text), a.endswith(text[-1])):
        scene.same("n INT, a STRING, b INT", "n,b", where)
    scene.same("n INT, a STRING, b INT", "n,b", a.isin(text, "other", None), escape='"')


SEPARATORS = [";", "\t", "\\t", "|", "\x01", "\x1f", "||", "::", "ab", "é", " ", "\\\\"]


@pytest.mark.parametrize("sep", few(SEPARATORS, [";", "\\t", "\x01", "||", "é", "\\\\"]))
def test_separators(scene: Scene, sep: str) -> None:
    between = {"\\t": "\t", "\\\\": "\\"}.get(sep, sep)
    rows = ["1-one-x", '2-"t-wo"-y', "3--z", '4-"fo""ur"-', "-five-", "6-six", "7-seven-x-y"]
    scene.put("".join(f"{row.replace('-', between)}\n" for row in rows))
    for where in ("n > 1", "b = 'x'", "a IS NULL", None):
        scene.same("n INT, a STRING, b STRING", "b,n", where, sep=sep)


@pytest.mark.parametrize(
    "options",
    [
        {"quote": "'"},
        {"quote": ""},
        {"escape": '"'},
        {"escape": ""},
        {"escape": "^"},
        {"escape": "^", "charToEscapeQuoteEscaping": "\\"},
        {"quote": "'", "escape": "'"},
        {"comment": "#"},
        {"comment": "\\"},
        {"unescapedQuoteHandling": "STOP_AT_CLOSING_QUOTE"},
        {"unescapedQuoteHandling": "SKIP_VALUE"},
        {"ignoreLeadingWhiteSpace": "true"},
        {"ignoreLeadingWhiteSpace": "true", "ignoreTrailingWhiteSpace": "true"},
        {"inputBufferSize": "16"},
    ],
    ids=str,
)
def test_dialects(scene: Scene, options: dict[str, str]) -> None:
    fields = [
        "x",
        '"x"',
        "'x'",
        ' "x" ',
        '"x""y"',
        '"x\\"y"',
        '"x^"y"',
        '"x',
        'x"',
        "#x",
        '"x" y',
        '"\\\\"',
        " x",
    ]
    scene.put("".join(f"{number},{field},{number}\n{field},,\n" for number, field in enumerate(fields)))
    for where in ("a = 'x'", "a != 'x'", "b > 3 AND b < 9", "n IS NULL"):
        scene.same("n INT, a STRING, b INT", "b,n", where, **options)


def test_blank_first_field_with_trailing_trim_fails_as_in_spark(scene: Scene) -> None:
    scene.put(" ,x,1\n2,y,2\n")
    for where in ("a = 'x'", "a = 'y'"):
        scene.same("n INT, a STRING, b INT", "b,n", where, pushed=False, ignoreTrailingWhiteSpace="true")


HEADER = "n,a,b\n"


def test_header_lines_are_rows_unless_they_begin_an_object(scene: Scene) -> None:
    body = f"{HEADER}1,x,1\n{HEADER}2,y,2\n"
    scene.put(body, "1.csv").put(body.encode("utf-8-sig"), "2.csv").put(f"\n  \n{body}", "3.csv")
    scene.put(HEADER, "4.csv").put("", "5.csv").put(f"# a comment\n{body}", "6.csv")
    for where in ("a != 'x'", "a = 'a'", "n IS NULL", None):
        for options in ({"header": "true"}, {"header": "false"}, {"header": "true", "comment": "#"}):
            scene.same("n INT, a STRING, b INT", "n,a", where, **options)
    scene.same(
        "n INT, a STRING, b INT", "a", "a != 'x'", settings=EVERY_TWO_BYTES, header="true", ordered=False
    )


@pytest.mark.parametrize("where", ["a = 'x'", "a IS NOT NULL", "a = '\ufeff1'"])
def test_byte_order_mark_is_not_part_of_a_row(scene: Scene, where: str) -> None:
    scene.put("1,x,1\n\ufeff2,x,2\n".encode("utf-8-sig"), "1.csv")
    scene.put(b"\xef\xbb\xbf\n1,x,1\n", "2.csv").put('"1",x,1\n'.encode("utf-8-sig"), "3.csv")
    # Which record of a split is the first one is not known after pushdown.
    scene.same("n STRING, a STRING, b INT", "n,b", where, pushed=None)
    scene.same("a STRING, n STRING, b INT", "a,b", where, pushed=None)


@pytest.mark.parametrize(
    "text", ["\ufeff\ufeff1,x,1\n2,x,2\n", "\n\ufeff1,x,1\n\ufeff2,x,2\n", "\ufeff\ufeffx,x,1\n"]
)
def test_byte_order_mark_of_the_first_record_is_not_part_of_it(scene: Scene, text: str) -> None:
    scene.put(text, "1.csv").put(gzip.compress(text.encode()), "2.csv.gz")
    for schema in ("n INT, a STRING, b INT", "n STRING, a STRING, b INT", "n INT, a STRING, b TIMESTAMP"):
        for settings in ({}, EVERY_TWO_BYTES):
            for where in ("n = 1", "a = 'x'", None):
                scene.same(schema, "n,a,b", where, pushed=None, settings=settings)
            scene.same(schema, "count(n),min(n)", pushed=None, settings=settings)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"])
# No header has a NUL, so only Spark checks these filters. In FAILFAST, the store checks none of two columns.
@pytest.mark.parametrize("where", ["n >= '1\\0'", "n > 1 OR a = '\\0'", "n >= '1' OR a = 'z'"])
def test_rows_before_a_byte_order_mark_are_not_counted_twice(scene: Scene, mode: str, where: str) -> None:
    scene.put("0,x,1\n0,y,bad\n1,z,1\n\ufeff2,x,2\n3,x,3\n")
    for select in ("n,b", "n,a,b"):
        scene.same("n STRING, a STRING, b INT", select, where, pushed=None, mode=mode)


@pytest.mark.parametrize("where", ["a LIKE '#%'", "n = '#2'", "b = 1", None])
def test_comments_are_rows_without_the_option(scene: Scene, where: str | None) -> None:
    scene.put('#1,x,1\n 1,#x,1\n#2,y,1\n"#3",z,1\n4,#,1\n')
    scene.same("n STRING, a STRING, b INT", "n,b", where)
    # A projected row may begin with a comment character although its record does not.
    for select in ("n,b", "a", "b"):
        scene.same("n STRING, a STRING, b INT", select, where, comment="#")


@pytest.mark.parametrize("where", ["b > 0", None])
def test_headers_in_another_order(scene: Scene, where: str | None) -> None:
    scene.put("n,a,b\n1,x,1\n", "1.csv").put("a,n,b\ny,2,2\n", "2.csv")
    schema = "n INT, a STRING, b INT"
    scene.same(schema, "n,b", where, header="true")
    strict = scene.same(schema, "n,b", where, header="true", enforceSchema="false", settings=ONE_PARTITION)
    assert "header" in strict.failure[-1][-1]


ONE_PARTITION = {"spark.sql.files.minPartitionNum": "1"}


def test_matching_headers_are_checked_and_rows_are_pushed(scene: Scene) -> None:
    scene.put(HEADER + "".join(f"{n},x{n},{n}\n" for n in range(100)))
    settings = {"spark.sql.files.maxPartitionBytes": "200", "spark.sql.files.openCostInBytes": "0"}
    for where in ("n % 2 = 0 AND n < 50", "a = 'x7'"):
        found = scene.same(
            "n INT, a STRING, b INT", "a", where, header="true", enforceSchema="false", settings=settings
        )
        assert found.reads["splitsPlain"] == 0


HEADERS = ["n,a,b", '"n",a,"b"', "N,A,B", "n,b,a", "n,a", "n,a,b,c", "n,,b", "1,x7,1"]
COMMENTS = {"none": "", "some": "# one\n\n# two\n", "many": "#\n" * 40_000}


@pytest.mark.parametrize(
    ("header", "comments"),
    few_pairs(
        HEADERS, COMMENTS, [*((each, "some") for each in HEADERS), ("n,a,b", "many"), ("n,b,a", "none")]
    ),
)
def test_headers_are_checked_as_in_spark(scene: Scene, header: str, comments: str) -> None:
    """After comments and blank lines, of which there may be more than the check reads."""
    options = {"header": "true", "enforceSchema": "false", "comment": "#"}
    scene.put(f"{COMMENTS[comments]}{header}\n1,x7,1\n2,x8,2\n")
    for select in ("a", "b,a", "count(*)"):
        scene.same("n INT, a STRING, b INT", select, "a = 'x7'", **options, pushed=None)


RAGGED = '1,x,1\n2,y\n3\n4,z,4,4\n,,\n5,"q,5\n6,w,six\nseven,v,7\n8,u,8,,\n"9",t,9\n10,s,99999999999\n'


SELECTS = ["n", "b", "a", "b,n", "n,a,b", "count(*)"]


@pytest.mark.parametrize(
    ("select", "mode"),
    few_pairs(SELECTS, MODES, [*product(["b,n", "n,a,b"], MODES), ("count(*)", "DROPMALFORMED")]),
)
def test_short_long_and_unparsable_rows(scene: Scene, mode: str, select: str) -> None:
    scene.put(RAGGED)
    for where in ("n > 1", "b IS NULL", "a = 'z'"):
        scene.same("n INT, a STRING, b INT", select, where, mode=mode)
    scene.same("n INT, a STRING, b INT", select, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_malformed_row_outside_the_selection_has_no_effect(scene: Scene, mode: str) -> None:
    scene.put("1,x,1\ntwo,y,two\n3,x,3\n")
    found = scene.same("n INT, a STRING, b INT", "n,b", "a = 'x'", mode=mode)
    assert found.rows == ("(1, 1)", "(3, 3)")


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_corrupt_record_column_is_read_without_pushdown(scene: Scene, mode: str) -> None:
    scene.put(RAGGED)
    schema = "n INT, a STRING, b INT, _corrupt_record STRING"
    scene.same(schema, "n,_corrupt_record", "n > 1", mode=mode, pushed=False)
    scene.same(schema, "n,_corrupt_record", "_corrupt_record IS NOT NULL", mode=mode, pushed=False)
    scene.same(schema, "n,b", "n > 1", mode=mode)
    scene.same(schema, "n,a,b", "b > 1", mode=mode)
    other = "n INT, bad STRING, a STRING, b INT"
    scene.same(other, "n,bad", "b > 1", mode=mode, columnNameOfCorruptRecord="bad", pushed=False)
    scene.same(other, "n,a", "b > 1", mode=mode, columnNameOfCorruptRecord="bad")


ENDS = ["\n", "\r\n", "\r", "\n\r", "\n\n"]


@pytest.mark.parametrize(
    ("end", "final"),
    few_pairs(ENDS, [True, False], [("\n", False), ("\r\n", True), ("\r", True), ("\n\r", False)]),
    ids=repr,
)
def test_line_ends(scene: Scene, end: str, final: bool) -> None:
    rows = [f"{n},x{n % 3},{n}" for n in range(9)]
    scene.put(end.join(rows) + (end if final else ""))
    scene.same("n INT, a STRING, b INT", "b", "a = 'x1'")
    scene.same("n INT, a STRING, b INT", "b", "a = 'x1'", settings=EVERY_TWO_BYTES)


LINE_SEPARATORS = ["\n", "\r\n", "\r", "\x1e", ";", "|;", "$"]


@pytest.mark.parametrize("sep", few(LINE_SEPARATORS, ["\n", "\r\n", "|;"]), ids=repr)
def test_custom_line_separators(scene: Scene, sep: str) -> None:
    rows = [f"{n},x{n % 3},{n}" for n in range(9)]
    rows += ["9,x1\r,9", '10,"x1",10', "", "11,x1", '12,""\n,"0",12,', "13,x1,13", "14,x1,14"]
    scene.put(sep.join(rows), "1.csv").put(sep.join(rows) + sep, "2.csv")
    pushed = sep == "\n"
    for where in ("a = 'x1'", "b IS NULL", None):
        scene.same("n INT, a STRING, b INT", "b", where, lineSep=sep, pushed=pushed)
    scene.same(
        "n INT, a STRING, b INT", "b", "a = 'x1'", lineSep=sep, pushed=pushed, settings=EVERY_TWO_BYTES
    )


@pytest.mark.parametrize("size", few([1, 2, 3, 5, 8, 13, 40, 76, 77, 78], [1, 3, 13, 77]))
def test_splits_of_every_size(scene: Scene, size: int) -> None:
    scene.put(
        'n,a,b\r\n1,x,1\n\n2,"y,z",2\r3,x,3\r\n# 4,x,4\n5,"x",5\n"six",x,6\n7,x\n8,x,8'.encode("utf-8-sig")
    )
    settings = {"spark.sql.files.maxPartitionBytes": str(size), "spark.sql.files.openCostInBytes": "0"}
    scene.same("n INT, a STRING, b INT", "n,b", "a = 'x'", settings=settings, header="true", comment="#")
    scene.same("n INT, a STRING, b INT", "count(*)", settings=settings, header="true", ordered=False)


def test_fields_of_two_megabytes(scene: Scene) -> None:
    long = "é" * (1 << 20)
    scene.put(f'1,{long},1\n2,"{long}",2\n3,short,3\n4,{long}x,4\n')
    a = f.col("a")
    for where in (a == long, a.startswith("éé"), a.endswith("x"), f.col("b") > 2):
        scene.same("n INT, a STRING, b INT", ["n", "length(a)"], where)
    settings = {"spark.sql.files.maxPartitionBytes": "1000000", "spark.sql.files.openCostInBytes": "0"}
    scene.same("n INT, a STRING, b INT", "b", a.endswith("x"), settings=settings)


@pytest.mark.parametrize("fields", [20_480, 20_481])
def test_maximum_number_of_columns_and_more(scene: Scene, fields: int) -> None:
    scene.put("1,x,1\n" + ",".join(["0"] * fields) + "\n2,y,2\n")
    for select, where in (("b", None), ("b", "a = 'yy'"), ("n,b", "b > 1"), ("sum(b)", None)):
        scene.same("n INT, a STRING, b INT", select, where)


def test_bytes_that_are_not_utf_8(scene: Scene) -> None:
    scene.put(
        b"1,\xff\xfe,1\n2,\xc3(,2\n3,a\x00b,3\n\x00,,\n4,\xf0\x9f\x9a\x80,4\n5,\xed\xa0\x80,5\n6,\xef\xbf\xbd,6\n"
    )
    a = f.col("a")
    for where in (a == "\ufffd", a > "\ufffd", a.startswith("a\x00"), a.contains("("), a < "z", a.isNull()):
        scene.same("n INT, a STRING, b INT", "n,b", where)
    # The exact bytes, including replaced ones.
    scene.same("n INT, a STRING, b INT", ["hex(a)"], "b > 1")
