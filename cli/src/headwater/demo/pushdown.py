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
class QueryResult:
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


def query_results(output: dict, requests: Sequence[Request]) -> dict[str, QueryResult]:
    """The program's output for "off" and "on", with the bytes of the requests made meanwhile."""
    return {switch: _query_result(seen, requests) for switch, seen in output.items()}


def _query_result(seen: dict, requests: Sequence[Request]) -> QueryResult:
    times = seen["times"]

    def meanwhile(request: Request) -> bool:
        return any(begin <= request.start <= end for begin, end in times)

    total = sum(request.bytes_out for request in requests if meanwhile(request))
    return QueryResult(seen["rows"], median(end - begin for begin, end in times), total / len(times))


def problems(found: dict[str, QueryResult]) -> list[str]:
    """The problems: a different result, an empty one, or no fewer bytes."""
    off, on = found["off"], found["on"]
    sentences = []
    if not off.rows or on.rows != off.rows:
        sentences.append(f"the query's answer with pushdown is {on.rows}, and without it {off.rows}")
    if on.bytes >= off.bytes:
        sentences.append(
            f"pushdown sent {on.bytes:,.0f} bytes, no fewer than the {off.bytes:,.0f} without it"
        )
    return sentences
