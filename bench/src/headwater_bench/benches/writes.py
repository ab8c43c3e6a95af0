"""`headwater bench writes`: the workloads of the Stocator paper that write, and Parquet.

The rows are in `writes.toml`: rows of `sql` over a view `data`, saved. The view is either the data that
`make` names, generated while it is written, or the stored text that `read` names. `part` is the number of a
row's part, if the rows are sorted. `folders` is the column that partitions the output.
"""

import json
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from py4j.java_gateway import JavaObject

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import objects
from headwater_bench.core.answers import Answer
from headwater_bench.core.answers import Row as AnswerRow
from headwater_bench.core.files import table
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.spark_player import SparkPlayer, java_errors
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles

PEERS = ("headwater-s3", "headwater-swift", "s3a-1", "s3a-2", "s3a-magic", "stocator")
_TABLE = table(__package__, "writes.toml")
MADE = _TABLE["made"]
QUICK = {"rows": 4_000, "parts": 2}
"""Used to warm up processes. If it is measured itself, there is no warm-up."""

_QUICK_ROWS = ("01", "03", "04")
_PART_ROWS = 10_000
"""The rows of a part of 1 MB."""

_SEGMENTS = f"{BUCKET}+segments"
"""The container of Swift's segments."""

_SETTINGS = {
    "spark.master": "local[2]",
    # As many parts as required, however little is in them.
    "spark.sql.adaptive.coalescePartitions.enabled": "false",
}


def plan(*, parts: int, rounds: int, latency: int, quick: bool) -> Plan:
    """The workloads, in parts of 1 MB."""
    sizes = QUICK if quick else {"rows": parts * _PART_ROWS, "parts": parts}
    rows = [Row(each["name"], each["title"], each) for each in _TABLE["row"]]
    if quick:
        rows = [row for row in rows if row.name.startswith(_QUICK_ROWS)]
    turns = {"rounds": 1, "latency": 0} if quick else {"rounds": rounds, "latency": latency, "warm_ups": 3}
    return compared("writes", rows, titles(PEERS), Stage, sizes, **turns)


class Stage(SparkStage):
    """The store with the input. A separate Spark makes it and checks what each has written."""

    settings = _SETTINGS

    def furnish(self) -> None:
        """Make the input, and compute what is to be written."""
        self._sizes = {"full": self.plan.data} | ({} if self.plan.data == QUICK else {"warm-up": QUICK})
        self._expected: dict[tuple[str, str], AnswerRow] = {}
        self._runs = 0
        self.account.send("PUT", f"/{quote(_SEGMENTS)}")
        self._judge = self.stack.enter_context(self.helper())
        for prefix, sizes in self._sizes.items():
            with console.step(f"data: {prefix}"):
                local = self.folder / prefix
                for name in {row.spec["read"] for row in self.rows if "read" in row.spec}:
                    frame = self._judge.session.sql(MADE[name].format(**sizes))
                    frame.write().text((local / name).as_uri())
                files = sorted(local.glob("*/part-*"))
                objects.upload(self.account, ((str(file.relative_to(local.parent)), file) for file in files))
                for row in self.rows:
                    frame = frame_of(self._judge, row, f"{local.as_uri()}/", sizes)
                    self._expected[prefix, row.name] = _summary(self._judge, frame)

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Write a row into a new folder, check it, and remove it."""
        prefix = "warm-up" if is_warm_up else "full"
        self._runs += 1
        target = f"run-{self._runs:04}"

        def run(player: SparkPlayer) -> Answer:
            source = f"{player.root}{prefix}/"
            return Answer(write(player, row, source, player.root + target, self._sizes[prefix]), [])

        try:
            sample, _, _ = self.sample(peer, document, run)
            return Turn(sample | {"metrics": self._checked(peer, row, prefix, target)})
        finally:
            for bucket in (BUCKET, _SEGMENTS):
                objects.remove(self.account, target, bucket)

    def _checked(self, peer: str, row: Row, prefix: str, target: str) -> dict[str, int]:
        """The number of objects with rows and their bytes, if they are the expected ones.

        They are fetched with Swift's native API and read from the local disk, without any compared file
        system.
        """
        run = f"{row.title}, {self.configurations[peer].title}"
        local = self.folder / target
        objects.download(self.account, f"{target}/", local)
        try:
            require_committer(run, self.configurations[peer].committer, local / "_SUCCESS")
            form = "text" if row.spec["save"].startswith("saveAs") else row.spec["save"]
            with java_errors(self._judge.configuration):
                found = self._judge.session.read().format(form).load(local.as_uri())
                written = _summary(self._judge, found)
            if written != (expected := self._expected[prefix, row.name]):
                found = f"rows and a checksum of {written}, where {expected} is right"
                raise HeadwaterError(f"{run}: the store has {found}")
            sizes = [file.stat().st_size for file in local.rglob("part-*")]
            return {"objects": len(sizes), "bytes": sum(sizes)}
        finally:
            shutil.rmtree(local)


def write(player: SparkPlayer, row: Row, source: str, target: str, sizes: Mapping[str, int]) -> float:
    """Run a row from naming its data to the end of its job, and return the seconds.

    It reads below the URL `source`, and writes into the folder `target`.
    """
    begin = time.perf_counter()
    frame = frame_of(player, row, source, sizes)
    save = row.spec["save"]
    if save == "saveAsTextFile":
        getattr(frame, "as")(_strings(player)).toJavaRDD().saveAsTextFile(target)
    elif save == "saveAsNewAPIHadoopFile":
        _save_by_new_api(player, frame, target)
    else:
        folders = [row.spec["folders"]] if "folders" in row.spec else []
        frame.write().format(save).partitionBy(player.array(*folders)).save(target)
    return time.perf_counter() - begin


def frame_of(player: SparkPlayer, row: Row, source: str, sizes: Mapping[str, int]) -> JavaObject:
    """The data to write."""
    player.session.conf().set("spark.sql.shuffle.partitions", str(sizes["parts"]))
    if "read" in row.spec:
        context = player.session.sparkContext()
        lines = context.textFile(f"{source}{row.spec['read']}", context.defaultMinPartitions())
        data = player.session.createDataset(lines, _strings(player))
    else:
        data = player.session.sql(MADE[row.spec["make"]].format(**sizes))
    data.createOrReplaceTempView("data")
    frame = player.session.sql(row.spec.get("sql", "SELECT * FROM data").format(**sizes))
    if "part" not in row.spec:
        return frame
    part = player.java.org.apache.spark.sql.functions.expr(row.spec["part"].format(**sizes))
    return frame.repartitionById(sizes["parts"], part).sortWithinPartitions("value", player.array())


def _save_by_new_api(player: SparkPlayer, frame: JavaObject, target: str) -> None:
    """Save pairs of a line and null. Hadoop's TextOutputFormat then writes only the line."""
    pairs = frame.selectExpr(player.array("value AS _1", "CAST(NULL AS STRING) AS _2"))
    strings = _strings(player)
    encoder = player.java.org.apache.spark.sql.Encoders.tuple(strings, strings)
    typed = getattr(pairs, "as")(encoder).toJavaRDD()
    text = player.java_class("org.apache.hadoop.io.Text")
    output = player.java_class("org.apache.hadoop.mapreduce.lib.output.TextOutputFormat")
    rdd = player.java.org.apache.spark.api.java.JavaPairRDD.fromJavaRDD(typed)
    rdd.saveAsNewAPIHadoopFile(target, text, text, output)


def _summary(player: SparkPlayer, frame: JavaObject) -> AnswerRow:
    """Number and checksum of a frame's rows."""
    frame.createOrReplaceTempView("summed")
    (row,) = player.rows(*player.query("SELECT count(*) AS rows, sum(hash(*)) AS sum FROM summed"))
    return row


def _strings(player: SparkPlayer) -> JavaObject:
    return player.java.org.apache.spark.sql.Encoders.STRING()


def require_committer(run: str, committer: str, success: Path) -> None:
    """HeadwaterError if a job left no `_SUCCESS`, or one of another committer.

    S3A's committers write their name into it. A FileOutputCommitter leaves it empty.
    """
    if not success.exists():
        raise HeadwaterError(f"{run}: the job has left no _SUCCESS")
    text = success.read_text(encoding="utf-8") if committer else ""
    named = json.loads(text)["committer"] if text else "FileOutputCommitter"
    if committer and named != committer:
        raise HeadwaterError(f"{run}: {named} has committed the job, not {committer}")
