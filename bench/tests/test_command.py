"""The command as users run it. The first test, for `make soak`, is the acceptance test of the counts."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from headwater import main
from headwater_bench.core.store import store
from headwater_bench.peers.definitions import others_on_store
from headwater_bench.request_counts import measure, peers, scenario
from headwater_bench.request_counts.shape import bucket
from requests_support import OUT, request

HEADWATER = str(Path(sys.executable).with_name("headwater"))


@pytest.mark.soak
def test_the_committed_document_is_what_is_measured():
    """A real Spark on a real store, about two minutes."""
    done = subprocess.run(
        [HEADWATER, "bench", "requests", "--check"], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(scenario.load())


def test_help_imports_neither_spark_nor_plots():
    program = "import sys, headwater_bench.command; print(*{'altair', 'py4j', 'pyspark'} & set(sys.modules))"
    output = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert output.stdout == "\n"


@pytest.mark.soak
def test_others_run_the_same_program_in_sparks_of_their_own(tmp_path):
    """S3A and Stocator, whose jars Maven fetches: the program of Table I, about a minute."""
    (one, *_) = scenario.load()
    with store(tmp_path / "store", [bucket(name) for name in others_on_store()]) as document:
        counts = peers.count_all([one], document, tmp_path)
    assert not any(of.failures for of in counts.values())
    s3a, stocator = (counts[name].counts[one.name] for name in ("s3a", "stocator"))
    assert s3a > 4 * stocator > 4 * one.limits["s3"]


def test_an_unexplained_request_makes_the_command_fail(tmp_path, monkeypatch, capsys):
    tested = scenario.Scenario(name=OUT, title="Test", family="write", program="run(OUT)")
    odd = measure.Measured(tested, {"s3": [request("HEAD", f"/bench-s3/{OUT}")], "swift": []}, {}, {})
    monkeypatch.setattr(measure, "measure", lambda _, **_of_peers: [odd])
    monkeypatch.setattr(sys, "argv", ["headwater", "bench", "requests", "--folder", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        main.main()
    assert ended.value.code == 1
    output = capsys.readouterr()
    assert "    1      0  Test" in output.out
    assert "unexplained: HEAD OUT" in output.err
    assert (
        json.loads((tmp_path / "requests.json").read_text())["made"]["command"] == "headwater bench requests"
    )
