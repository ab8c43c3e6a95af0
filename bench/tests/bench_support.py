"""Results, plans and a stage without a store, and requests as in the store's access log, by both APIs."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Request
from headwater_bench.core.plan import Plan, Row, Section, Turn

MADE = {
    "date": "2026-01-01T00:00+00:00",
    "processor": "a processor",
    "cores": 2,
    "memory_bytes": 2**34,
    "load": 0.5,
    "load_after": 1.5,
    "versions": {"Headwater": "0.1.0"},
    "command": "headwater bench writes",
}
PEERS = {"headwater-s3": "Headwater", "s3a-1": "S3A", "stocator": "Stocator"}
OUT = "01-out"
ATTEMPT = "attempt_20261120112140586778231476714662_0004_m_000000_0"
CONTAINER = "/v1/AUTH_headwater/bench-swift"
VALUES = {"start": 0.0, "client": "127.0.0.1", "status": 200, "bytes_in": 0, "bytes_out": 0, "seconds": 0.1}


def sample(seconds: float, received: int = 10**6, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "cpu_seconds": 2 * seconds,
        "store_cpu_seconds": 0.5,
        "requests": requests or {"GET": 1},
        "bytes_to_store": 2 * 10**6,
        "bytes_copied": 0,
        "bytes_from_store": received,
        "peak_memory": 2**30,
        "metrics": {"bytes": 10**6},
    }


def row(title: str, **peers: list[dict]) -> dict:
    found = {
        name.replace("_", "-"): {"samples": samples, "failure": "" if samples else "AnException: it broke"}
        for name, samples in peers.items()
    }
    return {"title": title, "peers": found}


def result(rows: dict[str, dict], peers: dict[str, str] | None = None, **about: object) -> dict:
    sections = [
        {"name": name, "title": "", "latency_ms": latency, "rounds": 1, "rows": rows}
        for name, latency in (("plain", 0), ("delayed", 20))
    ]
    return {"made": MADE, "data": {}, "peers": peers or PEERS, **about, "sections": sections}


class FakeStage:
    """Answers immediately, breaks down at one of its turns, and fails at some of a peer's."""

    def __init__(self, breaks_at: int = 0, fails: Sequence[tuple[str, int]] = (), **seconds: float) -> None:
        self.document = {"s3": {"endpoint": "http://127.0.0.1:1"}, "swift": {}}
        self.turns: list[tuple[str, str, bool]] = []
        self._breaks_at, self._fails, self._seconds = breaks_at, fails, seconds
        self.answers: dict[str, list] = {}

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        assert document["s3"]["endpoint"].startswith("http://127.0.0.1:")
        self.turns.append((peer, row.name, is_warm_up))
        if len(self.turns) == self._breaks_at:
            raise KeyboardInterrupt
        if (peer, [name for name, _, _ in self.turns].count(peer)) in self._fails:
            raise HeadwaterError("broken", detail="run\nAnException: it broke\n  at line")
        return Turn(sample(self._seconds.get(peer, 1.0)), self.answers.get(peer), {"seen_by": peer})


def plan(stage: FakeStage, sections: Sequence[Section], ours: Sequence[str] = ("a",)) -> Plan:
    names = [name for section in sections for name in section.peers]
    peers = {name: f"Headwater {name}" if name in ours else name.upper() for name in names}

    def started(folder: Path, _: Plan, __: Sequence[Section]) -> AbstractContextManager[FakeStage]:
        assert folder.is_dir()
        return nullcontext(stage)

    return Plan("writes", {"parts": 1}, peers, sections, started, command="headwater bench writes")


def request(method: str, path: str, **fields) -> Request:
    return Request(method=method, path=path, **VALUES | {"headers": {}, "user_agent": "-"} | fields)


def listing(prefix: str, **fields) -> Request:
    return request("GET", f"/bench-s3?list-type=2&delimiter=%2F&max-keys=100&prefix={prefix}", **fields)


def put(name: str, **fields) -> Request:
    return request("PUT", f"/bench-s3/{OUT}/{name}", **fields)


def get(name: str, **fields) -> Request:
    return request("GET", f"/bench-s3/{OUT}/{name}", **fields)


def swift_listing(prefix: str, more: str = "", **fields) -> Request:
    query = f"format=json&limit=1000&prefix={prefix}{more}&delimiter=%2F"
    return request("GET", f"{CONTAINER}/?{query}", **fields)


def swift_put(name: str, **fields) -> Request:
    return request("PUT", f"{CONTAINER}/{OUT}/{name}", status=201, **fields)
