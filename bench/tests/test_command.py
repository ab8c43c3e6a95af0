"""The command as users run it: its options, its folders, and a run without a store."""

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from bench_support import FakeStage, plan
from headwater.core.errors import HeadwaterError
from headwater_bench.benches import writes
from headwater_bench.command import _COMMANDS, _FOLDER, _options, bench, command_line, writable
from headwater_bench.core.plan import Row, Section


def test_help_imports_neither_spark_nor_plots():
    program = "import sys, headwater_bench.command; print(*{'altair', 'py4j', 'pyspark'} & set(sys.modules))"
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert output.stdout == "\n"


def test_help_names_only_options_of_its_command():
    for command in bench.commands.values():
        named = re.findall(r"(?<=\s)--[a-z]+", command.help)
        assert set(named) <= {name for option in command.params for name in option.opts}


@pytest.mark.parametrize("name", _COMMANDS)
def test_a_command_refuses_a_folder_that_cannot_be_written(name):
    with pytest.raises(HeadwaterError, match="nothing can be written to /proc/nope/a: /proc: ") as raised:
        CliRunner().invoke(bench, [name, "--folder", "/proc/nope/a"], catch_exceptions=False)
    assert "Name another with --folder" in raised.value.advice


def test_a_folder_that_is_not_there_is_not_made_before_there_is_something_to_write(tmp_path):
    wanted = tmp_path / "a" / "b"
    assert writable(None, _FOLDER, wanted) == wanted
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(HeadwaterError, match="Not a directory"):
        writable(None, _FOLDER, tmp_path / "file" / "below")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("writes", ["--parts", "8"], "writes --parts 8 --rounds 3 --latency 20"),
        ("writes", ["--quick", "--parts", "8"], "writes --quick"),
        ("reads", [], "reads --scale-factor 1 --rounds 3 --latency 20"),
        ("pushdown", ["--bytes", "10g", "--peer", "chdb"], "pushdown --bytes 10240m --peer chdb --rounds 5"),
        ("mapreduce", ["--megabytes", "1", "--megabytes", "2"], "mapreduce --megabytes 1 --megabytes 2 "),
        ("requests", [], "requests"),
        ("requests", ["--spark", "3.5"], "requests --spark 3.5"),
    ],
)
def test_a_result_records_its_command(name, arguments, expected):
    options = _options(_COMMANDS[name])
    values = bench.commands[name].make_context(name, arguments).params
    assert command_line(name, options, values, ["03"]).startswith(f"headwater bench {expected}")
    assert command_line(name, options, values, ["03"]).endswith(" --scenario 03")


def test_a_run_writes_its_result_and_prints_its_tables(tmp_path, monkeypatch):
    stage = FakeStage()
    rows = [Row("01-one", "One"), Row("02-two", "Two")]
    sections = [Section("plain", rows, ["a", "b"], 2)]
    monkeypatch.setattr(writes, "plan", lambda **_: plan(stage, sections))
    done = CliRunner().invoke(bench, ["writes", "--scenario", "02", "--folder", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert "| Two | 1.00 (1.00 to 1.00) | 1.00 (1.00 to 1.00) |" in done.output
    assert list(json.loads((tmp_path / "writes.json").read_text())["sections"][0]["rows"]) == ["02-two"]


def test_rows_are_added_only_if_they_are_named():
    wanted = CliRunner().invoke(bench, ["reads", "--add"])
    assert wanted.exit_code == 2
    assert "--add needs a --scenario" in wanted.output
