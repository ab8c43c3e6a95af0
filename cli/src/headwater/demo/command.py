"""The command `demo`."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import click

from headwater import settings, spark, ui
from headwater.demo import checks, data, evidence, pushdown, report
from headwater.demo.bucket import Bucket
from headwater.demo.cluster import MASTER_HOST, SHORT_LIVED, cluster
from headwater.demo.names import BUCKET, OUTPUTS, TASKS
from headwater.embedded.checks import check_port
from headwater.embedded.files import tail
from headwater.embedded.status import RUNNING
from headwater.embedded.store import DEFAULT_PORT, EmbeddedStore, require_running
from headwater.errors import HeadwaterError
from headwater.requests import Request, watch

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


@click.command()
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".cache/demo"),
    show_default=True,
    help="The folder of the store that the demo uses, and leaves running.",
)
def demo(folder: Path) -> None:
    """Write 336,776 real rows to an object store through failures, read them back, and prove them right."""
    spark.bundle()
    store = _start(folder)
    work = _fresh_folder(store.layout.data / "demo")
    with ui.step("unpack the flights and add them up in Python"):
        csv = data.extract(work)
        truth = data.totals(csv)
    _require(checks.source_problems(truth), work)
    document = require_running(store.status()).as_dict()
    run = f"run-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    with Bucket(document, BUCKET) as bucket:
        with ui.step("clear away the previous run"):
            bucket.clear()
        written, attempts = _write(document, run, csv, work)
        read, found = _read(document, run, work)
        sizes = bucket.sizes()
    asked = _ask(store, document, run, work)
    table = report.rows(run, written, read, sizes)
    report.show_requests(table)
    problems = _problems(truth, found, attempts, table, sizes)
    _require(problems + (pushdown.problems(asked) if asked else []), work)
    report.show_trouble(attempts)
    report.show_result(sum(month["rows"] for month in truth.values()))
    if asked:
        report.show_pushdown(asked)
    else:
        report.show_no_pushdown()
    report.show_where(store.layout.data, run)


def _start(folder: Path) -> EmbeddedStore:
    """The store, which may already run. Uses another port if the default one is taken."""
    store = EmbeddedStore(folder)
    port = None
    if store.status().state != RUNNING:
        try:
            check_port(DEFAULT_PORT)
        except HeadwaterError:
            port = 0
    with ui.step("start the object store"):
        store.up(port, [BUCKET])
    return store


def _fresh_folder(folder: Path) -> Path:
    """The same folder, emptied of the previous run's logs and results."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def _write(
    document: dict, run: str, csv: Path, work: Path
) -> tuple[list[Request], dict[str, evidence.Attempts]]:
    """Write on a cluster. Returns the requests and the events of the tasks."""
    events = work / "events"
    events.mkdir()
    with ui.step(f"write Parquet and gzipped text, {TASKS} tasks each, of which one fails and one sleeps"):
        with cluster(work) as master:
            own = _WRITE | {"spark.master": master, "spark.eventLog.dir": events.as_uri()}
            requests, _ = _run(document, own, "writing", [str(csv), f"s3://{BUCKET}/{run}"], work)
        [log] = events.iterdir()
        return requests, evidence.read(log)


def _read(document: dict, run: str, work: Path) -> tuple[list[Request], dict[str, data.Totals]]:
    """Read everything back in another Spark. Returns the requests and the content of each dataset."""
    with ui.step("read both back in another Spark and add them up"):
        return _run(document, {"spark.master": "local[2]"}, "reading", [f"s3://{BUCKET}/{run}"], work)


def _ask(store: EmbeddedStore, document: dict, run: str, work: Path) -> dict[str, pushdown.Asked] | None:
    """Run one query with pushdown off and on. None if the store runs no storlets."""
    if store.status().storlets_absence or not pushdown.deploy(store.layout.data):
        return None
    with ui.step("ask one query of the CSV, with pushdown off and on"):
        own = {"spark.master": "local[2]"}
        requests, told = _run(document, own, "asking", [f"s3://{BUCKET}/{run}"], work)
    return pushdown.asked(told, requests)


def _run(
    document: dict, own: dict[str, str], program: str, arguments: list[str], work: Path
) -> tuple[list[Request], dict]:
    """Run one of our Spark programs. Returns its requests and its results."""
    log, results = work / f"{program}.log", work / f"{program}.json"
    every = _COMMON | {"spark.local.dir": str(work)} | own | settings.spark_values(document)
    command = [str(_HERE / f"{program}.py"), *arguments, str(results)]
    with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
        code = spark.submit(every, command, log)
    if code:
        raise HeadwaterError(
            f"the Spark program {program} ended with {code}; its log is {log}", detail=tail(log, 40)
        )
    return seen.requests, json.loads(results.read_text())


def _problems(
    truth: data.Totals,
    found: dict[str, data.Totals],
    attempts: dict[str, evidence.Attempts],
    table: tuple[report.Row, ...],
    sizes: dict[str, int],
) -> list[str]:
    problems = checks.object_problems(sizes)
    for name, what in OUTPUTS.items():
        problems += checks.data_problems(what, truth, found[name])
        problems += checks.attempt_problems(what, attempts.get(name))
    for row in table:
        problems += checks.request_problems(row.what, row.counts)
    return problems


def _require(problems: list[str], work: Path) -> None:
    """Raise HeadwaterError with all problems, if there are any."""
    if problems:
        raise HeadwaterError(
            f"the demo found {len(problems)} things that must not be",
            detail="\n".join(problems),
            advice=f"Spark's logs are in {work}. If it happens again, report it with them: it is a bug.",
        )
