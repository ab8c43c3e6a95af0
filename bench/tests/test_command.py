"""The acceptance test of the counts: the real command, Spark and store, against the committed document."""

import subprocess
import sys
from pathlib import Path

from headwater_bench import scenario

HEADWATER = str(Path(sys.executable).with_name("headwater"))


def test_the_committed_document_is_what_is_measured():
    done = subprocess.run(
        [HEADWATER, "bench", "requests", "--check"], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == len(scenario.load())
