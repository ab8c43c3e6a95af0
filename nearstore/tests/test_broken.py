"""The client's view when the engine or the object server dies: the complete answer, or an error.

HEADWATER_SOAK=1, which `make soak-tests` sets, makes the last test long.
"""

import os
import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
from store_support import headwater

from headwater_swift.wire.frames import ERROR, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE
from storlet_support import Client, Store, run_headers

REQUESTS = 1000 if "HEADWATER_SOAK" in os.environ else 150
TEXT = b"a line of text, one of very many\n" * 60_000
BREAKS = (requests.exceptions.ChunkedEncodingError, requests.exceptions.ConnectionError)


@pytest.mark.parametrize("victim", ["engine", "object"])
@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_an_engine_that_is_killed_breaks_the_answer(module_store: Store, victim, on_proxy):
    owner = module_store.owner
    owner.send_ok("PUT", "/box/one", data=TEXT * 20)
    # The proxy's storlet needs the complete object, so it notices the object server's death.
    action = "flood" if victim == "engine" or on_proxy == "false" else "copy"
    for accept in ("*/*", MEDIA_TYPE):
        headers = {**run_headers(do=action), "X-Storlet-Run-On-Proxy": on_proxy, "Accept": accept}
        response = owner.call("/box/one", headers=headers, stream=True)
        assert response.status_code == 200
        chunks = response.iter_content(65536)
        first = next(chunks)
        module_store.kill(victim)
        if accept == MEDIA_TYPE:
            assert _last_frame(first, chunks).type == ERROR
        else:
            with pytest.raises(BREAKS):
                for _ in chunks:
                    pass
        module_store.revive(victim)
    assert owner.run("/box/one", do="first") == TEXT[:10]
    assert module_store.quarantined() == []


def _last_frame(first: bytes, chunks):
    received = iter([first])
    reader = FrameReader(lambda: next(received, b"") or next(chunks, b""))
    while not (frame := reader.read()).last:
        pass
    return frame


def test_status_and_up_report_a_dead_engine(module_store: Store):
    module_store.kill("engine")
    for command in ("status", "up"):
        done = headwater(command, "--data", module_store.data)
        assert done.returncode == 1
        assert "the engine has died" in done.stderr
    module_store.revive("engine")


def test_objects_in_quarantine_are_counted(own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"the text of this object")
    for data in (own_store.data / "nodes" / "d1" / "objects").rglob("*.data"):
        if data.read_bytes() == b"the text of this object":
            data.write_bytes(b"the text of this OBJECT")
    own_store.owner.run("/box/one")
    assert own_store.quarantined() == []
    own_store.owner.call("/box/one")
    assert len(own_store.quarantined()) == 1


def test_64_concurrent_requests(store: Store):
    owner = store.owner
    owner.send_ok("PUT", "/box/many", data=TEXT)
    with ThreadPoolExecutor(64) as pool:
        outcomes = Counter(
            pool.map(lambda _: _outcome(owner, "/box/many", run_headers(do="upper")), range(256))
        )
    assert set(outcomes) <= {"whole", "busy"}, outcomes
    assert outcomes["whole"] >= 64, outcomes


def test_requests_under_random_kills(module_store: Store):
    seed = random.randrange(2**32)
    draw = random.Random(seed)
    owner = module_store.owner
    owner.send_ok("PUT", "/box/one", data=TEXT)
    requests_headers = [_drawn(draw) for _ in range(REQUESTS)]
    kills = _Kills(module_store, draw)
    with ThreadPoolExecutor(8) as pool:
        outcomes = Counter(
            pool.map(
                lambda headers: kills.counted(lambda: _outcome(owner, "/box/one", headers)), requests_headers
            )
        )
    kills.finish()
    print(f"seed {seed}: {kills.done} kills, {dict(outcomes)}")
    assert not {kind for kind in outcomes if kind.startswith("WRONG")}, (seed, outcomes)
    assert outcomes["whole"] > REQUESTS // 4, (seed, outcomes)
    assert kills.done >= max(1, REQUESTS // 200), (seed, kills.done)
    assert module_store.quarantined() == []


def _drawn(draw: random.Random) -> dict[str, str]:
    headers = run_headers(do="upper")
    headers["X-Storlet-Run-On-Proxy"] = draw.choice(["false", "false", "true"])
    headers["Accept"] = draw.choice(["*/*", MEDIA_TYPE])
    return headers


class _Kills:
    """Kills the engine or the object server about every hundred requests, while others are running.

    Of the requests that would begin while it is down, one in ten does. The others wait.
    """

    def __init__(self, store: Store, draw: random.Random) -> None:
        self._store = store
        self._draw = draw
        self._lock = threading.Lock()
        self._killers: list[threading.Thread] = []
        self._up = threading.Event()
        self._up.set()
        self._begun = 0
        self._next = 20
        self.done = 0

    def counted(self, send: Callable[[], str]) -> str:
        with self._lock:
            self._begun += 1
            alone = not self._killers or not self._killers[-1].is_alive()
            if self._begun >= self._next and alone:
                self._next = self._begun + self._draw.randrange(40, 160)
                victim = self._draw.choice(["engine", "object"])
                self._killers.append(threading.Thread(target=self._strike, args=(victim,)))
                self._killers[-1].start()
            waits = self._draw.random() < 0.9
        if waits:
            self._up.wait(120)
        return send()

    def finish(self) -> None:
        for each in self._killers:
            each.join()

    def _strike(self, victim: str) -> None:
        self._up.clear()
        self._store.kill(victim)
        self._store.revive(victim)
        self._up.set()
        self.done += 1


def _outcome(owner: Client, path: str, headers: dict[str, str]) -> str:
    """`whole`, or how the client learned that the answer is incomplete. WRONG for anything else."""
    try:
        with requests.get(
            owner.account + path, headers={**owner.headers, **headers}, timeout=600
        ) as response:
            if response.status_code != 200:
                return _refusal(response)
            content = response.content
    except BREAKS:
        return "broken"
    if headers.get("Accept") != MEDIA_TYPE:
        return "whole" if content == TEXT.upper() else f"WRONG: {len(content)} bytes"
    return _framed(content)


def _refusal(response: requests.Response) -> str:
    if response.status_code < 500:
        return f"WRONG: status {response.status_code}"
    try:
        return str(response.json()["error"])
    except ValueError:
        return f"status {response.status_code}"  # Swift's own status: no object server


def _framed(content: bytes) -> str:
    received = iter([content])
    reader = FrameReader(lambda: next(received, b""))
    answer = bytearray()
    try:
        while not (frame := reader.read()).last:
            answer += frame.payload
    except BrokenAnswerError:
        return "broken"
    if frame.type == ERROR:
        return f"frame {frame.document()['error']}"
    return "whole" if answer == TEXT.upper() else f"WRONG: {len(answer)} bytes in frames"
