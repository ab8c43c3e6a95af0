"""HEADs when an object server missed an overwrite, before Swift's replicator has run."""

import hashlib
import os
import subprocess
from pathlib import Path

import pyspark
import pytest
from headwater.spark import launcher
from headwater.swift.bucket import SwiftBucket
from headwater.swift.client import Client

from swift_cluster import Cluster

HEAD = Path(__file__).with_name("Head.java")
OLD, NEW = b"the old content", b"the new content"
LATE, TIMES = 2, 20
NEWEST = [hashlib.md5(NEW).hexdigest()] * TIMES


@pytest.fixture(scope="module")
def stale(cluster: Cluster) -> dict[str, str]:
    """How to reach a container with an object of which one replica is older than the others."""
    client = cluster.client(1)
    client.send_ok("PUT", "/replicas/stale", data=OLD)
    cluster.kill(f"object-{LATE}")
    client.send_ok("PUT", "/replicas/stale", data=NEW)
    cluster.start(f"object-{LATE}")
    for number in (1, 2):
        cluster.restart(f"proxy-{number}")
    plain = {client.send_ok("GET", "/replicas/stale").content for _ in range(TIMES)}
    assert plain == {OLD, NEW}, "this test needs a replica that is behind"
    user = cluster.document(1)["swift"]
    return {"ST_AUTH": user["auth_url"], "ST_USER": user["user"], "ST_KEY": user["key"]}


def test_the_connector_sees_the_newest(stale: dict[str, str]) -> None:
    classes = os.pathsep.join([str(launcher.bundle()), str(Path(pyspark.__file__).with_name("jars") / "*")])
    done = subprocess.run(
        ["java", "-cp", classes, str(HEAD), "replicas", "stale", str(TIMES)],
        env=os.environ | stale,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == NEWEST


def test_python_sees_the_newest(stale: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in stale.items():
        monkeypatch.setenv(name, value)
    bucket = SwiftBucket(Client("cluster"), "replicas")
    found = [bucket.head("stale") for _ in range(TIMES)]
    assert [each.etag for each in found if each] == NEWEST
