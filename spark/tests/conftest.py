"""The store, the cluster and the Spark sessions that the tests share."""

import os
import shutil
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from headwater.spark import launcher
from headwater.spark.cluster import cluster
from pyspark.sql import SparkSession
from transactions import Transactions

import matrix as matrix_page
import plans
import soak
import store
import storlets
from differential import Differential
from hadoop import Hadoop, configure, distcp, spark_cloud
from last_requests import LastRequests
from s3_bucket import S3Bucket
from scene import Scene
from swift_bucket import RgwBucket, SwiftBucket

ROOT = Path(__file__).resolve().parents[2]
FIGURES = pytest.StashKey[Counter]()
MATRIX = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", soak.MARKER)
    config.pluginmanager.register(Transactions())
    config.pluginmanager.register(LastRequests())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    soak.mark_repetitions(items)
    if not store.is_running():
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"{store.SERVER} is not installed"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--runs", type=int, default=soak.size(8, 40), help="how many seeded jobs to run under faults"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Seeds 0, 1, ... or HEADWATER_SEED alone, each with the session that it needs."""
    if not {"plan", "frame_plan"} & set(metafunc.fixturenames):
        return
    only = os.environ.get("HEADWATER_SEED")
    seeds = [int(only)] if only else range(metafunc.config.getoption("--runs"))
    if "frame_plan" in metafunc.fixturenames:
        few = seeds if only else range(-(-len(seeds) // 2))
        frames = [plans.draw_frame(seed) for seed in few]
        metafunc.parametrize("frame_plan", frames, ids=[f"seed{plan.seed}-{plan.scheme}" for plan in frames])
        return
    drawn = [plans.draw(seed) for seed in seeds]
    metafunc.parametrize(
        ("session", "plan"),
        [(plan.coordinated, plan) for plan in drawn],
        ids=[f"seed{plan.seed}-{plan.scheme}" for plan in drawn],
        indirect=["session"],
        scope="session",
    )


@pytest.fixture
def s3_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's process knows the store's S3 API, as a user's does."""
    for name, value in store.s3_environment().items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def figures(pytestconfig: pytest.Config) -> Counter:
    """Counts that are reported at the end."""
    return pytestconfig.stash.setdefault(FIGURES, Counter())


@pytest.fixture(scope="session")
def matrix(pytestconfig: pytest.Config) -> list[str]:
    """A line for each version of Spark that was tried, reported at the end."""
    return pytestconfig.stash.setdefault(MATRIX, [])


def pytest_terminal_summary(terminalreporter, exitstatus: int, config: pytest.Config) -> None:
    lines = config.stash.get(MATRIX, [])
    for line in lines:
        terminalreporter.write_line(line)
    page = os.environ.get("HEADWATER_MATRIX")
    if page and lines and exitstatus == pytest.ExitCode.OK:
        matrix_page.write(Path(page), lines)
    figures = config.stash.get(FIGURES, Counter())
    if figures:
        counts = ", ".join(f"{count} {event}" for event, count in sorted(figures.items()))
        terminalreporter.write_line(f"jobs under faults: {counts}")


@pytest.fixture(scope="module")
def buckets(request) -> dict[str, store.Bucket]:
    """One bucket per module and scheme."""
    # A module's tests may be split by session. Each part gets separate buckets.
    name = f"{request.module.__name__.replace('_', '-')}-{uuid.uuid4().hex[:8]}"
    by_swift = RgwBucket if store.SERVER == "RGW" else SwiftBucket
    made = (S3Bucket(f"{name}-s3"), by_swift(f"{name}-swift"))
    return dict(zip(store.SCHEMES, made, strict=True))


@pytest.fixture(params=store.SCHEMES)
def bucket(request, buckets: dict[str, store.Bucket]) -> store.Bucket:
    """The module's bucket for each scheme in turn."""
    return buckets[request.param]


@pytest.fixture
def drawn_bucket(request, buckets: dict[str, store.Bucket]) -> store.Bucket:
    """The bucket for a scheme drawn from the test's name, for slow tests that do not depend on the scheme."""
    return buckets[store.drawn_scheme(request.node.name)]


@pytest.fixture(scope="session")
def hadoop(class_path: str, tmp_path_factory: pytest.TempPathFactory) -> Hadoop:
    folder = tmp_path_factory.mktemp("hadoop")
    with_distcp = os.pathsep.join((class_path, str(distcp())))
    return Hadoop(configure(folder / "conf", store.settings(folder)), with_distcp)


@pytest.fixture(scope="session")
def class_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Copies of the bundle and of the jobs' code, so that a concurrent build cannot change them."""
    tests = sorted((ROOT / "spark" / "target").glob("headwater-spark-*-tests.jar"))
    assert tests, "run `mvn -q -pl spark -am package -DskipTests` first"
    folder = tmp_path_factory.mktemp("jars")
    return os.pathsep.join(shutil.copy(jar, folder) for jar in (launcher.bundle(), tests[-1], spark_cloud()))


@pytest.fixture(scope="session")
def _storlets() -> None:
    storlets.deploy_shipped()


@pytest.fixture(scope="module")
def differential(session: SparkSession, _storlets: None) -> Differential:
    """Sessions with and without pushdown, on a store with the storlets deployed."""
    return Differential(session)


@pytest.fixture
def _compiled(differential: Differential) -> Iterator[None]:
    """Compile the queries of both sessions."""
    for each in differential.sessions:
        for name, value in _COMPILED.items():
            each.conf.set(name, value)
    yield
    for each in differential.sessions:
        for name, value in _INTERPRETED.items():
            each.conf.set(name, value)


@pytest.fixture
def scene(request, differential: Differential, buckets: dict[str, store.Bucket]) -> Scene:
    """A separate folder for the test, read with and without pushdown.

    The parameter sets its scheme. Without one it is drawn from the test's name, because storlets' output does
    not depend on it.
    """
    scheme = getattr(request, "param", store.drawn_scheme(request.node.name))
    return Scene(differential, buckets[scheme])


@pytest.fixture(scope="session")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture(scope="session")
def session(request, class_path: str, tmp_path_factory) -> Iterator[SparkSession]:
    """A Spark application on the cluster. The parameter says how it commits, see _commits.

    With the parameter "local" it runs in this process alone and tries each task once.
    """
    os.environ |= {"SPARK_HOME": str(launcher.home()), "SPARK_LOCAL_IP": "127.0.0.1"}
    master = "local[2]" if request.param == "local" else request.getfixturevalue("master")
    builder = SparkSession.builder.master(master).appName("headwater-tests")
    settings = store.spark_settings(tmp_path_factory.mktemp("hadoop"))
    settings["spark.sql.warehouse.dir"] = str(tmp_path_factory.mktemp("warehouse"))
    for name, value in (settings | _settings(class_path) | _commits(request.param)).items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    yield made
    made.stop()


def _settings(class_path: str) -> dict[str, str]:
    return {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.extraClassPath": class_path,
        "spark.executor.extraClassPath": class_path,
        "spark.executor.memory": "512m",
        "spark.executor.cores": "1",
        "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
        "spark.executor.extraJavaOptions": launcher.SHORT_LIVED,
        "spark.ui.enabled": "false",
        # Spark describes each query for a UI, also without one.
        "spark.sql.ui.explainMode": "simple",
        "spark.sql.shuffle.partitions": "2",
        "spark.log.level": "ERROR",
        "spark.task.maxFailures": "100",
        "spark.excludeOnFailure.enabled": "false",
    }


# Generating and compiling Java for a query takes longer than the few rows of a test.
_INTERPRETED = {"spark.sql.codegen.wholeStage": "false", "spark.sql.codegen.factoryMode": "NO_CODEGEN"}

_COMPILED = {"spark.sql.codegen.wholeStage": "true", "spark.sql.codegen.factoryMode": "FALLBACK"}

_SPECULATION = {
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.5",
    "spark.speculation.multiplier": "3",
}


def _commits(how: bool | str) -> dict[str, str]:
    """Settings to commit by manifest or by Hadoop's committer, each with or without the coordinator."""
    if how == "local":
        return _INTERPRETED
    if how == "manifest":
        # The bundle sets it, except with spark-hadoop-cloud on the class path, which other tests need.
        protocol = "io.headwater.spark.HeadwaterCommitProtocol"
        return {"spark.sql.sources.commitProtocolClass": protocol} | _SPECULATION
    if how == "manifest without coordinator":
        return _commits("manifest") | {"spark.hadoop.outputCommitCoordination.enabled": "false"}
    return {
        "spark.hadoop.outputCommitCoordination.enabled": str(how).lower(),
        # Hadoop's committer, which the connector intercepts, also for DataFrames.
        "spark.sql.sources.commitProtocolClass": (
            "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol"
        ),
    } | _SPECULATION
