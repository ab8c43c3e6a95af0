"""Rows that are measured later and added to a finished result, whose other rows are unchanged."""

from collections.abc import Mapping
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import read
from headwater_bench.core.sections import ways
from headwater_bench.reads import configurations, run, scenario


def like(plan: run.Plan, results: Path) -> dict:
    """The finished run to which the rows of `plan` can be added.

    Raises HeadwaterError if there is none, or if it has other rounds, another delay or other data.
    """
    if not results.exists():
        raise HeadwaterError(
            f"there is no {results} to which rows could be added", advice="Make it: headwater bench reads"
        )
    kept = read(results)
    _require_the_same(plan, kept)
    return kept


def added(plan: run.Plan, kept: dict) -> dict:
    """A finished run with the rows of `plan`, measured now. Each of them records how it was made."""
    *_, new = run.run(plan, run.begin(plan, None))
    made = {name: value for name, value in new["made"].items() if name != "finished"}
    made["command"] = f"{plan.command} --add"
    sections = [
        section | {"rows": _in_order(section["rows"] | _with_origin(of_new["rows"], made))}
        for section, of_new in zip(kept["sections"], new["sections"], strict=True)
    ]
    return kept | {"data": kept["data"] | new["data"], "sections": sections}


def _require_the_same(plan: run.Plan, kept: dict) -> None:
    rounds = {section["latency_ms"]: section["rounds"] for section in kept["sections"]}
    wanted = {way.latency: way.rounds for way in ways(plan.rounds, plan.latency, {}, {})}
    data = {name: value for name, value in plan.sizes.as_dict().items() if name in kept["data"]}
    peers = {each.name: each.title for each in configurations.ALL}
    if kept["peers"] != peers or kept["made"]["finished"] is not True:
        raise HeadwaterError(
            "the result that is there is of other peers, or of a run that has not come to its end",
            advice=f"Make it again: {kept['made']['command']}",
        )
    if rounds != wanted or data != kept["data"]:
        raise HeadwaterError(
            f"these rows would not be like those that are there: {wanted} rounds by delay in ms, of {data}, "
            f"and not {rounds}, of {kept['data']}",
            advice=f"Give the options of the run that they are added to: {kept['made']['command']}",
        )


def _with_origin(rows: Mapping[str, dict], made: dict) -> dict[str, dict]:
    return {name: row | {"made": made} for name, row in rows.items()}


def _in_order(rows: Mapping[str, dict]) -> dict[str, dict]:
    return {each.name: rows[each.name] for each in scenario.load() if each.name in rows}
