"""For JSON lines, too, the same columns are inferred from the store's sample as from all lines."""

import gzip
import itertools
import json
import os
import random

import pytest
from pyspark.sql import DataFrame, SparkSession

from differential import Outcome
from json_texts import LAX, lines
from scene import EVERY_TWO_BYTES, SPLITS, Scene
from soak import few, few_pairs
from watched import bodies, sent, watching

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SEED = int(os.environ.get("HEADWATER_SEED", "17"))
DRAWS = 20
METERS = "".join(
    f'{{"id":{number},"kwh":{number}.5,"at":{{"city":"Rotterdam","ports":[{number % 3},7]}},"on":true}}\n'
    for number in range(20_000)
)


def _same(scene: Scene, *, settings: dict | None = None, **options: str) -> Outcome:
    """The inferred columns and the rows of the folder, equal with and without pushdown."""

    def run(session: SparkSession) -> DataFrame:
        return session.read.options(**options).json(scene.root)

    return scene.differential.same(run, pushed=None, ordered=False, settings=settings)


def _same_with_request(scene: Scene, *, settings: dict | None = None, **options: str) -> Outcome:
    """The same, with a pushed scan. Rows are not pushed down if all columns are needed."""
    with bodies(scene.bucket) as counted:
        found = _same(scene, settings=settings, **options)
    assert counted.storlets
    return found


@pytest.mark.parametrize("scene", ["s3", "swift"], indirect=True)
def test_sample_of_lines_suffices(scene: Scene) -> None:
    scene.put(METERS, "part.json")
    pushing, plain = scene.differential.sessions
    with bodies(scene.bucket) as whole:
        wanted = plain.read.json(scene.root).schema.simpleString()
    with bodies(scene.bucket) as few:
        assert pushing.read.json(scene.root).schema.simpleString() == wanted
    assert wanted == "struct<at:struct<city:string,ports:array<bigint>>,id:bigint,kwh:double,on:boolean>"
    assert whole.storlets == 0
    assert 0 < few.storlets < len(METERS) / 100
    assert few.plain < whole.plain


VALUES = (
    None,
    "",
    "x",
    "5",
    True,
    7,
    -(2**63),
    2**63,
    10**37,
    10**38,
    1.5,
    [],
    [1],
    ["x", None],
    [[2.5]],
    [{"b": 1}],
    {},
    {"b": 1},
    {"b": None, "c": "y"},
    {"B": 2},
)


@pytest.mark.parametrize("first", few(range(len(VALUES)), range(0, len(VALUES), 2)))
def test_every_pair_of_values(scene: Scene, first: int) -> None:
    # Each pair is a separate column. The values after it are there to be left out.
    pairs = [(VALUES[first], other) for other in VALUES]
    rows = [{f"c{place}": pair[turn % 2] for place, pair in enumerate(pairs)} for turn in range(8)]
    scene.put("".join(json.dumps(row) + "\n" for row in rows), "part.json")
    options = ({}, {"dropFieldIfAllNull": "true"}, {"primitivesAsString": "true"})
    _same_with_request(scene, **options[first % 3])


@pytest.mark.parametrize("part", few(range(4), [0]))
def test_every_order_of_lines(scene: Scene, part: int) -> None:
    kinds = ['{"a":1}', '{"a":"x","b":[]}', '{"b":[{"c":2}]}', "", "7", '[{"d":1.5}]', '{"a":', "{}"]
    pushing, plain = scene.differential.sessions
    orders = random.Random(SEED).sample(list(itertools.permutations(kinds, 3)), 40)[part::4]
    for number, order in enumerate(orders):
        folder = f"{number}/part.json"
        scene.put("\n".join(order * 2), folder)
        found = [
            session.read.json(f"{scene.root}/{number}").schema.simpleString() for session in (pushing, plain)
        ]
        assert found[0] == found[1], order


READS = {"strict": {}, "lax": LAX, "named": {"columnNameOfCorruptRecord": "bad"}}
MODES = ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"]


@pytest.mark.parametrize(
    ("options", "mode"),
    few_pairs(
        READS,
        MODES,
        [*(("strict", mode) for mode in MODES), ("lax", "PERMISSIVE"), ("named", "PERMISSIVE")],
    ),
)
def test_lines_of_every_kind(scene: Scene, options: str, mode: str) -> None:
    scene.put(_once_each(lines()), "part.json")
    # If two tasks fail, either may be first.
    settings = {} if mode == "FAILFAST" else SPLITS
    found = _same_with_request(scene, settings=settings, mode=mode, **READS[options])
    assert bool(found.schema) == (mode != "FAILFAST")


def _once_each(some: str) -> str:
    """Without the lines that contain a name twice, which fail with any schema."""
    return "\n".join(line for line in some.split("\n") if '"id":99' not in line)


@pytest.mark.parametrize("count", few([3, 7], [3]))
def test_every_split_size(scene: Scene, count: int) -> None:
    scene.put(_once_each(lines(count)), "part.json")
    assert _same_with_request(scene, settings=EVERY_TWO_BYTES).schema


@pytest.mark.parametrize(
    "options",
    [
        {"multiLine": "true"},
        {"encoding": "UTF-8"},
        {"samplingRatio": "0.5"},
        {"prefersDecimal": "true"},
        {"inferTimestamp": "true"},
        {"singleVariantColumn": "v"},
        {"maxStringLen": "3"},
        {"lineSep": "\n"},
        {"lineSep": "}"},
        {"wholetext": "true"},
        {"timestampFormat": "dd/MM/yyyy"},
        {"timeZone": "Europe/Paris"},
        {"allowNonNumericNumbers": "false"},
        {"allowUnquotedControlChars": "true"},
        {"headwater.pushdown": "false"},
    ],
)
def test_options(scene: Scene, options: dict[str, str]) -> None:
    some = ['{"a":"2015-01-02T00:00:00","b":1.25}', '{"a":"12.5","b":NaN}', '{"a":"x\ty","c":"2015-01-02"}']
    scene.put("\n".join(some * 5), "part.json")
    _same(scene, **options)


@pytest.mark.parametrize("part", few(range(4), [0]))
def test_names(scene: Scene, part: int) -> None:
    names = ["a.b", "", "é", "É", "a b", "\\u0061", "a/b", "~", "id", "ID", "_corrupt_record"]
    pairs = list(itertools.combinations(names, 2))[part::4]
    for number, pair in enumerate(pairs):
        body = "".join(f'{{"{name}":{value}}}\n' for value in (1, '"x"', 2) for name in pair)
        scene.put(body, f"{number}/part.json")
    pushing, plain = scene.differential.sessions
    for number, pair in enumerate(pairs):
        root = f"{scene.root}/{number}"
        found = [_schema_or_failure(session, root) for session in (pushing, plain)]
        assert found[0] == found[1], pair


def _schema_or_failure(session: SparkSession, root: str) -> str:
    try:
        return session.read.json(root).schema.simpleString()
    except Exception as failure:  # noqa: BLE001 (whatever it is, it must be the same)
        return type(failure).__name__ + str(failure).splitlines()[0]


def test_names_twice_in_an_object(scene: Scene) -> None:
    for some in ('{"a":1,"a":{}}\n{"a":{}}\n', '{"a":{},"a":1}\n{"a":2}\n'):
        scene.put(some, "part.json")
        _same_with_request(scene)
    scene.put('{"a":1}\n{"b":{"c":1}}\n{"a":1,"a":1}\n', "part.json")
    _same(scene)
    scene.put('{"b":{"c":1,"c":1}}\n', "part.json")
    _same(scene)


def test_partitions_and_files_without_data(scene: Scene) -> None:
    scene.put('{"a":1}\n', "p=1/1.json").put('{"a":2.5}\n', "p=2/1.json").put("no data", "_hidden/1.json")
    assert _same(scene).schema == "struct<a:double,p:int>"
    scene.put('{"p":"x"}\n', "p=3/1.json")
    _same(scene)
    _same(scene, basePath=scene.root)
    _same(scene, pathGlobFilter="*.none")


def test_no_data(scene: Scene) -> None:
    _same(scene)
    _same(scene.put("", "1.json"))
    _same(scene.put("\n \n", "2.json"))
    _same(scene.put("{}\n{}\n", "3.json"))


def test_compressed_files_and_marks(scene: Scene) -> None:
    scene.put(gzip.compress(METERS.encode()), "1.json.gz").put(f"\ufeff{METERS[:600]}", "2.json")
    _same_with_request(scene)


def test_blank_lines(scene: Scene) -> None:
    scene.put("\n" * 100_000 + '{"a":1}\n \t\n' + "\n" * 100_000, "part.json")
    assert _same_with_request(scene, mode="FAILFAST").schema == "struct<a:bigint>"


def test_unsupported_inference_sends_no_other_request(scene: Scene) -> None:
    scene.put('{"a":1}\n', "1.json").put('{"a":2}\n', "2.json")
    pushing, plain = scene.differential.sessions
    counts = []
    for session in (plain, pushing, plain):  # The first session finds the files.
        with watching() as watched:
            session.read.json(scene.root, multiLine=True)
        counts.append(sent(watched))
    assert counts[1] == counts[2]


@pytest.mark.parametrize("seed", few(range(SEED, SEED + DRAWS), range(SEED, SEED + 6)))
def test_draws(scene: Scene, seed: int) -> None:
    draw = random.Random(seed)

    def value(depth: int) -> object:
        kind = draw.random()
        if depth and kind < 0.2:
            return {draw.choice("abcd"): value(depth - 1) for _ in range(draw.randrange(4))}
        if depth and kind < 0.4:
            return [value(depth - 1) for _ in range(draw.randrange(4))]
        return draw.choice(VALUES[:11])

    for number in range(draw.choice([1, 2, 4])):
        # Few values, so that most lines are left out.
        pool = {name: [value(3) for _ in range(draw.choice([1, 1, 2, 4]))] for name in "abcdefgh"}
        rows = [
            {name: draw.choice(values) for name, values in pool.items() if draw.random() < 0.7}
            for _ in range(draw.choice([3, 30, 300]))
        ]
        scene.put("".join(json.dumps(row) + "\n" for row in rows), f"{number}.json")
    settings = draw.choice([SPLITS, {}])
    _same_with_request(scene, settings=settings, mode=draw.choice(["PERMISSIVE", "FAILFAST"]))
