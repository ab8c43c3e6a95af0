"""The store with the data, a Spark of each configuration on it, and checks of what each has written.

A separate Spark makes the data and runs the checks, because it would warm up a measured one.
"""

import json
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Self
from urllib.parse import quote

from headwater.core.errors import HeadwaterError
from headwater.embedded import clients
from headwater.terminal import console
from headwater_bench.core import objects, samples
from headwater_bench.core.measurement import FULL, WARM_UP, Taken
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET
from headwater_bench.jvm.spark_player import all_started, started
from headwater_bench.writes import data
from headwater_bench.writes.configurations import Configuration
from headwater_bench.writes.player import WritesPlayer
from headwater_bench.writes.scenario import Scenario
from headwater_bench.writes.sizes import QUICK, Sizes

_SEGMENTS = f"{BUCKET}+segments"
"""The container of Swift's segments."""

_SETTINGS = {
    "spark.master": "local[2]",
    # As many parts as required, however little is in them.
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
}


class Stage:
    """An embedded store with the input of scenarios. Use it as a context manager."""

    def __init__(
        self,
        folder: Path,
        sizes: Sizes,
        scenarios: Sequence[Scenario],
        configurations: Sequence[Configuration],
    ) -> None:
        self._folder = folder
        self._sizes = {FULL: sizes} if sizes == QUICK else {FULL: sizes, WARM_UP: QUICK}
        self._scenarios = scenarios
        self._configurations = configurations
        self._expected: dict[tuple[str, str], tuple] = {}
        self._runs = 0

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # ends what has started if the rest fails
            self.document = stack.enter_context(store(self._folder / "store", [BUCKET]))
            self._players = stack.enter_context(
                all_started(WritesPlayer, self._configurations, self.document, self._folder, _SETTINGS)
            )
            self._account = stack.enter_context(clients.account(self._folder / "store"))
            self._account.send("PUT", f"/{quote(_SEGMENTS)}")
            judge = replace(self._configurations[0], name="judge", title="the judge's file system")
            self._judge = stack.enter_context(
                started(WritesPlayer, judge, self.document, self._folder, _SETTINGS)
            )
            self._furnish()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.__exit__(*exception)

    def run(
        self, configuration: Configuration, scenario: Scenario, prefix: str, document: dict | None = None
    ) -> Taken:
        """Run a scenario at the size of a prefix, on the store of `document`.

        Its output is removed. Raises HeadwaterError if it fails, or if the output is not as expected.
        """
        player = self._players[configuration.name]
        player.connect(document or self.document)
        self._runs += 1
        target = f"run-{self._runs:04}"
        try:
            sample, _, _ = samples.sample(
                self.document,
                player.process,
                lambda: player.write(
                    scenario, f"{player.root}{prefix}/", player.root + target, self._sizes[prefix]
                ),
            )
            return Taken(replace(sample, metrics=self._proven(configuration, scenario, prefix, target)))
        finally:
            for bucket in (BUCKET, _SEGMENTS):
                objects.remove(self._account, bucket, target)

    def _proven(
        self, configuration: Configuration, scenario: Scenario, prefix: str, target: str
    ) -> dict[str, int]:
        """The number of objects with rows and their bytes, if they are the expected ones.

        They are fetched with Swift's native API and read from the local disk, without any compared file
        system.
        """
        what = f"{scenario.title}, {configuration.title}"
        local = self._folder / target
        objects.download(self._account, BUCKET, f"{target}/", local)
        try:
            _require_committer(what, configuration.committer, local / "_SUCCESS")
            written, expected = self._judge.written(scenario, local), self._expected[prefix, scenario.name]
            if written != expected:
                raise HeadwaterError(
                    f"{what}: the store has rows and a checksum of {written}, where {expected} is right"
                )
            sizes = [file.stat().st_size for file in local.rglob("part-*")]
            return {"objects": len(sizes), "bytes": sum(sizes)}
        finally:
            shutil.rmtree(local)

    def _furnish(self) -> None:
        read = {each.read for each in self._scenarios if each.read}
        for prefix, sizes in self._sizes.items():
            local = self._folder / prefix
            with console.step(f"data: {prefix}"):
                data.make(self._judge, sizes, read, local)
                data.upload(self._account, BUCKET, local)
                for each in self._scenarios:
                    rows = self._judge.expected(each, f"{local.as_uri()}/", sizes)
                    self._expected[prefix, each.name] = rows


def _require_committer(what: str, committer: str, success: Path) -> None:
    """HeadwaterError if a job left no `_SUCCESS`, or one of another committer.

    S3A's committers write their name into it. A FileOutputCommitter leaves it empty.
    """
    if not success.exists():
        raise HeadwaterError(f"{what}: the job has left no _SUCCESS")
    if not committer:
        return
    text = success.read_text(encoding="utf-8")
    named = json.loads(text)["committer"] if text else "FileOutputCommitter"
    if named != committer:
        raise HeadwaterError(f"{what}: {named} has committed the job, not {committer}")
