"""A Swift of three nodes on one machine, which can be started, stopped and broken."""

import re
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any, Self

import psutil

from addresses import free_addresses, listens
from cluster_config import DAEMONS, NODES, OWNER, POLICIES, USERS, Plan, write
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from network import Network, separate
from programs import command, environment, install, kind_of, write_scripts
from releases import CURRENT, Release
from storlet_support import Client, module

ENGINES = tuple(f"engine-{node}" for node in range(1, len(NODES) + 1))

_TRIES = 5
_START_SECONDS = 120
_STOP_SECONDS = 10


class PortTakenError(Exception):
    """A server's port is used by another process. Other ports must be tried."""


class Cluster:
    """The servers of one plan. Use `Cluster.up` and `down`. `engine_options` are those of `serve`."""

    def __init__(
        self,
        plan: Plan,
        network: Network,
        engine_options: Sequence[str] = (),
        release: Release = CURRENT,
    ) -> None:
        self.plan = plan
        self.network = network
        self._engine_options = engine_options
        self._release = release
        self._processes: dict[str, subprocess.Popen] = {}

    @classmethod
    def up(
        cls,
        folder: Path,
        keystone: Mapping[str, str] | None = None,
        network: Callable[[], Network] = separate,
        **options: Any,
    ) -> Self:
        """Start all servers, with these options of the constructor. If a port is taken, use other ports.

        With TempAuth's users, it has their containers and a storlet. Keystone's proxies start without users.
        """
        for attempt in range(_TRIES):
            own = folder / f"try-{attempt}"
            own.mkdir()
            joined = network()
            cluster = cls(Plan(own, free_addresses(joined), keystone), joined, **options)
            try:
                cluster._start_all()
            except PortTakenError:
                cluster.down()
            except BaseException:
                cluster.down()
                raise
            else:
                return cluster
        raise AssertionError(f"no free ports in {_TRIES} tries: see the logs in {folder}")

    def down(self) -> None:
        """Stop all servers, and remove their network."""
        for process in self._processes.values():
            process.terminate()
        deadline = time.monotonic() + _STOP_SECONDS
        for process in self._processes.values():
            try:
                process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                _kill(process)
        self._processes.clear()
        self.network.close()

    def kill(self, server: str) -> None:
        """Kill a server immediately, with its workers."""
        _kill(self._processes.pop(server))

    def stop(self, server: str) -> None:
        """Let a server end."""
        process = self._processes.pop(server)
        process.terminate()
        process.wait(_START_SECONDS)

    def pid(self, server: str) -> int:
        """A server's process id."""
        return self._processes[server].pid

    def signal(self, server: str, number: signal.Signals) -> None:
        """Send a signal to a server."""
        self._processes[server].send_signal(number)

    def start(self, *servers: str) -> None:
        """Start servers, and wait until each responds."""
        for server in servers:
            self._processes[server] = self._launch(server)
        for server in servers:
            self._await(server)

    def start_daemons(self) -> None:
        """Start Swift's daemons on each node. They run on their own."""
        for daemon, node in product(DAEMONS, range(1, len(NODES) + 1)):
            self._processes[f"{daemon}-{node}"] = self._launch(f"{daemon}-{node}")

    def ended(self) -> list[str]:
        """The names of servers and daemons that ended by themselves. Another thread may start some."""
        return [name for name, process in list(self._processes.items()) if process.poll() is not None]

    def restart(self, server: str) -> None:
        """Stop a server and start it again. A proxy then has no recorded node errors."""
        self.kill(server)
        self.start(server)

    def client(self, proxy: int, user: str = OWNER) -> Client:
        """A user's session with one of the proxies."""
        return Client(self.document(proxy, user))

    def document(self, proxy: int, user: str = OWNER) -> dict[str, Any]:
        """Where one of the proxies serves a user's account, by both APIs, with the user's key."""
        address = self.plan.addresses[f"proxy-{proxy}"]
        root, key = f"http://{address.ip}:{address.port}", USERS[user]
        account = f"{root}/v1/AUTH_{user.partition(':')[0]}"
        return {
            "swift": {"auth_url": f"{root}/auth/v1.0", "storage_url": account, "user": user, "key": key},
            "s3": {"endpoint": root, "region": "us-east-1", "access_key": user, "secret_key": key},
        }

    def furnish(self) -> None:
        """Create the tenants' containers, one for each policy, and deploy the storlet `many`."""
        for user in USERS:
            client = self.client(1, user)
            client.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "true"})
            for policy in POLICIES:
                client.send_ok("PUT", f"/{policy}", headers={"X-Storage-Policy": policy})
            client.send_ok("PUT", "/storlet")
            client.send_ok("PUT", "/storlet/many", data=module("many"))

    def is_idle(self) -> bool:
        """Whether no engine has a request that runs or waits, or compiles a module."""
        statuses = map(self.engine_status, ENGINES)
        return not any(status["busy"] or status["waiting"] or status["compiling"] for status in statuses)

    def engine_status(self, engine: str) -> dict[str, Any]:
        """An engine's status. StorletError if it does not answer."""
        socket_path = self.plan.engine_socket(int(engine[-1]))
        return Engine(str(socket_path), 5).call({"op": "status"})

    def node_errors(self) -> list[str]:
        """The errors in the proxies' logs, which include all errors charged to a node."""
        return [
            line
            for number in (1, 2)
            for line in self.plan.log(f"proxy-{number}").read_text(errors="replace").splitlines()
            if re.match(r"\S+ \S+ (ERROR|CRITICAL) ", line)
        ]

    def _start_all(self) -> None:
        write(self.plan)
        write_scripts(self.plan)
        servers = [*ENGINES, *self.plan.addresses]
        for server in servers:
            if kind_of(server) in ("engine", "object", "proxy"):
                install(self.plan, server, self._release)
        self.start(*servers)
        if not self.plan.keystone:
            self.furnish()

    def _launch(self, server: str) -> subprocess.Popen:
        with self.plan.log(f"{server}.out").open("ab") as output:
            words = command(self.plan, server, self._engine_options)
            return subprocess.Popen(
                [*self.network.of(server).entry, *words],
                env=environment(self.plan, server),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _await(self, server: str) -> None:
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers(server):
            ended = self._processes[server].poll() is not None
            if ended or time.monotonic() > deadline:
                self._fail(server)
            time.sleep(0.1)

    def _answers(self, server: str) -> bool:
        if server.startswith("engine-"):
            try:
                self.engine_status(server)
            except StorletError:
                return False
            return True
        address = self.plan.addresses[server]
        return listens((address.ip, address.port)) and self._processes[server].poll() is None

    def _fail(self, server: str) -> None:
        logs = [self.plan.log(server), self.plan.log(f"{server}.out")]
        output = "\n".join(path.read_text(errors="replace")[-4000:] for path in logs if path.exists())
        if re.search(r"address already in use|could not bind", output, re.IGNORECASE):
            raise PortTakenError(server)
        raise AssertionError(f"{server} did not start:\n{output}")


def _kill(process: subprocess.Popen) -> None:
    """Kill it with its workers, which would continue to listen."""
    with suppress(psutil.NoSuchProcess):
        workers = psutil.Process(process.pid).children(recursive=True)
        process.kill()
        for worker in workers:
            worker.kill()
        psutil.wait_procs(workers)
    process.wait()
