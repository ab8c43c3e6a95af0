"""The columns that Spark infers from the readings (`inferSchema`), with and without pushdown."""

from collections.abc import Iterator
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.definitions import text
from headwater_bench.core.samples import Sample
from headwater_bench.core.tables import median_of, spread, table
from headwater_bench.pushdown.configurations import OFF, ON, S3A, SWIFT, Configuration
from headwater_bench.pushdown.plan import Plan
from headwater_bench.pushdown.stage import READINGS, WARM_UP, Stage

NAME = "inference"

_CONFIGURATIONS = (ON, OFF, SWIFT, S3A)


def run(folder: Path, plan: Plan, kept: dict) -> Iterator[dict]:
    """Infer the schema in every configuration: once to warm up on a sixteenth of the data, then in rounds."""
    taking_part = [each for each in _CONFIGURATIONS if each in plan.configurations]
    with Stage(folder, plan.length) as stage:
        known = {each.name: kept.get("configurations", {}).get(each.name, []) for each in taking_part}
        for number in (0, *range(len(known[ON.name]) + 1, plan.rounds + 1)):
            what = f"round {number} of {plan.rounds}" if number else "warm-up"
            order = taking_part[:: -1 if number % 2 else 1]
            with console.step(f"{what}: the schema"):
                found = {
                    each.title: _sample(stage, each, READINGS if number else WARM_UP, known) for each in order
                }
            if len(set(found.values())) > 1:
                schemas = "; ".join(f"{title}: {schema}" for title, schema in found.items())
                raise HeadwaterError(f"not all infer the same columns: {schemas}")
            if number:
                yield {"data": stage.as_dict(), "schema": found[ON.title], "configurations": known}


def _sample(stage: Stage, configuration: Configuration, data: str, known: dict[str, list[dict]]) -> str:
    player = stage.player(configuration)
    taken, answer, _ = samples.sample(stage.document, player.process, lambda: player.infer(f"{data}-csv"))
    if data == READINGS:
        known[configuration.name].append(Sample.as_dict(taken))
    ((schema,),) = answer.rows
    return schema


_TEXT = text(__package__, "page/inference.md")


def render(result: dict) -> str:
    """The section of the page."""
    return _TEXT.format(schema=result["schema"], times=table(*times(result)))


def times(result: dict) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table."""
    head = ["configuration", "seconds", "seconds of a processor; of the store's", "MB from the store"]
    return head, [_row(result, each) for each in _CONFIGURATIONS if each.name in result["configurations"]]


def _row(result: dict, configuration: Configuration) -> list[str]:
    taken = result["configurations"][configuration.name]
    middle, least, most = spread([sample["seconds"] for sample in taken])
    against = median_of(result["configurations"][S3A.name], "seconds") / middle
    cpu, of_store = median_of(taken, "cpu_seconds"), median_of(taken, "store_cpu_seconds")
    return [
        configuration.title,
        f"{middle:.2f} ({least:.2f} to {most:.2f}), **{against:.1f}**",
        f"{cpu:.1f}; {of_store:.1f}",
        f"{median_of(taken, 'bytes_from_store') / 1e6:,.1f}",
    ]
