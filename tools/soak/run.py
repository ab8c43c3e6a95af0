"""One soak: a cluster, users, Spark's drivers, faults, and the checker beside them."""

import time
import traceback
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, cycle
from pathlib import Path
from threading import Event, Thread

from headwater.core.artifacts import shipped
from headwater.spark import cluster as standalone

import iceberg_table
import others
import program
import servers
import work
from bucket import S3Store
from changes import History
from cluster_config import NEIGHBOUR, PROXIES
from dataset import Reader
from fault_proxy import FaultProxy
from faults import reconfigure
from judge import Judge
from kills import Killer
from options import Options
from other_tenant import OtherTenant
from plants import PLANTS
from releases import CURRENT, Release
from replicas import Replicas
from rolling import STORLETS, change
from sparks import executors, settings_of, table_settings
from sweep import sweep
from swift_cluster import Cluster
from unchecked import unchecked
from upgrade import upgrade
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


class Soak:
    """The parts of a running soak. `check` may be called at any time, and `finish` once."""

    def __init__(self, cluster: Cluster, folder: Path, options: Options) -> None:
        self.cluster, self.options = cluster, options
        self.logs, self._log_folder = folder / "logs", folder / "history"
        for each in (self.logs, self._log_folder):
            each.mkdir()
        self._owner = cluster.client(1)
        self._furnish()
        self.bucket = S3Store(cluster.document(1), BUCKET)
        self.doors = [self._door(number) for number in range(1, PROXIES + 1)]
        self._settings = [settings_of(cluster.document(1), each.address, folder) for each in self.doors]
        self.history = History(self._log_folder)
        self.reader = Reader(self.bucket)
        self.replicas = Replicas(cluster.plan, self._owner.account.rpartition("/")[2], BUCKET)
        self.judge = Judge(self.history, self.reader, self.replicas)
        self.users = Users(self.bucket, self._owner, BUCKET, options.seed)
        neighbour = cluster.client(PROXIES, NEIGHBOUR)
        self.tenant = OtherTenant(neighbour, self._owner.account, BUCKET, TEXT_KEY, options.seed)
        self.fed: set[int] = set()
        self.before = self.after = servers.holdings(cluster)
        self.stop = Event()
        self.lanes: list[work.Lane] = []
        self.killer: Killer | None = None
        self._threads: list[Thread] = []
        self.orphans = self.swept = self.left = 0
        self.uploads = self.temporary_files = 0

    def start(self, master: str) -> None:
        """Start the drivers, the users and the faults."""
        on_cluster, settings = executors(master), cycle(self._settings)
        for number, (name, scheme) in enumerate(WRITERS.items(), 1):
            runs = work.writes(_root(scheme), name, self.options.seed, self._log_folder)
            more = on_cluster if number == len(WRITERS) else {}
            self.lanes.append(work.Lane(name, runs, next(settings) | more, self.logs, self.stop))
        runs = work.others(_root("swift"), f"{_root('s3')}/lake", self._feed, TABLE_COMMITS)
        self.lanes.append(work.Lane("others", runs, next(settings) | table_settings(), self.logs, self.stop))
        self.killer = Killer(self.cluster, self.lanes, self.options.seed, self.stop, self.logs)
        users = (
            Thread(target=each.run, args=(self.stop,), name=type(each).__name__, daemon=True)
            for each in (self.users, self.tenant, self.replicas)
        )
        self._threads = [*self.lanes, *users, self.killer]
        for each in self._threads:
            each.start()

    def at_half_time(self) -> None:
        """Damage the data, or upgrade the servers, if that was requested."""
        if plant := self.options.plant:
            PLANTS[plant](self.bucket, "appends")
        if self.options.last and self.killer:
            self.killer.request("upgrade", lambda: upgrade(self.cluster, CURRENT))

    def check(self, is_over: bool = False) -> None:
        """Check all that can be checked now."""
        self.orphans = self.judge.check_datasets()
        self.judge.check_reads()
        for problem in chain(self._ended(), self.users.problems, self.tenant.problems):
            self.judge.report(problem)
        for check in (
            lambda: others.check_stream(self.bucket, "out", self.fed, is_over),
            lambda: others.check_table(self.bucket, "races", work.acknowledged(self.logs, "w")),
            lambda: iceberg_table.check(self.bucket, "lake/db/races", work.acknowledged(self.logs, "i")),
        ):
            self.judge.report_lasting(check)

    def finish(self) -> None:
        """End the faults and the work, then check everything again from the store alone."""
        self.end()
        for door in self.doors:
            door.is_on = False
        self._complete_stream()
        self._check_at_the_end()
        self.swept = self.orphans
        for problem in sweep(self.cluster.document(1)["s3"], BUCKET, self.history.datasets):
            self.judge.report(problem)
        self._check_at_the_end()
        self.left = self.orphans
        self.uploads = self.bucket.uploads()
        self.temporary_files = servers.temporary_files(self.cluster.plan)
        self.after = servers.holdings(self.cluster)
        for problem in servers.growth(self.before, self.after):
            self.judge.report(problem)
        for problem in unchecked(self):
            self.judge.report(problem)
        if self.left:
            self.judge.report(f"{self.left} objects that no manifest counts are left after the sweep")
        if self.uploads:
            self.judge.report(f"{self.uploads} incomplete uploads are left after the sweep")

    def finish_whatever_happens(self) -> None:
        """Report an error of `finish` as a problem, so that an hour's report is not lost."""
        try:
            self.finish()
        except Exception as error:  # noqa: BLE001 (in the report)
            traceback.print_exc()
            self.judge.report(f"the checks at the end did not complete: {type(error).__name__}: {error}")

    def end(self) -> None:
        """End the work and the faults. May be called again."""
        self.stop.set()
        for each in self._threads:
            each.join()

    def _ended(self) -> Iterator[str]:
        """Servers and threads that ended by themselves. Without a thread, the run would check less."""
        yield from (f"{name} of Swift or Headwater ended by itself" for name in self.cluster.ended())
        if not self.stop.is_set():
            for each in self._threads:
                if not each.is_alive():
                    yield f"the soak's own thread {each.name} ended by an error, which its output has"

    def _check_at_the_end(self) -> None:
        self.replicas.await_agreement()
        self.reader.forget()
        self.users.check()
        self.tenant.attempt_all()
        self.check(is_over=True)

    def _furnish(self) -> None:
        for number in range(1, PROXIES + 1):
            reconfigure(self.cluster, f"proxy-{number}", "filter:tempauth", token_life=str(_TOKEN_S))
            self.cluster.restart(f"proxy-{number}")
        self._owner.send_ok("PUT", f"/{BUCKET}")
        for name in _STORLETS:
            self._owner.send_ok(
                "PUT", f"/storlet/{name}", data=(shipped("storlets") / f"{name}.wasm").read_bytes()
            )

    def _door(self, number: int) -> FaultProxy:
        """The way of drivers to one of Swift's proxies."""
        address = self.cluster.plan.addresses[f"proxy-{number}"]
        return FaultProxy((address.ip, address.port), self.options.seed + number)

    def _feed(self) -> None:
        for _ in range(2):
            rows = range(len(self.fed), len(self.fed) + FEED_ROWS)
            self.fed |= set(rows)
            self.bucket.put(f"in/{rows.start:07}.csv", "".join(f"{row}\n" for row in rows).encode())

    def _complete_stream(self) -> None:
        self._feed()
        self.replicas.await_agreement()  # the query reads what is listed, once
        with program.started(
            *work.stream(_root("swift")), settings=self._settings[0], log=self.logs / "last.log"
        ) as last:
            last.ended_well()


def soak(folder: Path, options: Options) -> Soak:
    """Run a soak to its end. A line is printed for each check."""
    with _running(folder, options) as running, standalone.cluster(folder / "spark") as master:
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
                f"{time.monotonic() - begun:6.0f} s: {history.begun} changes begun, "
                f"{history.acknowledged.total()} acknowledged, {judge.reads} queries, "
                f"{len(judge.problems)} problems",
                flush=True,
            )
        running.finish_whatever_happens()
    return running


@contextmanager
def _running(folder: Path, options: Options) -> Iterator[Soak]:
    with ExitStack() as stack:
        release = Release.built(options.last) if options.last else CURRENT
        cluster = Cluster.up(folder, release=release)
        stack.callback(cluster.down)
        cluster.start_daemons()
        running = Soak(cluster, folder, options)
        if options.last:
            change(cluster, STORLETS, release)
        for door in running.doors:
            stack.callback(door.close)
        stack.callback(running.end)
        yield running


def _root(scheme: str) -> str:
    return f"s3://{BUCKET}" if scheme == "s3" else f"swift://{BUCKET}.test"
