"""The connector's requests when an object server missed an overwrite, before Swift's replicator has run."""

import hashlib
import os
import subprocess
from pathlib import Path

import pyspark
import pytest
from headwater.spark import launcher

from swift_cluster import Cluster

HEAD = Path(__file__).with_name("Head.java")
OLD, NEW = b"the old content", b"the new content"
LATE, TIMES = 2, 20


@pytest.fixture
def stale(cluster: Cluster) -> dict:
    """An object of three replicas. That of one server is older than the others."""
    client = cluster.client(1)
    client.send_ok("PUT", "/replicas/stale", data=OLD)
    cluster.kill(f"object-{LATE}")
    client.send_ok("PUT", "/replicas/stale", data=NEW)
    cluster.start(f"object-{LATE}")
    for number in (1, 2):
        cluster.restart(f"proxy-{number}")
    plain = {client.send_ok("GET", "/replicas/stale").content for _ in range(TIMES)}
    assert plain == {OLD, NEW}, "this test needs a replica that is behind"
    return cluster.document(1)["swift"]


def test_a_head_shows_the_newest_object(stale: dict) -> None:
    user = [stale["auth_url"], stale["user"], stale["key"]]
    classes = os.pathsep.join([str(launcher.bundle()), str(Path(pyspark.__file__).with_name("jars") / "*")])
    command = ["java", "-cp", classes, str(HEAD), *user, "replicas", "stale", str(TIMES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [hashlib.md5(NEW).hexdigest()] * TIMES
