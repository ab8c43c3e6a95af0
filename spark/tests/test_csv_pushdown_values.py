"""CSV files have the same rows with and without pushdown: numbers, dates and times."""

import pytest
from pyspark.sql import functions as f

from differential import outcome, require_same
from scene import Scene
from soak import few, few_pairs

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

# fmt: off
NUMBERS = [
    "0", "-0", "+0", "1", "+1", "-1", "01", "1.0", "1.", ".5", "-.5", "1e3", "1E3", "1e-3",
    "1e400", "-1e400", "1e-400", "NaN", "nan", "Inf", "Infinity", "-Infinity", "-Inf", "+Inf", "127",
    "128", "-128", "-129", "32768",
    "2147483647", "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "1234567890123456789", "1234567890123456788", "123456789012345678.9",
    "0.1", "0.10", "0.100000000000000005",
    "16777217", "99999999.99", "99999999.995", "100000000", "1,234", "'1'", "1f", "1d", "0x10",
    "\u0661", "1_000",
    "NULL", "true", "", '""', " 1", "1 ", '"1"', '" 1"', "1\u00a0",
]
# fmt: on

KINDS = ["TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE"]
KINDS += ["DECIMAL(10,2)", "DECIMAL(38,18)", "DECIMAL(19,0)", "DECIMAL(5,5)", "BOOLEAN"]

LITERALS = {
    "BIGINT": ["1", "1234567890123456789", "9223372036854775807"],
    "FLOAT": ["1", "0.1f", "16777217", "FLOAT('NaN')", "FLOAT('Infinity')"],
    "DOUBLE": ["1", "0.1D", "0.0D", "1000", "DOUBLE('NaN')", "DOUBLE('-Infinity')"],
    "DECIMAL(10,2)": ["1", "0.1", "99999999.99", "99999999.995"],
    "DECIMAL(38,18)": ["0.1", "0.100000000000000005", "1234567890123456789"],
    "DECIMAL(19,0)": ["1234567890123456789", "1.0"],
    "DECIMAL(5,5)": ["0.1"],
    "BOOLEAN": ["true"],
}


@pytest.fixture
def numbers(scene: Scene) -> Scene:
    quoted = [f'"{each}"' if "," in each else each for each in NUMBERS]
    return scene.put("".join(f"{number},{each},x\n" for number, each in enumerate(quoted)))


@pytest.mark.parametrize("kind", few(KINDS, [*LITERALS.keys() - {"DECIMAL(19,0)", "DECIMAL(5,5)"}, "INT"]))
def test_numbers(numbers: Scene, kind: str) -> None:
    schema = f"n INT, a {kind}, b STRING"
    literals = LITERALS.get(kind, ["1", "127", "-1"])
    for literal in literals:
        for where in (f"a = {literal}", f"NOT (a <= {literal})"):
            # Spark reads nothing if no value of the type can match.
            numbers.same(schema, "n,a", where, pushed=None)
    for ansi in ("true", "false"):
        for where in (f"a <=> {literals[0]}", f"a IN ({literals[-1]}, NULL)", "a IS NULL"):
            numbers.same(schema, "n", where, pushed=None, settings={"spark.sql.ansi.enabled": ansi})
    numbers.same(schema, "n", f"a != CAST(0 AS {kind})")


@pytest.mark.parametrize(
    ("kind", "mode"),
    few_pairs(
        ["INT", "DOUBLE", "DECIMAL(10,2)", "BOOLEAN"],
        ["DROPMALFORMED", "FAILFAST"],
        [("INT", "DROPMALFORMED"), ("DOUBLE", "FAILFAST"), ("DECIMAL(10,2)", "FAILFAST")],
    ),
)
def test_numbers_that_are_malformed(numbers: Scene, kind: str, mode: str) -> None:
    for where in ("a IS NULL", f"n IN (3, 4) AND a = CAST(1 AS {kind})", "n = 3", "b = 'y'"):
        numbers.same(f"n INT, a {kind}, b STRING", "n,a", where, mode=mode)


def test_failfast_fails_unless_every_column_of_a_condition_is_there(scene: Scene) -> None:
    scene.put("0\n1,2,x\n")
    for where in ("(n = 7 AND b = 'x') OR n <=> -1", "n = 7 AND b = 'x'", "n = 7 OR b = 'x'"):
        # In FAILFAST, the store checks no filter of two columns, and the query needs all columns.
        scene.same("n INT, a INT, b STRING", "n,a,b", where, pushed=None, mode="FAILFAST")


@pytest.mark.parametrize(
    "options",
    [
        {"nanValue": "1"},
        {"positiveInf": "1e3", "negativeInf": "-1"},
        {"nanValue": "NULL"},
        {"locale": "de-DE"},
        {"nullValue": "1"},
        {"ignoreLeadingWhiteSpace": "true", "ignoreTrailingWhiteSpace": "true"},
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", few(["DOUBLE", "DECIMAL(10,2)", "INT"], ["DOUBLE"]))
def test_options_of_numbers(numbers: Scene, kind: str, options: dict[str, str]) -> None:
    for where in (f"a = CAST(1 AS {kind})", f"a < CAST(5 AS {kind})", "a IS NULL"):
        numbers.same(f"n INT, a {kind}, b STRING", "n,a", where, **options)
    if kind == "DOUBLE":
        numbers.same("n INT, a DOUBLE, b STRING", "n,a", f.isnan("a"), pushed=True, **options)


# fmt: off
TIMES = [
    "2015-01-01", "2015-1-1", "2015-01-02 ", "2015-02-30", "0001-01-01", "0000-01-01", "9999-12-31",
    "10000-01-01", "-0001-01-01", "+2015-01-01", "2015-01-01T00:00:00", "2015-01-01 00:00:00",
    "2015-01-01 00:00:00.000001", "2015-01-01 00:00:00.0000001", "2015-01-01T00:00:00Z",
    "2015-01-01 00:00:00+01:00", "2015-01-01 00:00:00 UTC", "2015-01-01 00:00:00 Europe/Paris",
    "2015-03-29 02:30:00", "2015-10-25 02:30:00", "2015-01-01 24:00:00", "2015-01-01 23:59:60", "01/02/2015",
    "20150101", "2015", "2015-01", "2015-01-01 1:2:3", "today", "epoch", "null", "", "1582-10-10",
    "1900-01-01 00:00:00", "2015-01-01 00:00:00-18:00", "2015-01-01 00:00",
]
# fmt: on

TEMPORAL = ["DATE", "TIMESTAMP", "TIMESTAMP_NTZ"]
INSTANTS = ["2015-01-01", "0001-01-01", "2015-03-29 02:30:00"]


@pytest.fixture
def times(scene: Scene) -> Scene:
    return scene.put("".join(f"{number},{each},x\n" for number, each in enumerate(TIMES)))


ZONES = ["UTC", "Europe/Paris", "+05:30", "America/St_Johns"]


@pytest.mark.parametrize(
    ("kind", "zone"),
    few_pairs(
        TEMPORAL,
        ZONES,
        [("DATE", ZONES[3]), ("TIMESTAMP", ZONES[1]), ("TIMESTAMP", ZONES[2]), ("TIMESTAMP_NTZ", ZONES[1])],
    ),
)
def test_dates_and_times(times: Scene, kind: str, zone: str) -> None:
    settings = {"spark.sql.session.timeZone": zone}
    for instant in INSTANTS:
        literal = f"{kind} '{instant}'"
        for where in (f"a = {literal}", f"NOT (a < {literal}) OR a IS NULL"):
            times.same(f"n INT, a {kind}, b STRING", "n,a", where, settings=settings)


PATTERNS = [
    {"dateFormat": "yyyy-MM-dd", "timestampFormat": "yyyy-MM-dd HH:mm:ss"},
    {"dateFormat": "dd/MM/yyyy", "timestampFormat": "dd/MM/yyyy"},
    {"dateFormat": "yyyyMMdd", "timestampNTZFormat": "yyyy-MM-dd"},
    {"timeZone": "Asia/Tokyo"},
    {"timeZone": "-03:00"},
    {"preferDate": "false"},
    {"enableDateTimeParsingFallback": "false"},
    {"enableDateTimeParsingFallback": "true", "dateFormat": "dd/MM/yyyy", "timestampFormat": "dd/MM/yyyy"},
]


@pytest.mark.parametrize(
    ("kind", "options"),
    few_pairs(
        TEMPORAL,
        PATTERNS,
        [*(("TIMESTAMP", each) for each in PATTERNS), ("DATE", PATTERNS[1]), ("TIMESTAMP_NTZ", PATTERNS[2])],
    ),
    ids=str,
)
def test_patterns_and_zones(times: Scene, kind: str, options: dict[str, str]) -> None:
    for where in (f"a >= {kind} '2015-01-01'", "a IS NULL"):
        times.same(f"n INT, a {kind}, b STRING", "n,a", where, **options)


POLICIES = ["LEGACY", "EXCEPTION", "CORRECTED"]


@pytest.mark.parametrize(
    ("kind", "policy"),
    few_pairs(TEMPORAL, POLICIES, [*(("TIMESTAMP", each) for each in POLICIES), ("DATE", "LEGACY")]),
)
def test_time_parsers(times: Scene, kind: str, policy: str) -> None:
    settings = {"spark.sql.legacy.timeParserPolicy": policy}
    for options in ({}, {"dateFormat": "dd/MM/yyyy", "timestampFormat": "dd/MM/yyyy"}):
        for where in (f"a = {kind} '2015-01-01'", "n < 2 AND a IS NOT NULL"):
            query = times.query(f"n INT, a {kind}, b STRING", "n,a", where, **options)
            on, off = (outcome(each, query, settings) for each in times.differential.sessions)
            require_same(on, off, ordered=True)


@pytest.mark.parametrize("kind", ["BINARY", "INTERVAL YEAR TO MONTH", "INTERVAL DAY TO SECOND"])
def test_types_that_are_not_compared_in_the_store(times: Scene, kind: str) -> None:
    schema = f"n INT, a {kind}, b STRING"
    for where in ("n > 3", "n > 3 AND a IS NULL"):
        times.same(schema, "n,b", where)
        times.same(schema, ["n", "CAST(a AS STRING)"], where)
