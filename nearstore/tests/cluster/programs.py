"""The programs of the test cluster: what is installed for each server, and how it is started."""

import getpass
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from headwater.embedded.engine import unprivileged

from cluster_config import CACHE, DAEMONS, Address, Plan
from releases import Release

_MODULES = {
    "account-auditor": "swift.account.auditor",
    "account-replicator": "swift.account.replicator",
    "container-auditor": "swift.container.auditor",
    "container-replicator": "swift.container.replicator",
    "container-updater": "swift.container.updater",
    "object-auditor": "swift.obj.auditor",
    "object-reconstructor": "swift.obj.reconstructor",
    "object-replicator": "swift.obj.replicator",
    "object-updater": "swift.obj.updater",
    "account-server": "swift.account.server",
    "container-server": "swift.container.server",
    "object-server": "swift.obj.server",
    "proxy-server": "swift.proxy.server",
}
_SERVER = """\
#!{python} -P
import sys
from importlib import import_module
from pathlib import Path
from swift.common import storage_policy, utils
utils.set_swift_dir(str(Path(sys.argv[1]).parent))
storage_policy.reload_storage_policies()
import_module("{module}").main()
"""
"""Swift's servers first read the policies of /etc/swift, before they know of another folder."""


def install(plan: Plan, server: str, release: Release) -> None:
    """Install a release for a server, which uses it from its next start or reload on."""
    link = plan.installed(server)
    link.parent.mkdir(exist_ok=True)
    new = link.with_suffix(".new")
    new.symlink_to(release.part(kind_of(server)))
    new.rename(link)


def write_scripts(plan: Plan) -> None:
    """Write Swift's programs."""
    for name, module in _MODULES.items():
        path = script(plan, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(_SERVER.format(python=sys.executable, module=module))
        path.chmod(0o755)


def script(plan: Plan, name: str) -> Path:
    """The path of one of Swift's programs: `object-auditor`."""
    return plan.folder / "bin" / f"swift-{name}"


def kind_of(server: str) -> str:
    """`proxy` of `proxy-1`."""
    return server.rpartition("-")[0]


def command(plan: Plan, server: str, engine_options: Sequence[str]) -> list[str]:
    """The command that starts a server."""
    if kind_of(server) == "engine":
        return _engine(plan, server, engine_options)
    if server == CACHE:
        return _cache(plan.addresses[CACHE])
    if kind_of(server) in DAEMONS:
        return [str(script(plan, kind_of(server))), str(plan.config(_server_of(server)))]
    return [str(script(plan, f"{kind_of(server)}-server")), str(plan.config(server))]


def _server_of(daemon: str) -> str:
    """`object-1` of `object-auditor-1`, whose configuration it shares."""
    kind, _, node = daemon.split("-")
    return f"{kind}-{node}"


def environment(plan: Plan, server: str) -> dict[str, str]:
    """The environment of its process, in which it finds what is installed for it."""
    folders = [str(plan.installed(server)), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {"PYTHONPATH": os.pathsep.join(folders)}


def _cache(address: Address) -> list[str]:
    if program := shutil.which("memcached"):
        return [program, "-l", address.ip, "-p", str(address.port), "-u", getpass.getuser()]
    return [sys.executable, str(Path(__file__).with_name("cache_server.py")), address.ip, str(address.port)]


def _engine(plan: Plan, server: str, options: Sequence[str]) -> list[str]:
    node = int(server.rpartition("-")[2])
    cache = plan.folder / f"engine-cache-{node}"
    cache.mkdir(mode=0o700, exist_ok=True)
    words = [str(plan.installed(server)), "serve", "--cache", str(cache)]
    return [*words, "--socket", str(plan.engine_socket(node)), *unprivileged(), *options]
