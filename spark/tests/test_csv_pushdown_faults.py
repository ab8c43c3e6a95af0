"""The store fails or sends broken responses: the rows are Spark's own, or an error reports the reason."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

import store
import storlets
from cutting import CuttingProxy, cutting
from differential import PUSHED, Differential, Outcome, outcome, reads, require_same
from scene import Scene
from soak import few_pairs
from store import Bucket

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    # The proxy's threads check that an answer is longer than what is cut off.
    pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning"),
]

SCHEMA = "n INT, a STRING, b INT"
ROWS = "".join(f"{n},x{n % 2},{n % 7}\n" for n in range(60_000))
WHERE = "a = 'x1' OR a = 'trap'"
ONE_SPLIT = {"spark.sql.files.minPartitionNum": "1"}


@pytest.fixture
def own(differential: Differential, bucket: Bucket, request: pytest.FixtureRequest) -> Scene:
    """A folder of a separate bucket, which may get a policy and a bad name."""
    number = len(_TAKEN)
    _TAKEN.append(request.node.name)
    return Scene(differential, type(bucket)(f"{bucket.name}-{number}"))


_TAKEN: list[str] = []


@pytest.mark.parametrize("scene", store.SCHEMES, indirect=True)
def test_object_replaced_after_planning_is_read_as_it_is_now(scene: Scene) -> None:
    scene.put("1,x1,1\n2,x0,2\n")
    frames = [scene.query(SCHEMA, "n", "a = 'x1'")(session) for session in scene.differential.sessions]
    assert PUSHED in frames[0]._jdf.queryExecution().executedPlan().toString()
    for other, rows, fallen_back in (
        ("1,x1,1\n3,x1,3\n", [1, 3], 0),
        ("5,x1,1\n", [5], 1),
        ("1,x1,1\n2,x0,2\n4,x1,4\n5,x1,5\n", [1, 4], 1),
    ):
        scene.put(other)
        assert [[row.n for row in frame.collect()] for frame in frames] == [rows, rows]
        assert reads(frames[0])["splitsFallenBack"] == fallen_back


@pytest.mark.parametrize("scene", store.SCHEMES, indirect=True)
def test_deleted_object_fails(scene: Scene, session) -> None:
    scene.put("1,x1,1\n2,x0,2\n")
    query = scene.query(SCHEMA, "n", "a = 'x1'")
    frames = [query(each) for each in scene.differential.sessions]
    path = session._jvm.org.apache.hadoop.fs.Path(scene.root)
    configuration = session._jsc.hadoopConfiguration()
    assert path.getFileSystem(configuration).delete(path, True)
    found, wanted = (outcome(session, lambda _, frame=frame: frame) for frame in frames)
    assert found.failure
    assert [each[1] for each in found.failure] == [each[1] for each in wanted.failure]


@pytest.fixture(scope="module")
def proxy() -> Iterator[CuttingProxy]:
    with cutting() as running:
        yield running


@pytest.fixture
def proxied(proxy: CuttingProxy, own: Scene) -> Scene:
    """A folder of a store that is reached through the proxy."""
    settings = store.settings_behind(proxy.address, own.bucket.name, "-cut")
    for session in own.differential.sessions:
        for name, value in settings.items():
            session.conf.set(name, value)
    if own.root.startswith("swift:"):
        own.root = own.root.replace(f".{store.SERVICE}/", f".{store.SERVICE}-cut/")
    return own


@pytest.mark.parametrize(
    ("length", "times"),
    few_pairs([0, 20, 50_000, 150_000], [1, 2], [(0, 2), (20, 1), (50_000, 1), (150_000, 2)]),
)
def test_interrupted_answer_is_never_a_short_result(
    proxy: CuttingProxy, proxied: Scene, length: int, times: int
) -> None:
    proxied.put(ROWS)
    proxied.same(SCHEMA, "n,a", "n = 1", settings=ONE_SPLIT)
    proxy.cuts.extend([length] * times)
    found = _same(proxied)
    assert not proxy.cuts or (length < 100 and found.reads["splitsFallenBack"])
    proxy.cuts.clear()
    if times == 1:
        assert not found.reads["splitsFallenBack"], "a broken answer is requested again"


@pytest.mark.parametrize("form", ["csv", "json"])
def test_interrupted_answer_has_the_rows_of_a_filter_that_only_spark_checks(
    proxy: CuttingProxy, proxied: Scene, form: str
) -> None:
    line = {"csv": "{},x{}{:->90}\n", "json": '{{"n":{},"a":"x{}{:->90}"}}\n'}[form]
    proxied.put("".join(line.format(n, n % 2, n) for n in range(60_000)), f"part.{form}")

    def query(session: SparkSession) -> DataFrame:
        # No header has a NUL, so the filter is not sent to the store.
        frame = session.read.schema(SCHEMA).format(form).load(proxied.root)
        return frame.where("a > 'x1' OR a = '\\0'").selectExpr("n", "a")

    wanted = outcome(proxied.differential.off, query, ONE_SPLIT)
    assert len(wanted.rows) == 30_000
    require_same(outcome(proxied.differential.on, query, ONE_SPLIT), wanted, ordered=True)
    proxy.cuts.extend([2_500_000] * 9)
    found = outcome(proxied.differential.on, query, ONE_SPLIT)
    proxy.cuts.clear()
    assert found.reads["splitsFallenBack"] == 1
    require_same(found, wanted, ordered=True)


# With the threshold 32 the driver lists the files, with 0 tasks do.
@pytest.mark.parametrize(
    ("length", "threshold"), few_pairs([0, 2_500_000], ["32", "0"], [(0, "32"), (2_500_000, "0")])
)
def test_object_replaced_while_it_is_read(
    proxy: CuttingProxy, proxied: Scene, length: int, threshold: str
) -> None:
    # Texts that do not repeat, so that the answer is longer than what is cut off.
    rows = "".join(f"{n},x{n % 2}{n:->90},{n % 7}\n" for n in range(60_000))
    proxied.put(rows)
    proxied.same(SCHEMA, "n,a", "n = 1", settings=ONE_SPLIT)
    proxy.cuts.append(length)
    proxy.before_close = lambda: proxied.put(rows.replace(",x1", ",x2"))
    settings = ONE_SPLIT | {"spark.sql.sources.parallelPartitionDiscovery.threshold": threshold}
    found = outcome(proxied.differential.on, proxied.query(SCHEMA, "n,a", "a > 'x1'"), settings)
    proxy.before_close = lambda: None
    assert not proxy.cuts
    if length:  # Rows of the old version were returned, and rows of the new one must not follow.
        assert "the file was replaced after it was listed" in str(found)
    else:
        assert len(found.rows) == 30_000
        assert all("x2" in row for row in found.rows)


def _same(scene: Scene) -> Outcome:
    """The result of a query, equal to Spark's alone, however the store responded."""
    query = scene.query(SCHEMA, "n,a", WHERE)
    found = outcome(scene.differential.on, query, ONE_SPLIT)
    wanted = outcome(scene.differential.off, query, ONE_SPLIT)
    assert wanted.rows
    require_same(found, wanted, ordered=True)
    return found


def test_busy_store_is_read_without_pushdown(own: Scene) -> None:
    own.put(ROWS)
    own.same(SCHEMA, "n", "n = 1")
    own.put(b"longer than all that is buffered on its way\n" * (1 << 20), "other/long")
    _set_policy(own.bucket, {"quota": {"at_once": 1}})
    root, own.root = own.root, f"{own.root}/part.csv"
    with _held(f"/{own.bucket.name}/{root.rpartition('/')[2]}/other/long"):
        found = _same(own)
    assert found.reads["pushesRefused"] == 1
    assert found.reads["splitsFallenBack"] == 1


def _set_policy(bucket: Bucket, policy: dict) -> None:
    with storlets.account() as owner:
        owner.send("POST", f"/{bucket.name}", headers={"X-Container-Storlet-Policy": json.dumps(policy)})


@contextmanager
def _held(path: str) -> Iterator[None]:
    """A running request whose response is not read."""
    with storlets.account() as owner:
        answer = owner.send("GET", path, stream=True, headers={"X-Run-Storlet": "csv"})
        try:
            yield
        finally:
            answer.close()


def test_policy_set_after_planning(own: Scene) -> None:
    own.put(ROWS)
    own.same(SCHEMA, "n", "n = 1")
    _set_policy(own.bucket, {"allow": ["decompress"]})
    assert _same(own).reads["splitsFallenBack"] == 1
    assert not _same(own).reads["splitsPushed"], "it is known by now"


def test_policy_set_before_planning(own: Scene) -> None:
    _set_policy(own.bucket, {"allow": ["decompress"]})
    own.put(ROWS)
    own.same(SCHEMA, "n", WHERE, pushed=False)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A storlet `csv` that fails."""
    module = tmp_path_factory.mktemp("broken") / "broken.wasm"
    source = Path(__file__).parent / "modules" / "broken.rs"
    rustc = shutil.which("rustc")
    assert rustc, "rustc is needed, with the target wasm32-wasip1"
    options = ["--edition", "2024", "--target", "wasm32-wasip1", "-C", "opt-level=s", "-C", "strip=symbols"]
    subprocess.run([rustc, *options, source, "-o", module], check=True, timeout=300)
    with storlets.replaced("csv", module.read_bytes()):
        yield


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize("how", ["exit", "garble", "trap"])
def test_failing_module(own: Scene, how: str) -> None:
    own.put(f"-1,{how},0\n{ROWS}")
    assert _same(own).reads["splitsFallenBack"] == 1
