"""Statistics by a local Spark program, if the store has no storlet for it."""

import json
import tempfile
from pathlib import Path

from headwater.core.bucket import Bucket
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject
from headwater.skipping.options import parameters
from headwater.spark import launcher

CLASS = "io.headwater.spark.skipping.IndexProgram"
"""The program in Headwater's jar (protocol/golden-names)."""


def describe(
    bucket: Bucket, objects: list[StoredObject], source: str, options: dict[str, str], schema: str | None
) -> dict:
    """The program's output: `options`, `columns`, and `objects` with the `key` of each in the bucket.

    It reports what it read. The caller must check that these were the listed objects.
    """
    with tempfile.TemporaryDirectory(prefix="headwater-index-") as name:
        folder = Path(name)
        order, answer, log = folder / "order.json", folder / "answer.json", folder / "log"
        wanted = {
            "source": source,
            "options": parameters(options) if source == "csv" else options,
            "schema": schema,
            "paths": {f"s3://{bucket.name}/{each.key}": each.key for each in objects},
        }
        order.write_text(json.dumps(wanted), encoding="utf-8")
        program = ["--master", "local[*]", "--class", CLASS, str(launcher.bundle()), str(order), str(answer)]
        if launcher.submit(_settings(bucket), program, log):
            raise HeadwaterError(
                f"Spark could not read {counted(len(objects), 'object')} as {source}",
                detail=_reason(log.read_text(encoding="utf-8", errors="replace")),
                advice="Check --format, --option and --schema.",
            )
        output = json.loads(answer.read_text(encoding="utf-8"))
    if source == "csv":
        output["options"] = options
    return output


def _settings(bucket: Bucket) -> dict[str, str]:
    place = {"endpoint": bucket.endpoint, "region": bucket.region} | bucket.keys
    return {f"spark.hadoop.fs.headwater.s3.{name}": value for name, value in place.items()} | {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.log.level": "ERROR",
    }


def _reason(log: str) -> str:
    """The lines of the log with the reason of the failure."""
    lines = [line for line in log.splitlines() if line.startswith(("Exception", "Caused by", "Error"))]
    return "\n".join(lines[-5:]) or log[-2000:]
