"""One soak: a store, users, Spark's drivers, faults, and the checker beside them."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit

from headwater.core.artifacts import shipped
from headwater.spark.cluster import cluster

import device
import iceberg_table
import others
import program
import servers
import work
from bucket import S3Store
from changes import History
from dataset import Reader
from fault_proxy import FaultProxy
from judge import Judge
from kills import Killer
from other_tenant import OtherTenant
from plants import PLANTS
from releases import CURRENT, Release
from sparks import executors, settings_of, table_settings
from storlet_support import Store
from upgrade import Installation, installed
from users import TEXT_KEY, Users

BUCKET = "soak"
WRITERS = {"a": "s3", "b": "swift", "c": "s3"}
"""The scheme of each driver. All change the same datasets. The last one has executors on a cluster."""

FEED_ROWS = 50
TABLE_COMMITS = 8
_CHECK_S = 10
_TOKEN_S = 60
"""A token's life. Clients log in again in the middle of their work."""

_STORLETS = ("csv", "decompress")


@dataclass(frozen=True)
class Options:
    """What was requested: minutes of work, or less until a problem, the seed, and damage to find."""

    minutes: float
    seed: int
    plant: str | None = None
    until_problem: bool = False
    last: Path | None = None
    """The folder of the last version, from which the servers are upgraded when half of the time is over."""


class Soak:
    """The parts of a running soak. `check` may be called at any time, and `finish` once."""

    def __init__(self, store: Store, installation: Installation, folder: Path, options: Options) -> None:
        self.store, self.options = store, options
        self._installation = installation
        self.logs, self._log_folder = folder / "logs", folder / "history"
        for each in (self.logs, self._log_folder):
            each.mkdir()
        self._furnish()
        self.bucket = S3Store(self.store.document, BUCKET)
        port = urlsplit(self.store.document["s3"]["endpoint"]).port
        self.proxy = FaultProxy(("127.0.0.1", port), options.seed)
        self._settings = settings_of(store.document, self.proxy.address, folder)
        self.history = History(self._log_folder)
        self.reader = Reader(self.bucket)
        self.judge = Judge(self.history, self.reader)
        self.users = Users(self.bucket, self.store.owner, BUCKET, options.seed)
        self.tenant = OtherTenant(store, BUCKET, TEXT_KEY, options.seed)
        self.fed: set[int] = set()
        self.before = servers.holdings(self.store)
        self.after = self.before
        self.stop = Event()
        self.lanes: list[work.Lane] = []
        self.killer: Killer | None = None
        self._threads: list[Thread] = []
        self.orphans = self.swept = self.left = 0
        self.uploads = self.temporary_files = 0

    def start(self, master: str) -> None:
        """Start the drivers, the users and the faults."""
        on_cluster = executors(master)
        for number, (name, scheme) in enumerate(WRITERS.items(), 1):
            runs = work.writes(_root(scheme), name, self.options.seed, self._log_folder)
            more = on_cluster if number == len(WRITERS) else {}
            self.lanes.append(work.Lane(name, runs, self._settings | more, self.logs, self.stop))
        runs = work.others(_root("swift"), f"{_root('s3')}/lake", self._feed, TABLE_COMMITS)
        self.lanes.append(work.Lane("others", runs, self._settings | table_settings(), self.logs, self.stop))
        self.killer = Killer(self.store, self.lanes, self.options.seed, self.stop, self.logs)
        users = (
            Thread(target=each.run, args=(self.stop,), name=type(each).__name__, daemon=True)
            for each in (self.users, self.tenant)
        )
        self._threads = [*self.lanes, *users, self.killer]
        for each in self._threads:
            each.start()

    def at_half_time(self) -> None:
        """Damage the data, or upgrade the servers, if that was requested."""
        if plant := self.options.plant:
            PLANTS[plant](self.bucket, "appends")
        if self.options.last and self.killer:
            self.killer.request("upgrade", lambda: self._installation.change(self.store, CURRENT))

    def check(self, is_over: bool = False) -> None:
        """Check all that can be checked now."""
        self.orphans = self.judge.check_datasets()
        self.judge.check_reads()
        for problem in chain(
            self._ended_threads(),
            others.check_stream(self.bucket, "out", self.fed, is_over),
            others.check_table(self.bucket, "races", work.acknowledged(self.logs, "w")),
            iceberg_table.check(self.bucket, "lake/db/races", work.acknowledged(self.logs, "i")),
            self.users.problems,
            self.tenant.problems,
        ):
            self.judge.report(problem)

    def finish(self) -> None:
        """End the faults and the work, then check everything again from the store alone."""
        self.end()
        self.proxy.is_on = False
        self._complete_stream()
        self._check_at_the_end()
        self.swept = self.orphans
        self._sweep()
        self._check_at_the_end()
        self.left = self.orphans
        self.uploads = self.bucket.uploads()
        self.temporary_files = servers.temporary_files(self.store.data)
        self.after = servers.holdings(self.store)
        for problem in servers.growth(self.before, self.after):
            self.judge.report(problem)
        if not self.history.acknowledged:
            self.judge.report("no change was acknowledged, so nothing was checked: run for longer")
        if self.left:
            self.judge.report(f"{self.left} objects that no manifest counts are left after the sweep")

    def end(self) -> None:
        """End the work and the faults. May be called again."""
        self.stop.set()
        for each in self._threads:
            each.join()

    def _ended_threads(self) -> Iterator[str]:
        """Without them, the run would check less than it reports."""
        if not self.stop.is_set():
            for each in self._threads:
                if not each.is_alive():
                    yield f"the soak's own thread {each.name} ended by an error, which its output has"

    def _check_at_the_end(self) -> None:
        self.reader.forget()
        self.users.check()
        self.tenant.attempt_all()
        self.check(is_over=True)

    def _furnish(self) -> None:
        device.mount(self.store)
        self.store.reconfigure(
            "proxy", lambda config: config.set("filter:tempauth", "token_life", str(_TOKEN_S))
        )
        self.store.owner.send_ok("PUT", f"/{BUCKET}")
        for name in _STORLETS:
            self.store.owner.send_ok(
                "PUT", f"/storlet/{name}", data=(shipped("storlets") / f"{name}.wasm").read_bytes()
            )

    def _feed(self) -> None:
        for _ in range(2):
            rows = range(len(self.fed), len(self.fed) + FEED_ROWS)
            self.fed |= set(rows)
            self.bucket.put(f"in/{rows.start:07}.csv", "".join(f"{row}\n" for row in rows).encode())

    def _complete_stream(self) -> None:
        self._feed()
        with program.started(
            *work.stream(_root("swift")), settings=self._settings, log=self.logs / "last.log"
        ) as last:
            last.ended_well()

    def _sweep(self) -> None:
        command = [
            str(Path(sys.executable).with_name("headwater")),
            "sweep",
            "--older-than",
            "0s",
            "--delete",
        ]
        for name in self.history.datasets:
            uri = f"s3://{BUCKET}/{name}"
            data = str(self.store.data)
            done = subprocess.run(
                [*command, "--data", data, uri], capture_output=True, text=True, check=False
            )
            if done.returncode:
                self.judge.report(f"headwater sweep of {name} failed: {done.stderr.strip()[-300:]}")


def soak(folder: Path, options: Options) -> Soak:
    """Run a soak to its end. A line is printed for each check."""
    with _running(folder, options) as running, cluster(folder / "spark") as master:
        running.start(master)
        begun = time.monotonic()
        end, half = begun + 60 * options.minutes, begun + 30 * options.minutes
        while time.monotonic() < end and not (options.until_problem and running.judge.problems):
            running.stop.wait(_CHECK_S)
            running.check()
            if time.monotonic() > half:
                half = end
                running.at_half_time()
            history, judge = running.history, running.judge
            print(
                f"{time.monotonic() - begun:6.0f} s: {history.begun} changes begun, {history.acknowledged} "
                f"acknowledged, {judge.reads} queries, {len(judge.problems)} problems",
                flush=True,
            )
        running.finish()
    return running


@contextmanager
def _running(folder: Path, options: Options) -> Iterator[Soak]:
    with ExitStack() as stack:
        installation = stack.enter_context(installed(folder))
        store = Store.up(folder / "store")
        stack.callback(store.down)
        running = Soak(store, installation, folder, options)
        if options.last:
            installation.change(store, Release.built(options.last))
        stack.callback(running.proxy.close)
        stack.callback(running.end)
        yield running


def _root(scheme: str) -> str:
    return f"s3://{BUCKET}" if scheme == "s3" else f"swift://{BUCKET}.test"
