"""Iceberg on Headwater's paths, with several writers and no lock service."""

import os
import re
import uuid
from contextlib import ExitStack
from itertools import chain
from pathlib import Path

import pytest

import pages
import soak
import store
import submitted
from iceberg_jar import LINE, jar
from lines import bundle_of, environment, home
from program import SETTINGS

_COMMITS = soak.size(5, 50)
_CATALOG = "lake"
_OURS = {f"spark.sql.catalog.{_CATALOG}.{name}" for name in ("lock-impl", "io-impl")}

pytestmark = pytest.mark.skipif(
    LINE not in os.environ.get("HEADWATER_SPARKS", "").split(),
    reason=f"needs Spark {LINE} with its bundle, which make test-sparks has",
)


def command(bucket: store.Bucket, folder: str, temporary: Path, *arguments: str, ours: bool) -> list[str]:
    """The command that runs the program with the page's settings, or without Headwater's classes."""
    settings = SETTINGS | store.spark_settings(temporary) | pages.settings("guides/iceberg.md")
    settings[f"spark.sql.catalog.{_CATALOG}.warehouse"] = f"{bucket.root}/{folder}"
    if not ours:
        settings = {name: value for name, value in settings.items() if name not in _OURS}
    program, name = str(submitted.PROGRAMS / "iceberg.py"), arguments[0]
    return submitted.command(home(LINE), settings, [program, name, _CATALOG, *arguments[1:]], temporary)


def variables() -> dict[str, str]:
    """The environment, with Iceberg's classes where Headwater's see them."""
    return environment(LINE, [bundle_of(LINE), jar()])


@pytest.mark.parametrize("ours", [True, False], ids=["ours", "icebergs"])
def test_tables_have_all_operations(bucket: store.Bucket, tmp_path: Path, ours: bool) -> None:
    folder = f"operations-{ours}"
    output = submitted.run(command(bucket, folder, tmp_path, "operations", ours=ours), variables())
    assert "holds: operations" in output
    keys = bucket.keys(f"{folder}/db/things/")
    assert not [key for key in keys if "/stray/part-" in key], keys
    assert not [key for key in keys if "/metadata/" in key and ".claim." in key], keys


@pytest.mark.parametrize("ours", [True, False], ids=["ours", "icebergs"])
def test_no_row_of_racing_appends_is_lost(bucket: store.Bucket, tmp_path: Path, ours: bool) -> None:
    folder = uuid.uuid4().hex
    logs = {writer: tmp_path / writer / "log" for writer in ("a", "b")}
    with ExitStack() as stack:
        processes = []
        for writer, log in logs.items():
            log.parent.mkdir()
            line = command(bucket, folder, log.parent, "append", writer, str(_COMMITS), ours=ours)
            processes.append(stack.enter_context(submitted.running(line, variables(), log)))
        ends = [process.wait(submitted.LIMIT_SECONDS) for process in processes]
    outputs = [log.read_text(errors="replace") for log in logs.values()]
    assert ends == [0, 0], outputs
    acknowledged = [re.findall(r"acknowledged: (\S+)", each) for each in outputs]
    assert [len(each) for each in acknowledged] == [_COMMITS, _COMMITS]
    output = submitted.run(command(bucket, folder, tmp_path, "rows", ours=ours), variables())
    assert sorted(re.findall(r"row: (\S+)", output)) == sorted(chain(*acknowledged))
