"""The embedded store: up, down and status of one data folder."""

import fcntl
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded import checks, engine, processes, state
from headwater.embedded.account import Account, check_bucket_name
from headwater.embedded.config import SERVERS, STORAGE_SERVERS, write_configs
from headwater.embedded.credentials import Credentials, load, load_or_create
from headwater.embedded.health import DEAD, ENGINE, RUNNING
from headwater.embedded.interrupts import deferred
from headwater.embedded.layout import Layout, data_argument
from headwater.embedded.rings import write_rings
from headwater.embedded.status import BROKEN, STOPPED, Status, check_servers

DEFAULT_PORT = 8580

_PORT_TRIES = 5
"""The number of starts on other ports, if another process takes a port before it is bound."""

Step = Callable[[str], AbstractContextManager]
"""Called with a description of the step. Entered while the step runs."""


class EmbeddedStore:
    """An OpenStack Swift with its S3 API on this machine, for one data folder.

    `engine_options` are additional options of `headwater-engine serve`, as its help lists them. Every error
    that a user can act on is raised as HeadwaterError.
    """

    def __init__(self, data: Path, engine_options: Sequence[str] = ()) -> None:
        self._engine_options = engine_options
        self.layout = Layout(data.expanduser().absolute())

    def status(self) -> Status:
        """Check the servers now. Takes no lock and changes nothing."""
        return check_servers(self.layout, state.load(self.layout.state))

    def up(self, port: int | None = None, buckets: Sequence[str] = (), step: Step = nullcontext) -> bool:
        """Start the store on `port` (default 8580, 0 means any free one) and create `buckets`.

        Returns False if it already ran. In that case only the buckets are created. If the start fails,
        everything that was started is stopped again.
        """
        for bucket in buckets:
            check_bucket_name(bucket)
        with step("data folder"):
            checks.check_data_folder(self.layout)
        with self._locked():
            running = self._running(port)
            if running is None:
                self._start(DEFAULT_PORT if port is None else port, buckets, step)
            else:
                self._make_buckets(running.port, buckets)
            return running is None

    def down(self) -> bool:
        """Stop the store's processes. False if there were none."""
        if not self.layout.data.exists():
            return False
        with self._locked():
            started = state.load(self.layout.state)
            alive = started.alive() if started else ()
            processes.stop(alive)
            self.layout.state.unlink(missing_ok=True)
            return bool(alive)

    def _running(self, port: int | None) -> state.State | None:
        """The running state, if it is healthy and on `port`. None if nothing runs."""
        status = self.status()
        require_healthy(status)
        if status.state != RUNNING or status.started is None:
            return None
        if port not in (None, 0, status.started.port):
            raise HeadwaterError(
                f"the store of {self.layout.data} already runs on port {status.started.port}, not {port}",
                advice="Use that port, or run `headwater down` first. A second store needs another --data.",
            )
        return status.started

    def _start(self, port: int, buckets: Sequence[str], step: Step) -> None:
        with step("disk space and port"):
            checks.check_free_space(self.layout.nodes)
            if port:
                checks.check_port(port)
        with step("configuration"):
            credentials = load_or_create(self.layout.credentials)
        with self._rollback() as started:
            with step("servers"):
                port = self._start_servers(port, credentials, started)
            with step("account and buckets"), Account(port, credentials) as account:
                account.prepare()
                for bucket in buckets:
                    account.make_bucket(bucket)

    def _start_servers(self, port: int, credentials: Credentials, started: list[state.ServerProcess]) -> int:
        """Start the servers, wait for them, and return the proxy's port.

        Free ports are chosen before the servers bind them. If another process is faster, the servers start
        again on other ports.
        """
        for tries_left in reversed(range(_PORT_TRIES)):
            ports = self._configure(port, credentials)
            try:
                self._launch(ports, started)
                processes.await_ready(self.layout, started)
                return ports["proxy"]
            except processes.PortTakenError as error:
                if not tries_left or (port and error.server == "proxy"):
                    raise
                processes.stop(started)
                started.clear()
        raise AssertionError("the last try returns or raises")

    def _configure(self, port: int, credentials: Credentials) -> dict[str, int]:
        """Choose the servers' ports and write their configuration. The proxy gets `port`, unless it is 0."""
        names = (*STORAGE_SERVERS, ENGINE, "proxy")
        ports = dict(zip(names, checks.free_ports(len(names)), strict=True))
        ports["proxy"] = port or ports["proxy"]
        write_configs(self.layout, ports["proxy"], ports, credentials)
        write_rings(self.layout.etc, {server: ports[server] for server in STORAGE_SERVERS})
        return ports

    def _launch(self, ports: dict[str, int], started: list[state.ServerProcess]) -> None:
        # A process is recorded as soon as it runs. `down` then finds it even if this process is killed.
        with deferred():
            if binary := engine.find(self.layout):
                started.append(engine.start(self.layout, binary, ports[ENGINE], self._engine_options))
            for server in SERVERS:
                started.append(processes.start(self.layout, server, ports[server]))  # noqa: PERF401 (for rollback)
            now = datetime.now(UTC).isoformat(timespec="seconds")
            state.save(self.layout.state, state.State(ports["proxy"], now, tuple(started)))

    @contextmanager
    def _rollback(self) -> Iterator[list[state.ServerProcess]]:
        started: list[state.ServerProcess] = []
        try:
            yield started
        except BaseException:
            processes.stop(started)
            self.layout.state.unlink(missing_ok=True)
            raise

    def _make_buckets(self, port: int, buckets: Iterable[str]) -> None:
        with Account(port, load(self.layout.credentials)) as account:
            for bucket in buckets:
                account.make_bucket(bucket)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with self.layout.lock.open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise HeadwaterError(
                    f"another `headwater up` or `down` runs on {self.layout.data}",
                    advice="Wait until it ends.",
                ) from error
            yield


def require_healthy(status: Status) -> None:
    """Raise HeadwaterError with the servers and the ends of their logs, if a store is BROKEN."""
    if status.state != BROKEN:
        return
    failed = [(server, how) for server, how in status.servers if how != RUNNING]
    states = ", ".join(
        f"the {processes.titled(server.name)} {'has died' if how == DEAD else 'does not respond'}"
        f" (process {server.pid})"
        for server, how in failed
    )
    raise HeadwaterError(
        f"the store of {status.layout.data} is broken: {states}",
        advice="Run `headwater down`, which stops the other servers, then `headwater up`. The data is kept.",
        detail="\n".join(processes.evidence(status.layout, server.name) for server, _ in failed),
    )


def require_running(status: Status) -> Status:
    """The same status. HeadwaterError if the store is BROKEN or STOPPED."""
    require_healthy(status)
    if status.state == STOPPED:
        data = status.layout.data
        raise HeadwaterError(
            f"the store of {data} is not running", advice=f"Start it: headwater up{data_argument(data)}"
        )
    return status
