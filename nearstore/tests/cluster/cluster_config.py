"""Configuration of the test cluster: three nodes, two proxies, 3 replicas and an erasure code.

Timeouts and error limits are Swift's defaults. No setting here changes one.
"""

import getpass
from collections.abc import Mapping
from configparser import ConfigParser
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from swift.common.ring import RingBuilder

STORAGE = ("account", "container", "object")
NODES = (1, 2, 3)
PROXIES = 2
POLICIES = ("replicas", "erasure")
DEVICES = ("d1", "d2")
"""Of each node. An erasure code needs all nodes, and hands a fragment off if one is away."""

CACHE = "cache-1"
"""memcached, which the proxies share."""

OWNER, NEIGHBOUR = "tenant:user", "neighbour:user"
USERS = {OWNER: "tenant-key", NEIGHBOUR: "neighbour-key"}

_PIPELINE = (
    "catch_errors gatekeeper healthcheck cache listing_formats bulk {auth} storlets copy slo dlo "
    "versioned_writes storlets_guard proxy-server"
)
DAEMONS = {
    "account-auditor": {},
    "account-replicator": {},
    "container-auditor": {},
    "container-replicator": {},
    "container-updater": {},
    "object-auditor": {},
    "object-reconstructor": {},
    "object-replicator": {"sync_method": "ssync"},  # without rsync's own server
    "object-updater": {},
}
"""What a node can run beside its servers, with its settings."""

_PART_POWER = 4
_MOUNTED = ".ismount"


@dataclass(frozen=True)
class Address:
    """The address of a server."""

    ip: str
    port: int


@dataclass(frozen=True)
class Plan:
    """The cluster's folder, and each server's address by name (`object-2`, `proxy-1`).

    With the settings of Keystone's middleware, the proxies authenticate by it, otherwise by TempAuth.
    """

    folder: Path
    addresses: dict[str, Address]
    keystone: Mapping[str, str] | None = None

    def config(self, server: str) -> Path:
        return self.folder / "etc" / f"{server}.conf"

    def log(self, server: str) -> Path:
        return self.folder / f"{server}.log"

    def engine_socket(self, node: int) -> Path:
        return self.folder / f"engine-{node}.sock"

    def devices(self, node: int) -> Path:
        return self.folder / f"node-{node}"

    def installed(self, server: str) -> Path:
        """A link to what is installed for a server: an engine's program, the folder of others' middleware."""
        return self.folder / "installed" / server


def server_names() -> list[str]:
    """Every server that needs a port, in start order."""
    storage = [f"{kind}-{node}" for node in range(1, len(NODES) + 1) for kind in STORAGE]
    proxies = [f"proxy-{number}" for number in range(1, PROXIES + 1)]
    return [CACHE, *storage, *proxies]


def node_of(server: str) -> int | None:
    """The number of a server's or daemon's node. The proxies and their memcached are on none."""
    kind, _, number = server.rpartition("-")
    return None if kind in ("proxy", "cache") else int(number)


def write(plan: Plan) -> None:
    """Write swift.conf, the rings and each server's configuration."""
    (plan.folder / "etc").mkdir(exist_ok=True)
    _write(plan.folder / "etc" / "swift.conf", _policies())
    for name in STORAGE:
        _write_ring(plan, name, name)
    _write_ring(plan, "object", "object-1")
    for server in plan.addresses:
        kind, _, number = server.rpartition("-")
        if kind in STORAGE:
            for device in DEVICES:
                mount(plan.devices(int(number)) / device)
            _write(plan.config(server), _storage(plan, server, kind, int(number)))
        elif kind == "proxy":
            _write(plan.config(server), _proxy(plan, server, int(number)))


def mount(device: Path) -> None:
    """Make the folder of a device, which Swift takes for a mount point because of a file in it."""
    device.mkdir(parents=True, exist_ok=True)
    (device / _MOUNTED).touch()


def _policies() -> dict[str, dict[str, str]]:
    return {
        "swift-hash": {"swift_hash_path_suffix": "test-cluster"},
        "storage-policy:0": {"name": POLICIES[0], "policy_type": "replication", "default": "yes"},
        "storage-policy:1": {
            "name": POLICIES[1],
            "policy_type": "erasure_coding",
            "ec_type": "liberasurecode_rs_vand",
            "ec_num_data_fragments": "2",
            "ec_num_parity_fragments": "1",
        },
    }


def _write_ring(plan: Plan, kind: str, ring: str) -> None:
    builder = RingBuilder(_PART_POWER, replicas=len(NODES), min_part_hours=0)
    for node, device in product(NODES, DEVICES):
        address = plan.addresses[f"{kind}-{node}"]
        ip, port = address.ip, address.port
        place = {"region": 1, "zone": node, "device": device, "weight": 1.0, "meta": ""}
        builder.add_dev(place | {"ip": ip, "port": port, "replication_ip": ip, "replication_port": port})
    builder.rebalance(seed=1)
    builder.get_ring().save(str(plan.folder / "etc" / f"{ring}.ring.gz"))


def _defaults(plan: Plan, server: str) -> dict[str, str]:
    address = plan.addresses[server]
    return {
        "bind_ip": address.ip,
        "bind_port": str(address.port),
        "bind_timeout": "3",  # a used port is then a clear failure, and the cluster tries others
        "workers": "1",  # 0 ignores reloads
        "user": getpass.getuser(),
        "swift_dir": str(plan.folder / "etc"),
        "log_name": server,
        "log_file": str(plan.log(server)),
        "log_custom_handlers": "headwater.embedded.logs.to_file",
    }


def _storage(plan: Plan, server: str, kind: str, node: int) -> dict[str, dict[str, str]]:
    filters = {"healthcheck": {"use": "egg:swift#healthcheck"}}
    if kind == "object":
        filters["storlets"] = _storlets(plan, "object", node)
    folder = str(plan.devices(node))
    return {
        "DEFAULT": {**_defaults(plan, server), "devices": folder},
        "pipeline:main": {"pipeline": " ".join([*filters, f"{kind}-server"])},
        f"app:{kind}-server": {"use": f"egg:swift#{kind}"},
        **{f"filter:{name}": settings for name, settings in filters.items()},
        **{
            name: {"recon_cache_path": folder, **settings}
            for name, settings in DAEMONS.items()
            if name.startswith(kind)
        },
    }


def _proxy(plan: Plan, server: str, number: int) -> dict[str, Mapping[str, str]]:
    plain = (
        "catch_errors", "gatekeeper", "healthcheck", "listing_formats", "bulk", "copy", "slo", "dlo",
        "versioned_writes",
    )  # fmt: skip
    cache = plan.addresses[CACHE]
    auth = _authentication(plan)
    return {
        "DEFAULT": _defaults(plan, server),
        "pipeline:main": {"pipeline": _PIPELINE.format(auth=" ".join(auth))},
        "app:proxy-server": {"use": "egg:swift#proxy", "account_autocreate": "true"},
        **{f"filter:{name}": {"use": f"egg:swift#{name}"} for name in plain},
        "filter:cache": {"use": "egg:swift#memcache", "memcache_servers": f"{cache.ip}:{cache.port}"},
        **{f"filter:{name}": settings for name, settings in auth.items()},
        "filter:storlets": _storlets(plan, "proxy", number),
        "filter:storlets_guard": {"use": "egg:headwater_swift#storlets_guard"},
    }


def _authentication(plan: Plan) -> dict[str, Mapping[str, str]]:
    """The filters of the pipeline that know the users, in their order. By TempAuth, they may use S3's API."""
    if plan.keystone:
        roles = {"use": "egg:swift#keystoneauth", "operator_roles": "admin, member"}
        return {"authtoken": plan.keystone, "keystoneauth": roles}
    users = {f"user_{name.replace(':', '_')}": f"{key} .admin" for name, key in USERS.items()}
    return {"s3api": {"use": "egg:swift#s3api"}, "tempauth": {"use": "egg:swift#tempauth", **users}}


def _storlets(plan: Plan, server: str, node: int) -> dict[str, str]:
    socket = str(plan.engine_socket(node))
    return {"use": "egg:headwater_swift#storlets", "execution_server": server, "engine_socket": socket}


def _write(path: Path, sections: Mapping[str, Mapping[str, str]]) -> None:
    parser = ConfigParser(interpolation=None)
    parser.read_dict(sections)
    with path.open("w") as file:
        parser.write(file)
