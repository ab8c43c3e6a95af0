"""The floods of a tenant. Each connection sends the next request after the answer to the last one."""

import http.client
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import Thread

from headwater.core.artifacts import shipped
from headwater_swift.wire.names import MEDIA_TYPE

from login import Login
from storlet_support import run_headers

CONNECTIONS = 16
OBJECTS = 8
_MODULE = shipped("storlets") / "grep.wasm"
_OBJECT = b"".join(b"%d,meter %d,%d\n" % (row, row % 97, row * row) for row in range(600_000))
"""What plain GETs and storlets read: 15 MB, more than the buffers between a storlet and its client."""

Send = Callable[[Login, Random], http.client.HTTPResponse]


def furnish(login: Login) -> None:
    """Store the objects, and deploy the storlet `grep`."""
    for number in range(OBJECTS):
        login.send("PUT", f"/replicas/flood-{number}", _OBJECT).read()
    login.send("PUT", "/storlet/grep", _MODULE.read_bytes()).read()


def _get(**headers: str) -> Send:
    return lambda login, drawn: login.send("GET", f"/replicas/flood-{drawn.randrange(OBJECTS)}", **headers)


def _deploy(login: Login, drawn: Random) -> http.client.HTTPResponse:
    """A module that no engine has: the same one with another custom section."""
    section = bytes([0, 18, 1]) + b"n" + drawn.randbytes(16)
    return login.send("PUT", f"/storlet/new-{drawn.randrange(100)}", _MODULE.read_bytes() + section)


def _slow(login: Login, drawn: Random) -> http.client.HTTPResponse:
    answer = _get(**run_headers(do="copy"))(login, drawn)
    while answer.status == http.client.OK and answer.read(64):
        time.sleep(1)
    return answer


def _small(login: Login, drawn: Random) -> http.client.HTTPResponse:
    """A GET of a byte, and a wait: about as many answers a second as those of storlets."""
    answer = _get(Range="bytes=0-0")(login, drawn)
    time.sleep(0.37)
    return answer


SENDS: dict[str, Send] = {
    "plain GETs": _get(),
    "small plain GETs": _small,
    "storlets": _get(**run_headers("grep", pattern="meter 1[0-9],.*7$")),
    "deploys": _deploy,
    "slow readers of storlets": _slow,
    # In frames, so that the store notices when the client leaves.
    "storlets that never end": _get(**run_headers(do="spin"), Accept=MEDIA_TYPE),
    "storlets that allocate without bound": _get(**run_headers(do="hoard"), Accept=MEDIA_TYPE),
}


@contextmanager
def flood(names: Sequence[str], logins: Sequence[Login], seed: int) -> Iterator[Callable[[], list[int]]]:
    """Run a flood in a separate process. The function returns its numbers of answers and of refusals."""
    context = multiprocessing.get_context("spawn")
    counts = [context.RawArray("q", CONNECTIONS) for _ in ("answered", "refused")]
    begin = context.Barrier(CONNECTIONS + 1)
    process = context.Process(target=_run, args=(names, logins, seed, begin, counts), daemon=True)
    process.start()
    try:
        begin.wait(60)  # seconds
        yield lambda: list(map(sum, counts))
    finally:
        process.kill()
        process.join()


def _run(names: Sequence[str], logins: Sequence[Login], seed: int, begin, counts) -> None:
    def repeat(number: int) -> None:
        send, login = SENDS[names[number % len(names)]], logins[number % len(logins)]
        drawn = Random(f"{names} {seed} {number}")
        begin.wait()
        while True:
            counts[_is_refused(send, login, drawn)][number] += 1

    for number in range(CONNECTIONS):
        Thread(target=repeat, args=(number,)).start()


def _is_refused(send: Send, login: Login, drawn: Random) -> bool:
    """Whether the store refuses a request. Waits then for as long as it says, like Headwater's clients."""
    try:
        answer = send(login, drawn)
        answer.read()
    except (OSError, http.client.HTTPException):  # the answer of a bomb breaks off
        return False
    if is_refused := answer.status == http.client.SERVICE_UNAVAILABLE:
        time.sleep(float(answer.headers["Retry-After"] or 1))
    return is_refused
