"""The input data: made by Spark in a folder, and uploaded with Swift's native API."""

from collections.abc import Collection
from pathlib import Path

from headwater.core.account import Account
from headwater_bench.core import objects
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.writes.scenario import MADE
from headwater_bench.writes.sizes import Sizes


def make(maker: SparkPlayer, sizes: Sizes, names: Collection[str], folder: Path) -> None:
    """Write data with these names into a folder, each as the text files of a subfolder with its name."""
    for name in names:
        sql = MADE[name].format(**sizes.as_dict())
        maker.session.sql(sql).write().text((folder / name).as_uri())


def upload(account: Account, bucket: str, folder: Path) -> None:
    """Upload these files under the folder's name to a bucket."""
    found = ((str(file.relative_to(folder.parent)), file) for file in sorted(folder.glob("*/part-*")))
    objects.upload(account, bucket, found)
