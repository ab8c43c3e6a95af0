"""tools/with-rgw starts a gateway that answers, and leaves nothing even if it is killed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools/with-rgw"

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(not shutil.which("radosgw"), reason="Ceph is not installed"),
]

# A command that reads the list of buckets, which is empty, and waits to be ended.
COMMAND = """
import os, sys, urllib.request
print(urllib.request.urlopen(os.environ["HEADWATER_TEST_RGW_ENDPOINT"]).status, flush=True)
sys.stdin.read()
"""


def running(folder: Path) -> list[psutil.Process]:
    """Ceph's processes with their configuration in a folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("CEPH_CONF", "").startswith(str(folder)):
                found.append(process)
        except psutil.Error:
            continue
    return found


def test_nothing_is_left_of_a_killed_gateway(tmp_path: Path):
    with subprocess.Popen(
        [TOOL, sys.executable, "-c", COMMAND],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as tool:
        assert tool.stdout.readline() == "200\n"
        programs = {process.name() for process in running(tmp_path)}
        tool.send_signal(signal.SIGKILL)
    assert programs >= {"ceph-mon", "ceph-mgr", "ceph-osd", "radosgw"}
    deadline = time.monotonic() + 60
    while running(tmp_path) or list(tmp_path.iterdir()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
