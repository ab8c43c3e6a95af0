"""The demonstration, `headwater demo`: flights through Spark into a store and back, despite failures.

- A Spark cluster writes 336,776 flights twice, while one task of each write fails and another is slow.
- Another Spark reads both datasets. They must have every row once.
- The store's log must show no COPY and no DELETE, and its listing no temporary object.
- One query runs with pushdown off and on. It must return the same rows for fewer bytes.

`programs.py` has the Spark programs, and `checks.py` what must hold.
"""

import json
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from urllib.parse import unquote

import click

from headwater.core import connection
from headwater.core.artifacts import shipped
from headwater.core.bucket import Bucket
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.demo import checks
from headwater.demo.flights import OUTPUTS, QUERY, ROWS, SOURCE, extract, totals
from headwater.embedded import clients
from headwater.embedded.files import tail
from headwater.embedded.layout import data_argument
from headwater.embedded.request_log import Kind, Request, count, watch
from headwater.embedded.store import EmbeddedStore
from headwater.spark import launcher
from headwater.spark.cluster import cluster
from headwater.terminal import console, tables

BUCKET = "demo"
SAME_ROWS = f"""
No row is missing and none is duplicated. Both datasets have the {ROWS:,} rows of the source. Month by month,
the sum of distance and the checksum of all lines are those that Python found in the CSV.
No COPY, no DELETE, nothing under _temporary, no directory markers."""
LOCATION = """
The store is still up, with the objects in it:
  Spark sees  {url}/{{flights.csv,by-month,lines}}
  list them   eval "$(headwater env{data})"; aws s3 ls --recursive {url}/
  in Spark    headwater submit{data} YOUR_PROGRAM.py
  stop it     headwater down{data}"""

_SETTINGS = {
    "spark.master": "local[2]",
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.sql.shuffle.partitions": "2",
}
_CLUSTER_SETTINGS = {
    "spark.executor.memory": "512m",
    "spark.executor.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.cores.max": "2",
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",  # speculation needs both executors
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.multiplier": "1.5",
    "spark.speculation.quantile": "0.5",
    "spark.speculation.efficiency.enabled": "false",
    "spark.sql.files.maxPartitionBytes": str(4 * 2**20),
    "spark.sql.maxConcurrentOutputFileWriters": "12",  # no sort, so half of the rows precede the failure
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}


_say = partial(console.out.print, markup=False)


@dataclass(frozen=True)
class Run:
    """One run: the store's JSON document, the URL of the run's objects, and a folder for logs."""

    document: dict
    url: str
    work: Path

    def submit(self, program: str, settings: dict[str, str], *arguments: str) -> tuple[list[Request], dict]:
        """Run a Spark program. Returns the requests that the store received meanwhile, and the results."""
        log, results = self.work / f"{program}.log", self.work / f"{program}.json"
        values = _SETTINGS | settings | {"spark.local.dir": str(self.work)}
        values |= connection.spark_values(self.document)
        command = [str(Path(__file__).with_name("programs.py")), program, self.url, str(results)]
        with watch(Path(self.document["access_log"]), self.document["s3"]["endpoint"]) as seen:
            code = launcher.submit(values, [*command, *arguments], log)
        if code:
            failure = f"the Spark program {program} ended with {code}; its log is {log}"
            raise HeadwaterError(failure, detail=tail(log, 40))
        return seen.requests, json.loads(results.read_text())


@click.command()
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".cache/demo"),
    show_default=True,
    help="The folder of the demo's store, which keeps running.",
)
def demo(folder: Path) -> None:
    """Write 336,776 rows to an object store despite failures, read them back and compare."""
    launcher.bundle()
    with console.step("start the object store and empty its bucket"):
        (store := EmbeddedStore(folder)).up(0, [BUCKET])
        bucket = Bucket(clients.endpoint(data := store.layout.data), BUCKET)
        bucket.clear()
    run = Run(clients.document(data), f"s3://{BUCKET}/run-{datetime.now(UTC):%Y%m%d-%H%M%S}", data / "demo")
    with console.step("unpack the flights and add them up in Python"):
        csv = extract(run.work)
        truth = totals(csv)
    with console.step("write Parquet and gzipped text, 8 tasks each, one of which fails and one sleeps"):
        written, attempts = _write(run, csv)
    with console.step("read both back in another Spark and add them up"):
        read, found = run.submit("read", {})
    steps, objects = _by_step(written, read), [each.key for each in bucket.list("")]
    _show_writes(steps, objects, attempts)
    _require(checks.problems(truth, found, attempts) + checks.store_problems(steps, objects), run.work)
    _say(SAME_ROWS)
    _query(run, data)
    _say(LOCATION.format(data=data_argument(data), url=run.url))


def _write(run: Run, csv: Path) -> tuple[list[Request], checks.Attempts]:
    """The requests of both writes, and the task attempts of each."""
    (events := run.work / "events").mkdir()
    with cluster(run.work / "cluster") as master:
        settings = {"spark.master": master, "spark.eventLog.dir": events.as_uri()}
        settings["spark.executor.extraClassPath"] = str(launcher.bundle())
        requests, _ = run.submit("write", _CLUSTER_SETTINGS | settings, str(csv))
    return requests, checks.task_attempts(next(events.iterdir()))


def _by_step(written: list[Request], read: list[Request]) -> checks.Steps:
    """The requests of each step. "rest" are those that belong to none."""
    steps = {"copy in, read CSV": (written, SOURCE)}
    steps |= {f"write {title}": (written, name) for name, title in OUTPUTS.items()}
    steps |= {f"read {title}": (read, name) for name, title in OUTPUTS.items()}
    counts = {
        step: count(each for each in requests if f"/{name}" in unquote(each.path))
        for step, (requests, name) in steps.items()
    }
    return counts | {"rest": count([*written, *read]) - sum(counts.values(), Counter())}


def _require(problems: list[str], work: Path) -> None:
    if problems:
        advice = f"Spark's logs are in {work}. If it happens again, report it with them: it is a bug."
        found = f"the demo found {counted(len(problems), 'problem')}"
        raise HeadwaterError(found, detail="\n".join(problems), advice=advice)


def _show_writes(steps: checks.Steps, objects: list[str], attempts: checks.Attempts) -> None:
    kinds = [
        kind for kind in Kind if kind in checks.FORBIDDEN or any(counts[kind] for counts in steps.values())
    ]
    _say("\nRequests that the store received:\n")
    tables.show(["", *kinds], [[step, *(counts[kind] for kind in kinds)] for step, counts in steps.items()])
    _say(f"\nThe store has {len(objects)} objects. The task attempts, from Spark's event log:\n")
    ends = ["succeeded", *checks.PLANNED]
    rows = [[f"write {title}", *(attempts[name][end] for end in ends)] for name, title in OUTPUTS.items()]
    tables.show(["", *ends], rows)


def _query(run: Run, data: Path) -> None:
    """One query with pushdown off and on."""
    module, absence = shipped("storlets") / "csv.wasm", run.document["storlets"]["why"]
    if absence or not module.exists():
        _say(f"\nPushdown is not shown: {absence or f'there is no {module}'}. Run `make build`.")
        return
    with console.step("query the CSV, with pushdown off and on"), clients.account(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        account.send("PUT", f"/{CONTAINER}/csv", data=module.read_bytes())
        requests, results = run.submit("query", {})
    for result in results.values():
        spans = result["times"]
        result["seconds"] = f"{median(end - begin for begin, end in spans):.2f}"
        sent = sum(each.bytes_out for each in requests for begin, end in spans if begin <= each.start <= end)
        result["bytes"] = sent // len(spans)
    _require(checks.pushdown_problems(**results), run.work)
    _say(f"\nOne query of {SOURCE}:\n\n  {QUERY}\n")
    rows = [[switch, len(each["rows"]), each["bytes"], each["seconds"]] for switch, each in results.items()]
    tables.show(["pushdown", "rows", "bytes from the store", "seconds"], rows)
    _say("\nThe same rows. With pushdown on, the store reads the object, and sends the result only.")
