"""The demonstration: write, read, compare and report."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

from headwater.core import connection
from headwater.core.errors import HeadwaterError
from headwater.demo import checks, data, event_log, pushdown, report
from headwater.demo.bucket import Bucket
from headwater.demo.cluster import MASTER_HOST, SHORT_LIVED, cluster
from headwater.demo.names import BUCKET, OUTPUTS, TASKS
from headwater.embedded.checks import check_port
from headwater.embedded.files import tail
from headwater.embedded.request_log import Request, watch
from headwater.embedded.status import RUNNING
from headwater.embedded.store import DEFAULT_PORT, EmbeddedStore, require_running
from headwater.spark import launcher
from headwater.terminal import console

_HERE = Path(__file__).parent

_COMMON = {
    "spark.ui.enabled": "false",
    "spark.driver.host": MASTER_HOST,
    "spark.driver.memory": "512m",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.executor.extraJavaOptions": SHORT_LIVED,
    "spark.sql.shuffle.partitions": "2",
}

_WRITE = {
    "spark.executor.memory": "512m",
    # Start no task before both executors exist, because speculation needs two.
    "spark.cores.max": "2",
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": "1.5",
    "spark.speculation.quantile": "0.5",
    "spark.speculation.efficiency.enabled": "false",
    "spark.sql.files.maxPartitionBytes": str(4 * 2**20),
    # Rows go directly to the files of their months, without a sort. When the task fails, half of them are
    # written.
    "spark.sql.maxConcurrentOutputFileWriters": "12",
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}


def run(folder: Path) -> None:
    """Run the demonstration on the store of `folder`, which stays up. HeadwaterError if a check fails."""
    launcher.bundle()
    store = _start(folder)
    work = _fresh_folder(store.layout.data / "demo")
    with console.step("unpack the flights and add them up in Python"):
        csv = data.extract(work)
        truth = data.totals(csv)
    _require(checks.source_problems(truth), work)
    document = require_running(store.status()).as_dict()
    name = f"run-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    with Bucket(document, BUCKET) as bucket:
        with console.step("delete the objects of the previous run"):
            bucket.clear()
        written, attempts = _write(document, name, csv, work)
        read, found = _read(document, name, work)
        sizes = bucket.sizes()
    results = _query(store, document, name, work)
    table = report.rows(name, written, read, sizes)
    report.show_requests(table)
    problems = _problems(truth, found, attempts, table, sizes)
    _require(problems + (pushdown.problems(results) if results else []), work)
    report.show_trouble(attempts)
    report.show_result(sum(month["rows"] for month in truth.values()))
    if results:
        report.show_pushdown(results)
    else:
        report.show_no_pushdown()
    report.show_where(store.layout.data, name)


def _start(folder: Path) -> EmbeddedStore:
    """The store, which may already run. Uses another port if the default one is taken."""
    store = EmbeddedStore(folder)
    port = None
    if store.status().state != RUNNING:
        try:
            check_port(DEFAULT_PORT)
        except HeadwaterError:
            port = 0
    with console.step("start the object store"):
        store.up(port, [BUCKET])
    return store


def _fresh_folder(folder: Path) -> Path:
    """The same folder, emptied of the previous run's logs and results."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _write(
    document: dict, run: str, csv: Path, work: Path
) -> tuple[list[Request], dict[str, event_log.Attempts]]:
    """Write on a cluster. Returns the requests and the events of the tasks."""
    events = work / "events"
    events.mkdir()
    with console.step(
        f"write Parquet and gzipped text, {TASKS} tasks each, one of which fails and one sleeps"
    ):
        with cluster(work) as master:
            own = _WRITE | {"spark.master": master, "spark.eventLog.dir": events.as_uri()}
            requests, _ = _run(document, own, "write_program", [str(csv), f"s3://{BUCKET}/{run}"], work)
        [log] = events.iterdir()
        return requests, event_log.read(log)


def _read(document: dict, run: str, work: Path) -> tuple[list[Request], dict[str, data.Totals]]:
    """Read everything back in another Spark. Returns the requests and the content of each dataset."""
    with console.step("read both back in another Spark and add them up"):
        return _run(document, {"spark.master": "local[2]"}, "read_program", [f"s3://{BUCKET}/{run}"], work)


def _query(
    store: EmbeddedStore, document: dict, run: str, work: Path
) -> dict[str, pushdown.QueryResult] | None:
    """Run one query with pushdown off and on. None if the store runs no storlets."""
    if store.status().storlets_absence or not pushdown.deploy(store.layout.data):
        return None
    with console.step("query the CSV, with pushdown off and on"):
        own = {"spark.master": "local[2]"}
        requests, output = _run(document, own, "query_program", [f"s3://{BUCKET}/{run}"], work)
    return pushdown.query_results(output, requests)


def _run(
    document: dict, own: dict[str, str], program: str, arguments: list[str], work: Path
) -> tuple[list[Request], dict]:
    """Run one of our Spark programs. Returns its requests and its results."""
    log, results = work / f"{program}.log", work / f"{program}.json"
    every = _COMMON | {"spark.local.dir": str(work)} | own | connection.spark_values(document)
    command = [str(_HERE / f"{program}.py"), *arguments, str(results)]
    with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
        code = launcher.submit(every, command, log)
    if code:
        raise HeadwaterError(
            f"the Spark program {program} ended with {code}; its log is {log}", detail=tail(log, 40)
        )
    return seen.requests, json.loads(results.read_text())


def _problems(
    truth: data.Totals,
    found: dict[str, data.Totals],
    attempts: dict[str, event_log.Attempts],
    table: tuple[report.Row, ...],
    sizes: dict[str, int],
) -> list[str]:
    problems = checks.object_problems(sizes)
    for name, title in OUTPUTS.items():
        problems += checks.data_problems(title, truth, found[name])
        problems += checks.attempt_problems(title, attempts.get(name))
    for row in table:
        problems += checks.request_problems(row.step, row.counts)
    return problems


def _require(problems: list[str], work: Path) -> None:
    """Raise HeadwaterError with all problems, if there are any."""
    if problems:
        raise HeadwaterError(
            f"the demo found {len(problems)} problems",
            detail="\n".join(problems),
            advice=f"Spark's logs are in {work}. If it happens again, report it with them: it is a bug.",
        )
