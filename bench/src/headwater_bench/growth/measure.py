"""Lets the configurations take turns at each point, and records their time and requests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Request
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.configuration import Configuration
from headwater_bench.core.samples import Sample
from headwater_bench.core.tree import Trees
from headwater_bench.growth import phases
from headwater_bench.growth.player import GrowthPlayer, Run
from headwater_bench.growth.series import WRITES, Series
from headwater_bench.writes.configurations import ALL, OURS

BOUND_S = 45.0
"""A peer's point is left out if its previous point predicts a longer time."""

_ONCE_S = 2.0
"""A point that takes longer is measured once."""

_HIDDEN = ("_", ".")


@dataclass(frozen=True)
class Taken:
    """The duration, times and requests of one run."""

    sample: Sample
    run: Run
    requests: list[Request]


class Measurement:
    """The points of some series so far, by the players of some configurations."""

    def __init__(
        self, document: dict, trees: Trees, players: Mapping[str, GrowthPlayer], rounds: int
    ) -> None:
        self._document = document
        self._trees = trees
        self._players = players
        self._rounds = rounds
        self._runs = 0
        self._written: dict[tuple[str, int], str] = {}

    def measure(self, series: Series, values: Sequence[int]) -> Iterator[dict]:
        """Yields the series' document after each value of x."""
        peers = [each for each in ALL if each.name in series.peers and each.name in self._players]
        known = {name: getattr(series, name) for name in ("name", "title", "x", "unit", "note")}
        known |= {"points": {each.name: [] for each in peers}, "left_out": [], "failures": {}}
        for each in peers:
            with console.step(f"{series.title}: warm-up, {each.title}"):
                self._try(each, series, values[0], known)
        for x in values:
            self._measure(series, x, peers, known)
            yield known

    def _measure(self, series: Series, x: int, peers: Sequence[Configuration], known: dict) -> None:
        taken: dict[str, list[Taken]] = {}
        taking = [each for each in peers if self._is_wanted(each, x, known)]
        for number in range(self._rounds):
            for each in taking[:: 1 if number % 2 else -1]:
                before = taken.setdefault(each.name, [])
                if each.name in known["failures"] or (before and before[0].sample.seconds > _ONCE_S):
                    continue
                with console.step(f"{series.title}: {x:,}, round {number + 1}, {each.title}"):
                    before += self._try(each, series, x, known)
        for name, of_peer in taken.items():
            if of_peer:
                known["points"][name].append(_point(series, x, of_peer))

    def _is_wanted(self, configuration: Configuration, x: int, known: dict) -> bool:
        """Whether to measure a point. Records it if it would take too long."""
        points = known["points"][configuration.name]
        if configuration in OURS or not points:
            return configuration.name not in known["failures"]
        expected = median(points[-1]["seconds"]) * x / points[-1]["x"]
        if expected > BOUND_S:
            left_out = {"peer": configuration.name, "x": x, "expected_s": round(expected)}
            known["left_out"].append(left_out)
        return expected <= BOUND_S

    def _try(self, configuration: Configuration, series: Series, x: int, known: dict) -> list[Taken]:
        """A run, or nothing if it is a peer's and fails, which is recorded."""
        try:
            return [self._run(configuration, series, x)]
        except HeadwaterError as error:
            if configuration in OURS:
                raise
            known["failures"][configuration.name] = (error.detail or str(error)).splitlines()[0]
            return []

    def _run(self, configuration: Configuration, series: Series, x: int) -> Taken:
        player = self._players[configuration.name]
        player.connect(self._document)
        self._runs += 1
        new = f"growth/{series.name}/{configuration.name}/{x}-{self._runs}"
        folder = new if series.action in WRITES else self._written[series.over, x]
        runs = []

        def run() -> Answer:
            runs.append(player.run(series, x, folder))
            return Answer(runs[0].seconds, [])

        sample, _, requests = samples.sample(self._document, player.process, run)
        if series.action in WRITES:
            self._check(series, x, folder)
        return Taken(sample, runs[0], requests)

    def _check(self, series: Series, x: int, folder: str) -> None:
        """Check that everything was written. The folder can then be read."""
        names = [
            name.removeprefix(f"{folder}/").split("/") for name, size in self._trees.under(folder) if size
        ]
        parts = [name for name in names if not any(each.startswith(_HIDDEN) for each in name)]
        expected = 1 if series.x == "MiB" else x
        if len(parts) != expected:
            raise HeadwaterError(f"{len(parts):,} objects are in {folder}, and not {expected:,}")
        self._written[series.name, x] = folder


def _point(series: Series, x: int, of_peer: Sequence[Taken]) -> dict:
    """Requests and phases are those of the run with the median time."""
    typical = sorted(of_peer, key=lambda taken: taken.run.seconds)[len(of_peer) // 2]
    split = phases.split(typical.requests, typical.run)
    commits = [round(taken.run.commit_seconds, 4) for taken in of_peer]
    whole = [round(taken.run.seconds, 4) for taken in of_peer]
    return {
        "x": x,
        "requests": phases.total(split, *([phases.COMMIT] if series.only_commit else [])),
        "seconds": commits if series.only_commit else whole,
        "commit_seconds": commits,
        "cpu_seconds": [round(taken.sample.cpu_seconds, 3) for taken in of_peer],
        "store_cpu_seconds": [round(taken.sample.store_cpu_seconds, 3) for taken in of_peer],
        "bytes_from_store": typical.sample.bytes_from_store,
        "phases": split,
    }
