"""Queries on a store whose csv storlet is older than typed answers. It answers with text.

The module is today's, which knows the parameter `answer` by another name. So it refuses the parameter as that
of 0.1 does.
"""

from collections.abc import Iterator
from itertools import count

import pytest
from headwater.core.artifacts import shipped

import storlets
from differential import Differential
from scene import SPLITS, Scene
from store import Bucket

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    pytest.mark.usefixtures("_older"),
]

SCHEMA = "n INT, a STRING, b DOUBLE"
ROWS = "".join(f"{n},{'x' * (n % 90)}{n},{n / 7!r}\n" for n in range(5_000))


NUMBERS = count()
"""Of buckets. What a bucket's storlet lacks is remembered."""

NAMES = b"answerschemadictionariesstreams"
"""The names of the parameters of typed answers, as the module has them."""


@pytest.fixture(params=[b"answer", b"streams"], ids=["without typed answers", "of version 0.1"])
def _older(request, _storlets) -> Iterator[None]:
    module = (shipped("storlets") / "csv.wasm").read_bytes()
    assert module.count(NAMES) == 1, "the names of the parameters"
    renamed = NAMES.replace(request.param, request.param.upper())
    with storlets.replaced("csv", module.replace(NAMES, renamed)):
        yield


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("where", [None, "n % 2 = 0", "n > 4900 AND a LIKE 'x%'"])
def test_rows_are_those_of_plain_reads(request, scene: Scene, where: str | None, compiled: bool) -> None:
    if compiled:
        request.getfixturevalue("_compiled")
    scene.put(ROWS)
    query = ["count(*)", "sum(hash(n,a,b))"]
    first = scene.same(SCHEMA, query, where, pushed=None, settings=SPLITS).reads
    later = scene.same(SCHEMA, query, where, pushed=where is not None, settings=SPLITS).reads
    assert not where or not first["splitsFallenBack"]
    assert bool(later["splitsPlain"]) == (where is None), "text of all rows and columns does not pay"
    scene.same(SCHEMA, "n,a", where, pushed=None)


def test_a_refusal_is_counted(differential: Differential, bucket: Bucket) -> None:
    scene = Scene(differential, type(bucket)(f"{bucket.name}-{next(NUMBERS)}"))
    scene.put(ROWS)
    found = scene.same(SCHEMA, ["count(*)", "sum(hash(n,a,b))"], pushed=None).reads
    assert 1 <= found["pushesRefused"] == found["splitsFallenBack"]


def test_a_storlet_that_was_replaced_is_used_again(scene: Scene) -> None:
    scene.put(ROWS)
    scene.same(SCHEMA, "n", "n < 7", pushed=None)
    storlets.deploy_shipped()
    scene.same(SCHEMA, "n", "n < 7", pushed=None)
