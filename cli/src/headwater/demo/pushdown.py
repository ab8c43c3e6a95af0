"""The demo's second act: one query of the CSV, read whole and asked of the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from headwater.embedded.engine import shipped
from headwater.requests import Request
from headwater.storlets.account import CONTAINER, Account

STORLET = "csv"


@dataclass(frozen=True)
class Asked:
    """How a query was answered: its rows, the median of its seconds, the mean of the bytes that crossed."""

    rows: list[list]
    seconds: float
    bytes: float


def deploy(data: Path) -> bool:
    """Deploy the storlet that Spark asks for; False if it has not been built."""
    module = shipped("storlets") / f"{STORLET}.wasm"
    if not module.exists():
        return False
    with Account.connect(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        account.send("PUT", f"/{CONTAINER}/{STORLET}", data=module.read_bytes())
    return True


def asked(told: dict, requests: Sequence[Request]) -> dict[str, Asked]:
    """What the program told of "off" and "on", with the bytes of the requests that came meanwhile."""
    return {switch: _asked(seen, requests) for switch, seen in told.items()}


def _asked(seen: dict, requests: Sequence[Request]) -> Asked:
    times = seen["times"]

    def meanwhile(request: Request) -> bool:
        return any(begin <= request.start <= end for begin, end in times)

    total = sum(request.bytes_out for request in requests if meanwhile(request))
    return Asked(seen["rows"], median(end - begin for begin, end in times), total / len(times))


def problems(found: dict[str, Asked]) -> list[str]:
    """What must not be: another answer, an empty one, or no fewer bytes."""
    off, on = found["off"], found["on"]
    told = []
    if not off.rows or on.rows != off.rows:
        told.append(f"the query's answer with pushdown is {on.rows}, and without it {off.rows}")
    if on.bytes >= off.bytes:
        told.append(f"pushdown sent {on.bytes:,.0f} bytes, no fewer than the {off.bytes:,.0f} without it")
    return told
