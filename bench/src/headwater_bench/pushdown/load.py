"""More concurrent queries than the store's engine has workers.

None fails. Some splits are read without pushdown.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from py4j.protocol import Py4JError

from headwater.terminal import console
from headwater_bench.core.answers import Row, difference
from headwater_bench.core.definitions import text
from headwater_bench.core.tables import table
from headwater_bench.jvm.spark_player import failure
from headwater_bench.pushdown import queries
from headwater_bench.pushdown.configurations import OFF, ON
from headwater_bench.pushdown.plan import Plan
from headwater_bench.pushdown.queries import Query
from headwater_bench.pushdown.readings_player import ReadingsPlayer
from headwater_bench.pushdown.stage import READINGS, Stage

NAME = "load"

_QUERIES = 16
_CORES = f"local[{_QUERIES}]"
_ENGINE = ("--workers", "1", "--queue", "1")
_PART = 8
"""The fraction of the data to read. The test checks results, not times."""
_REFUSED = re.compile(r'^headwater_engine_refusals_total\{.*reason="(\w+)".*\} (\d+)', re.MULTILINE)


def run(folder: Path, plan: Plan, _kept: dict) -> Iterator[dict]:
    """Run sixteen concurrent queries in one Spark, and compare their results with those without pushdown."""
    selected = list(islice(cycle(queries.load()), _QUERIES))
    with Stage(folder, plan.length // _PART, cores=_CORES, engine_options=_ENGINE) as stage:
        with console.step("the answers with pushdown off"):
            right = {query.name: stage.sample(OFF, query.sql)[1] for query in queries.load()}
        player = stage.player(ON)
        metrics: Counter[str] = Counter()
        seconds = []
        for number in range(1, plan.rounds + 1):
            with console.step(f"{_QUERIES} queries at once, {number} of {plan.rounds}"):
                begin = time.perf_counter()
                for query, (rows, of_scan) in zip(selected, _at_once(player, selected), strict=True):
                    difference(rows, right[query.name], f"{query.title} under load")
                    metrics.update(of_scan)
                seconds.append(time.perf_counter() - begin)
            yield {
                "data": stage.as_dict(),
                "rounds": number,
                "queries": _QUERIES,
                "seconds": seconds,
                "refused": _refusals(stage),
                "metrics": dict(metrics),
            }


def _at_once(player: ReadingsPlayer, selected: list[Query]) -> list[tuple[list[Row], dict[str, int]]]:
    player.look_at(f"{READINGS}-csv")

    def answer(query: Query) -> tuple[list[Row], dict[str, int]]:
        try:
            frame, rows = player.query(query.sql)
            return player.rows(frame, rows), player.scan_metrics(frame)
        except Py4JError as error:
            raise failure(player.configuration, error) from error

    with ThreadPoolExecutor(len(selected)) as pool:
        return list(pool.map(answer, selected))


def _refusals(stage: Stage) -> dict[str, int]:
    """The number of requests that the engine refused, by reason."""
    port = next(each["port"] for each in stage.document["servers"] if each["name"] == "engine")
    page = build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/metrics").read().decode()
    return {reason: int(number) for reason, number in _REFUSED.findall(page)}


_TEXT = text(__package__, "page/load.md")


def render(result: dict) -> str:
    """The section of the page."""
    refusals = [f"{number:,} as {reason}" for reason, number in result["refused"].items()]
    return _TEXT.format(
        queries=result["queries"],
        all=result["queries"] * result["rounds"],
        cores=_CORES,
        engine=" ".join(_ENGINE),
        mib=result["data"]["bytes"] / 2**20,
        rounds=result["rounds"],
        refused=", ".join(refusals) or "nothing",
        metrics=table(["metric", "sum"], ([name, f"{value:,}"] for name, value in result["metrics"].items())),
    )
