"""Measure what a tenant's floods do to a neighbour's plain GETs and PUTs, on a Swift of three nodes."""

import argparse
import http.client
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from itertools import product
from pathlib import Path
from random import Random, SystemRandom
from statistics import median, quantiles
from typing import NamedTuple

import page
from cluster_config import NEIGHBOUR, OWNER, PROXIES
from floods import OBJECTS, SENDS, flood, furnish
from idle_group import idle_group, join
from login import Login
from storlet_support import await_true
from swift_cluster import ENGINES, Cluster

FLOODS = {
    "nothing": (),
    "nothing again": (),
    **{name: (name,) for name in SENDS},
    "all except plain GETs": tuple(name for name in SENDS if not name.endswith("plain GETs")),
}
SIZES = {"64 KiB": 64 << 10, "1 MiB": 1 << 20}
KINDS = tuple(" ".join(each) for each in product(("GET", "PUT"), SIZES))
RATE = 24  # requests of the neighbour a second, as many of each kind
_BODIES = {size: Random(size).randbytes(length) for size, length in SIZES.items()}
_THREADS = 256  # more than the requests that are late at once, so that none waits for a thread


class Sample(NamedTuple):
    """A request of the neighbour: its seconds since it was due, and whether its answer was right."""

    kind: str
    seconds: float
    answered: bool


class Round(NamedTuple):
    """A flood of one round: the neighbour's requests, and the flood's answers and refusals a second."""

    flood: str
    samples: Sequence[Sample]
    answered: float
    refused: float

    def percentiles(self, kind: str) -> list[float]:
        """The latencies (ms) of a kind, from p1 to p99."""
        latencies = [1000 * each.seconds for each in self.samples if each.kind == kind]
        return quantiles(latencies, n=100, method="inclusive")


def measure(folder: Path, rounds: int, seconds: float, seed: int) -> tuple[str, list[Round]]:
    """Measure each flood in each round, in an order that the seed draws. Prints a line for each.

    Returns how the engines come last, and the rounds.
    """
    drawn, done = Random(seed), []
    with _cluster(folder) as (cluster, priority):
        tenant, neighbour = (_logins(cluster, user) for user in (OWNER, NEIGHBOUR))
        furnish(tenant[0])
        for size, number in product(SIZES, range(OBJECTS)):
            _sample(0, f"PUT {size}", neighbour[0], number)
        for name in [each for _ in range(rounds) for each in drawn.sample(list(FLOODS), len(FLOODS))]:
            begun = flood(FLOODS[name], tenant, drawn.randrange(1 << 32))
            with begun if FLOODS[name] else nullcontext(lambda: (0, 0)) as counts:
                samples = _samples(neighbour, seconds, drawn)
                done.append(Round(name, samples, *(count / seconds for count in counts())))
            await_true(cluster.is_idle, 90)
            print(name, *(f"{kind} {done[-1].percentiles(kind)[-1]:.0f} ms" for kind in KINDS), flush=True)
    return priority, done


@contextmanager
def _cluster(folder: Path) -> Iterator[tuple[Cluster, str]]:
    """A cluster whose engines come last, and how. They share a group: a node's processors have one engine."""
    with idle_group() as group:
        cluster = Cluster.up(folder)
        try:
            yield cluster, join(group, map(cluster.pid, ENGINES))
        finally:
            cluster.down()


def _logins(cluster: Cluster, user: str) -> list[Login]:
    return [Login.of(cluster.client(number, user)) for number in range(1, PROXIES + 1)]


def _samples(logins: Sequence[Login], seconds: float, drawn: Random) -> list[Sample]:
    """Send `RATE` requests a second, whether or not earlier ones are answered, and wait for all."""
    begun, waiting = time.monotonic(), []
    with ThreadPoolExecutor(_THREADS) as pool:
        for number in range(round(RATE * seconds)):
            due = begun + number / RATE
            time.sleep(max(0.0, due - time.monotonic()))
            kind, login = KINDS[number % len(KINDS)], drawn.choice(logins)
            waiting.append(pool.submit(_sample, due, kind, login, drawn.randrange(OBJECTS)))
    return [each.result() for each in waiting]


def _sample(due: float, kind: str, login: Login, place: int) -> Sample:
    method, size = kind.split(" ", 1)
    sent, received = (_BODIES[size], b"") if method == "PUT" else (b"", _BODIES[size])
    try:
        answer = login.send(method, f"/replicas/{size.replace(' ', '-')}-{place}", sent)
        answered = answer.status in (http.client.OK, http.client.CREATED) and answer.read() == received
    except (OSError, http.client.HTTPException):
        answered = False
    return Sample(kind, time.monotonic() - due, answered)


def table(rounds: Sequence[Round]) -> Iterator[str]:
    """The lines of the table, with its date, machine and load."""
    answered = [sample.answered for each in rounds for sample in each.samples]
    yield f"{time.strftime('%Y-%m-%d', time.gmtime())}, on {os.cpu_count()} processors"
    yield f"(load {os.getloadavg()[2]:.1f}). {sum(answered)} of {len(answered)} requests were answered."
    yield ""
    yield f"| flood | {' | '.join(KINDS)} | times alone | answers a second | refused a second |"
    yield f"|---|{'--:|' * (len(KINDS) + 3)}"
    alone = [each for each in rounds if not FLOODS[each.flood]]
    for name in FLOODS:
        own = [each for each in rounds if each.flood == name]
        cells, ratios = [], []
        for kind in KINDS:
            p50, p99 = (median(each.percentiles(kind)[at] for each in own) for at in (49, 98))
            cells.append(f"{p50:.0f} / {p99:.0f}")
            ratios.append(p99 / median(each.percentiles(kind)[98] for each in alone))
        rates = max(ratios), median(each.answered for each in own), median(each.refused for each in own)
        yield f"| {' | '.join([name, *cells, *(f'{rate:.1f}' for rate in rates)])} |"


def main() -> None:
    """Parse the arguments, measure, and print the table."""
    parser = argparse.ArgumentParser(prog="neighbours", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=40, help="of each flood in each round (40)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(1 << 32), help="of the requests")
    parser.add_argument("--page", type=Path, help="the page whose report is replaced")
    options = parser.parse_args()
    begin = f"Seed {options.seed}, {options.rounds} rounds of {options.seconds:g} s for each flood."
    print(begin, flush=True)
    with tempfile.TemporaryDirectory(prefix="neighbours-") as folder:
        priority, rounds = measure(Path(folder), options.rounds, options.seconds, options.seed)
    text = "\n".join([begin, f"The engines have {priority}.", *table(rounds)])
    print(text)
    if options.page:
        page.write(options.page, text)


if __name__ == "__main__":
    main()
