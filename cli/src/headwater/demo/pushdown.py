"""The demo's second act: one query of the CSV, with plain reads and with pushdown."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from headwater.core.artifacts import shipped
from headwater.core.storlet_names import CONTAINER
from headwater.embedded import clients
from headwater.embedded.request_log import Request

STORLET = "csv"


@dataclass(frozen=True)
class Asked:
    """The result of a query: its rows, the median of its seconds, and the mean of the transferred bytes."""

    rows: list[list]
    seconds: float
    bytes: float


def deploy(data: Path) -> bool:
    """Deploy the storlet that Spark uses. False if it has not been built."""
    module = shipped("storlets") / f"{STORLET}.wasm"
    if not module.exists():
        return False
    with clients.account(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        account.send("PUT", f"/{CONTAINER}/{STORLET}", data=module.read_bytes())
    return True


def asked(told: dict, requests: Sequence[Request]) -> dict[str, Asked]:
    """The program's output for "off" and "on", with the bytes of the requests made meanwhile."""
    return {switch: _asked(seen, requests) for switch, seen in told.items()}


def _asked(seen: dict, requests: Sequence[Request]) -> Asked:
    times = seen["times"]

    def meanwhile(request: Request) -> bool:
        return any(begin <= request.start <= end for begin, end in times)

    total = sum(request.bytes_out for request in requests if meanwhile(request))
    return Asked(seen["rows"], median(end - begin for begin, end in times), total / len(times))


def problems(found: dict[str, Asked]) -> list[str]:
    """The problems: a different result, an empty one, or no fewer bytes."""
    off, on = found["off"], found["on"]
    told = []
    if not off.rows or on.rows != off.rows:
        told.append(f"the query's answer with pushdown is {on.rows}, and without it {off.rows}")
    if on.bytes >= off.bytes:
        told.append(f"pushdown sent {on.bytes:,.0f} bytes, no fewer than the {off.bytes:,.0f} without it")
    return told
