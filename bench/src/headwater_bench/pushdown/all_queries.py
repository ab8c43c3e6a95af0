"""The seven queries in every configuration, turn by turn."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from headwater.terminal import console
from headwater_bench.core.answers import Row, difference
from headwater_bench.core.definitions import text
from headwater_bench.core.tables import median_of, spread, table
from headwater_bench.data.sizes import in_gib
from headwater_bench.pushdown import configurations, queries
from headwater_bench.pushdown.configurations import Configuration
from headwater_bench.pushdown.plan import Plan
from headwater_bench.pushdown.queries import Query
from headwater_bench.pushdown.stage import READINGS, WARM_UP, Stage

NAME = "queries"


def run(
    folder: Path,
    plan: Plan,
    kept: Mapping,
    settings: Mapping[str, str] = MappingProxyType({}),
    latency: int = 0,
) -> Iterator[dict]:
    """Run every query in every configuration: a warm-up on a sixteenth of the data, then rounds.

    `settings` are those of each Spark in addition to its defaults. Every request is delayed by `latency` ms.
    """
    selected = queries.load()
    with Stage(folder, plan.length, settings=settings, latency=latency) as stage:
        play = _Play(stage, selected, plan, kept.get("queries", {}))
        for configuration in plan.configurations:
            stage.player(configuration)
        for number in range(1 - plan.warm_ups, plan.rounds + 1):
            what = f"round {number} of {plan.rounds}" if number > 0 else "warm-up"
            order = -1 if number % 2 else 1
            for query in selected[::order]:
                if number > 0 and play.turns(query) >= number:
                    continue
                with console.step(f"{what}: {query.title}"):
                    play.turn(query, READINGS if number > 0 else WARM_UP, plan.configurations[::order])
                if number > 0:
                    yield {"data": stage.as_dict(), "warm_ups": plan.warm_ups, "queries": play.results()}


class _Play:
    """The samples so far, by query and configuration."""

    def __init__(self, stage: Stage, selected: Sequence[Query], plan: Plan, kept: Mapping[str, dict]) -> None:
        self._stage = stage
        self._selected = selected
        self._plan = plan
        self._samples = {(query.name, each.name): [] for query in selected for each in plan.configurations}
        self._apart = dict.fromkeys(self._samples, 0.0)
        self._rows = {name: query["rows"] for name, query in kept.items()}
        for name, query in kept.items():
            for configuration, found in query["configurations"].items():
                self._samples[name, configuration] = list(found["samples"])
                self._apart[name, configuration] = found["apart"]

    def turns(self, query: Query) -> int:
        """The number of measured turns of a query."""
        return len(self._samples[query.name, self._plan.reference.name])

    def turn(self, query: Query, data: str, order: Sequence[Configuration]) -> None:
        """One run of a query by each configuration. Their results are compared."""
        answers: dict[str, list[Row]] = {}
        for each in order:
            answers[each.name] = self._run(query, each, data)
        reference = self._plan.reference
        for each in self._plan.configurations:
            what = f"{query.title}, {each.title} and {reference.title}"
            apart = difference(answers[each.name], answers[reference.name], what)
            key = query.name, each.name
            self._apart[key] = max(self._apart[key], apart)
        self._rows[query.name] = len(answers[reference.name])

    def _run(self, query: Query, configuration: Configuration, data: str) -> list[Row]:
        sql = query.polars if configuration is configurations.POLARS else query.sql
        sample, rows = self._stage.sample(configuration, sql, data)
        if data == READINGS:
            self._samples[query.name, configuration.name].append(sample.as_dict())
        return rows

    def results(self) -> dict:
        """What is known of each measured query."""
        measured = {name for (name, _), samples in self._samples.items() if samples}
        return {query.name: self._result(query) for query in self._selected if query.name in measured}

    def _result(self, query: Query) -> dict:
        return {
            "rows": self._rows[query.name],
            "configurations": {
                each.name: {
                    "samples": self._samples[query.name, each.name],
                    "apart": self._apart[query.name, each.name],
                }
                for each in self._plan.configurations
            },
        }


_TEXT = text(__package__, "page/all-queries.md")

_AGREEMENT = text(__package__, "page/all-queries-agreement.md").rstrip()


def render(result: dict, title: str = "The seven queries") -> str:
    """The section of the page."""
    found = result["queries"]
    titles = {query.name: query.title for query in queries.load() if query.name in found}
    plan = Plan(result["data"]["bytes"], 0, participants(result))
    turns = [
        "turns",
        *(str(len(found[name]["configurations"][plan.reference.name]["samples"])) for name in titles),
    ]
    times = [[each.title, *(_time(found[name], each) for name in titles)] for each in plan.configurations]
    return _TEXT.format(
        title=title,
        size=in_gib(result["data"]["bytes"]),
        warm_ups="once" if result.get("warm_ups", 1) == 1 else f"{result['warm_ups']} times",
        times=table(["configuration", *titles.values()], [turns, *times]),
        answers=_agreement(found, plan),
        costs=table(
            ["configuration: seconds of a processor; of the store's; MB", *titles.values()],
            ([each.title, *(_cost(found[name], each) for name in titles)] for each in plan.configurations),
        ),
        selectivity=_selectivity(result),
    )


def participants(result: dict) -> tuple[Configuration, ...]:
    """The measured configurations in order."""
    names = next(iter(result["queries"].values()))["configurations"]
    return tuple(each for each in configurations.ALL if each.name in names)


def speed_ups(result: dict, name: str) -> dict[str, float]:
    """The speed-up of pushdown over a configuration for each query by title, as a ratio of medians."""
    return {
        query.title: _seconds(found, name) / _seconds(found, configurations.ON.name)
        for query, found in _measured(result)
    }


def _measured(result: dict) -> Iterator[tuple[Query, dict]]:
    """The measured queries in order, with their measurements."""
    for query in queries.load():
        if found := result["queries"].get(query.name):
            yield query, found


def _seconds(query: dict, name: str) -> float:
    return median_of(query["configurations"][name]["samples"], "seconds")


def _selectivity(result: dict) -> str:
    """The parts that a query does not need, by the paper's Table 6.2a and by what leaves the store here."""
    rows = [
        [
            query.title,
            *(f"{query.paper[what]:.2f}%" for what in ("column", "row", "data")),
            f"{100 * (1 - _sent(found) / result['data']['bytes']):.4f}%",
        ]
        for query, found in _measured(result)
    ]
    return table(["query", "of columns", "of rows", "of the data", "of the data, here"], rows)


def _sent(query: dict) -> float:
    return median_of(query["configurations"][configurations.ON.name]["samples"], "bytes_from_store")


def _time(query: dict, configuration: Configuration) -> str:
    of_all = query["configurations"]
    seconds = [sample["seconds"] for sample in of_all[configuration.name]["samples"]]
    against = median_of(of_all[configurations.S3A.name]["samples"], "seconds") / spread(seconds)[0]
    middle, least, most = spread(seconds)
    return f"{middle:.2f} ({least:.2f} to {most:.2f}), **{against:.1f}**"


def _cost(query: dict, configuration: Configuration) -> str:
    samples = query["configurations"][configuration.name]["samples"]
    cpu, of_store = median_of(samples, "cpu_seconds"), median_of(samples, "store_cpu_seconds")
    return f"{cpu:.1f}; {of_store:.1f}; {median_of(samples, 'bytes_from_store') / 1e6:,.1f}"


def _agreement(found: dict, plan: Plan) -> str:
    apart = {
        each.title: max(query["configurations"][each.name]["apart"] for query in found.values())
        for each in plan.configurations
        if each is not plan.reference
    }
    differences = "; ".join(
        f"{title}: {'none' if not most else f'{most:.1e}'}" for title, most in apart.items()
    )
    return _AGREEMENT.format(reference=plan.reference.title, differences=differences)
