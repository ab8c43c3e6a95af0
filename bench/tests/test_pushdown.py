"""`headwater bench pushdown`: its queries, its comparison of results, its page, and a small real run."""

import json
from typing import Self

import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater.embedded.store import EmbeddedStore
from headwater_bench.core.answers import difference
from headwater_bench.core.samples import Sample
from headwater_bench.data.command import FIRST, LAST, METERS, SEED
from headwater_bench.data.readings import Readings
from headwater_bench.pushdown import all_queries as of_queries
from headwater_bench.pushdown import (
    command,
    configurations,
    far,
    inference,
    load,
    long_splits,
    queries,
    scenarios,
    selectivity,
    stage,
)
from headwater_bench.pushdown.command import _NAMES, _PEERS
from headwater_bench.pushdown.document import Results, render
from headwater_bench.pushdown.plan import Plan, chosen
from headwater_bench.pushdown.scenarios import ALL, Scenario

MADE = {
    "date": "2026-01-01T00:00+00:00",
    "processor": "a processor",
    "cores": 2,
    "memory_bytes": 2**34,
    "load": 0.5,
    "load_after": 1.5,
    "versions": {"Headwater": "0.1.0"},
    "command": "headwater bench pushdown",
}
DATA = {"bytes": 1 << 30, "rows": 9, "objects": 1, "cores": "local[2]"}


def samples(seconds: float, sent: int = 10**6) -> list[dict]:
    each = {"cpu_seconds": 2 * seconds, "store_cpu_seconds": 0.5, "bytes_from_store": sent, "metrics": {}}
    return [{"seconds": seconds, **each} for _ in range(3)]


def test_the_seven_queries_are_there_for_both_dialects():
    found = queries.load()
    assert [query.title for query in found][::6] == ["ShowMapCons", "Showday"]
    assert len(found) == 7
    for query in found:
        assert query.paper.keys() == {"column", "row", "data"}
        assert "SUBSTRING(" in query.sql
        assert "SUBSTRING(" not in query.polars
        assert "first_value" not in query.polars


def test_rows_in_another_order_and_sums_that_round_otherwise_are_the_same():
    one = [("a", 0.1 + 0.2), ("b", 5.0), ("c", None)]
    other = [("c", None), ("b", 5.0), ("a", 0.3)]
    assert difference(one, one, "it") == 0
    assert 0 < difference(one, other, "it") < 1e-15


@pytest.mark.parametrize(
    "other", [[("a", 1.0)], [("a", 1.0), ("b", 2.00001)], [("a", 1.0), ("c", 2.0)], [("a", 1.0), ("b", None)]]
)
def test_other_answers_are_reported(other):
    with pytest.raises(HeadwaterError, match="the query: one answered"):
        difference([("a", 1.0), ("b", 2.0)], other, "the query")


def test_points_drop_their_stated_share():
    readings = Readings(2 * METERS, FIRST, LAST, METERS, SEED)
    lines = [line.split(b",") for line in b"".join(readings.content(range(readings.rows))).splitlines()[1:]]
    names = list(selectivity._widths(readings))
    whole = sum(len(field) + 1 for line in lines for field in line)
    points = list(selectivity._points(readings))
    assert {point.kind for point in points} == {"rows", "columns", "both"}
    assert {point.share for point in points if point.kind == "rows"} == set(selectivity._SHARES)
    for point in points:
        columns = point.sql.split("xxhash64(")[1].split(")")[0].split(", ")
        last = point.sql.split("'")[1].encode() if "WHERE" in point.sql else b"METER999999"
        places = [names.index(column) for column in columns]
        kept = sum(len(line[place]) + 1 for line in lines if line[4] <= last for place in places)
        assert 100 * (1 - kept / whole) == pytest.approx(point.dropped, abs=0.5)
        assert abs(point.dropped - point.share) <= 5


def test_results_of_each_scenario_stay_until_it_is_measured_again(tmp_path):
    kept = Results(tmp_path)
    kept.keep("1024m", "one", {"data": {"bytes": 1 << 30}, "n": 1})
    kept.keep("64m", "one", {"data": {"bytes": 1 << 26}, "n": 2})
    kept.keep("1024m", "two", {"data": {"bytes": 1 << 30}, "n": 3})
    kept.keep("1024m", "one", {"data": {"bytes": 1 << 30}, "n": 4})
    assert [{name: each["n"] for name, each in found.items()} for found in kept.of_sizes()] == [
        {"one": 2},
        {"one": 4, "two": 3},
    ]


@pytest.mark.parametrize("content", ["{", "[]", '{"queries": {}}', '{"queries": {"data": {"bytes": 1}}}'])
def test_an_invalid_stored_result_is_reported_before_a_run(tmp_path, content):
    (tmp_path / "pushdown-64m.json").write_text(content)
    with pytest.raises(HeadwaterError, match=r"pushdown-.*json.* is no") as raised:
        CliRunner().invoke(command.pushdown, ["--folder", str(tmp_path)], catch_exceptions=False)
    assert raised.value.advice.endswith("headwater bench pushdown")


def test_the_page_has_times_differences_and_costs():
    seconds = {each.name: 1.0 for each in configurations.ALL} | {"s3a": 13.0, "off": 12.0}
    query = {
        "rows": 27,
        "configurations": {
            name: {"samples": samples(taken), "apart": 1e-16 if name == "polars" else 0.0}
            for name, taken in seconds.items()
        },
    }
    points = [
        {"kind": kind, "share": share, "dropped": float(share), "sql": "", "configurations": of_point}
        for kind, share, of_point in (
            ("rows", 0, {"on": 10 * samples(10.2), "off": 10 * samples(10)}),
            ("columns", 90, {"on": samples(2), "off": samples(5), "parquet": samples(1)}),
        )
    ]
    load_result = {"queries": 16, "seconds": [1.0], "refused": {"busy": 1234}, "metrics": {"fell back": 7}}
    common = {"data": DATA, "made": MADE, "rounds": 3}
    selected = common | {"queries": {each.name: query for each in queries.load()}}
    result = {
        of_queries.NAME: selected,
        long_splits.NAME: selected,
        far.NAME: selected,
        selectivity.NAME: common | {"points": points},
        inference.NAME: common
        | {
            "schema": "struct<date:timestamp>",
            "configurations": {"on": samples(2), "off": samples(8), "swift": samples(2), "s3a": samples(9)},
        },
        load.NAME: common | load_result,
    }
    page = render([result], ALL)
    assert "| Headwater, `s3://`, pushdown on | 1.00 (1.00 to 1.00), **13.0** |" in page
    assert "| S3A 3.5.0 | 13.00 (13.00 to 13.00), **1.0** |" in page
    assert "| Polars 2.1.0 | 2.0; 0.5; 1.0 |" in page
    assert "Polars 2.1.0: 1.0e-16" in page
    assert "| columns | 90.00% | 2.00 (2.00 to 2.00) | 5.00 (5.00 to 5.00) | **2.50** |" in page
    assert "pushdown costs +2.0%. This is the median\nof 30 pairs" in page
    assert "Pairs in\na round: 10 over rows" in page
    assert "`struct<date:timestamp>`" in page
    assert "| Headwater, `s3://`, pushdown on | 2.00 (2.00 to 2.00), **4.5** | 4.0; 0.5 | 1.0 |" in page
    assert "refused 1,234 as busy" in page
    assert "| fell back | 7 |" in page
    assert "## The seven queries, 1 GiB\n" in page
    assert "## The seven queries, by splits of 512 MiB, 1 GiB\n" in page
    assert "## The seven queries, with 20 ms more for every request, 1 GiB\n" in page
    assert page.count("with a load average of 0.5 before and 1.5 after") == 6


def test_the_command_knows_all_scenarios():
    assert tuple(each.name for each in ALL) == _NAMES


def test_who_takes_part_may_be_chosen():
    assert chosen(()) == configurations.ALL
    assert [each.name for each in chosen(("swift",))] == ["on", "swift", "s3a"]
    assert Plan(1, 1).reference is configurations.OFF
    assert Plan(1, 1, chosen(("swift",))).reference is configurations.S3A
    assert {each.name for each in configurations.ALL} == {"on", "s3a", *_PEERS}


def test_a_run_that_is_interrupted_while_it_writes_its_data_leaves_no_store(tmp_path, monkeypatch):
    running = []

    def interrupt(_):
        running.append(EmbeddedStore(tmp_path / "store").status().state)
        raise KeyboardInterrupt

    monkeypatch.setattr(stage, "furnish", interrupt)
    with pytest.raises(KeyboardInterrupt), stage.Stage(tmp_path, 1 << 20):
        pass
    assert running == ["running"]
    assert EmbeddedStore(tmp_path / "store").status().state == "stopped"


class Stage:
    """A store that answers each query with its text, and records the queries of each configuration."""

    def __init__(self, *_: object, **_more: object) -> None:
        self.selected: list[tuple[str, str, str]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Does nothing."""

    def player(self, configuration: configurations.Configuration) -> None:
        """There is no player."""

    def as_dict(self) -> dict:
        return DATA

    def sample(self, configuration, sql: str, data: str) -> tuple[Sample, list]:
        self.selected.append((configuration.name, sql, data))
        return Sample(1.0, 1.0, 1.0, {}, 1, 1, 0, 1), [(sql,)]


def test_queries_go_on_with_the_turns_that_an_interrupted_run_has_not_taken(tmp_path, monkeypatch):
    stages = []

    def started(*arguments: object, **more: object) -> Stage:
        stages.append(Stage(*arguments, **more))
        return stages[-1]

    monkeypatch.setattr(of_queries, "Stage", started)
    to_measure = Plan(1 << 20, 2, (configurations.ON, configurations.OFF))
    run = of_queries.run(tmp_path, to_measure, {})
    for _ in range(9):
        interrupted = next(run)
    kept = json.loads(json.dumps(interrupted))
    *_, last = of_queries.run(tmp_path, to_measure, kept)
    for query in queries.load():
        found = last["queries"][query.name]["configurations"]
        assert [len(found[name]["samples"]) for name in ("on", "off")] == [2, 2]
    first, second = (
        [(name, sql) for name, sql, data in each.selected if data == stage.READINGS] for each in stages
    )
    assert len(first) == 18
    assert sorted(first + second) == sorted(
        2 * [(name, query.sql) for query in queries.load() for name in ("on", "off")]
    )
    warmed_up = [{selected for selected in each.selected if selected[2] == stage.WARM_UP} for each in stages]
    assert warmed_up[0] == warmed_up[1]
    assert len(warmed_up[0]) == 14


def test_an_interrupted_scenario_leaves_the_result_of_the_finished_one(tmp_path, monkeypatch):
    turns = []

    def run(_folder, _plan, kept: dict):
        turns.append(kept.get("turns", 0))
        for number in range(kept.get("turns", 0) + 1, 4):
            yield {"data": DATA, "turns": number}
            if number == 2 and len(turns) == 2:
                raise KeyboardInterrupt

    one = Scenario("queries", run, lambda known: f"{known['turns']} turns\n")
    monkeypatch.setattr(scenarios, "ALL", (one,))
    options = ["--folder", str(tmp_path), "--scenario", "queries", "--rounds"]
    for rounds, exit_code in (("1", 0), ("2", 1), ("2", 0)):
        done = CliRunner().invoke(command.pushdown, [*options, rounds])
        assert done.exit_code == exit_code
        (result,) = Results(tmp_path).of_sizes()
        assert result["queries"]["turns"] == 3
        assert f"--rounds {1 if exit_code else rounds} " in result["queries"]["made"]["command"]
        assert (tmp_path / "pushdown-1024m-queries.json.unfinished").exists() == bool(exit_code)
    assert turns == [0, 0, 2]
    assert "which was interrupted and resumed" in (tmp_path / "pushdown.md").read_text()


@pytest.mark.soak
def test_a_small_run_with_the_programs_of_this_checkout(tmp_path):
    """With and without pushdown. The peers' jars are fetched from elsewhere."""
    ours = (configurations.ON, configurations.OFF)
    *_, last = of_queries.run(tmp_path, Plan(1 << 20, 1, ours), {})
    assert len(last["queries"]) == 7
    # If a result is empty, Spark's final plan contains neither the scan nor its metrics.
    answered = [query for query in last["queries"].values() if query["rows"]]
    assert len(answered) >= 3
    for query in answered:
        for name, each in query["configurations"].items():
            (sample,) = each["samples"]
            assert sample["requests"]["GET"] > 0
            assert sample["bytes_from_store"] > 0
            assert (sample["metrics"].get("splitsPushed", 0) > 0) == (name != "off")


@pytest.mark.soak
def test_the_columns_are_inferred_from_few_lines(tmp_path):
    ours = (configurations.ON, configurations.OFF)
    *_, last = inference.run(tmp_path, Plan(4 << 20, 1, ours), {})
    fetched = {name: samples[0]["bytes_from_store"] for name, samples in last["configurations"].items()}
    assert last["schema"].startswith("struct<date:timestamp,index:double")
    assert fetched["on"] < fetched["off"]
