"""`headwater bench all`: its steps, and continuing after an interrupt."""

import click
import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.command import bench
from headwater_bench.core.files import SCRATCH
from headwater_bench.everything import FULL, QUICK, run

_FIRST, _LAST = "tables --help", "report --help"


@pytest.mark.parametrize("step", [*FULL, *QUICK])
def test_every_step_is_a_command_with_such_options(step):
    SCRATCH.mkdir(parents=True, exist_ok=True)  # for the last step
    name, *options = step.split(" ")
    command = bench.commands[name]
    command.make_context(name, options, parent=click.Context(bench))


def test_every_measurement_is_a_step():
    assert {step.split(" ")[0] for step in FULL} == set(bench.commands) - {"all", "data", "figures"}


def test_a_run_continues_after_the_last_finished_step(tmp_path, capfd):
    file = tmp_path / "all.json"
    with pytest.raises(HeadwaterError, match="`headwater bench nothing` failed with exit code 2"):
        run((_FIRST, "nothing", _LAST), file)
    assert "Usage: headwater bench tables" in capfd.readouterr().out
    run((_FIRST, _LAST), file)
    output = capfd.readouterr().out
    assert "done before: tables --help" in output
    assert "Usage: headwater bench tables" not in output
    assert "Usage: headwater bench report" in output
    assert not file.exists()


def test_another_commit_starts_again(tmp_path, capfd):
    file = tmp_path / "all.json"
    file.write_text('{"version": "0.0.0 at another", "done": ["tables --help"]}')
    run((_FIRST,), file)
    assert "Usage: headwater bench tables" in capfd.readouterr().out
