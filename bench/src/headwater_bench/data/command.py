"""The command `headwater bench data`."""

from datetime import datetime
from pathlib import Path
from typing import Any

import click

from headwater.commands.options import data_option
from headwater.embedded import clients
from headwater.terminal import console
from headwater_bench.data.readings import Readings
from headwater_bench.data.sizes import Size
from headwater_bench.data.target import bucket, folder, write

FIRST, LAST = datetime(2006, 1, 1), datetime(2024, 7, 1)  # noqa: DTZ001 (meters' winter time)
"""A period of which January 2015 is 0.459%, as in the paper's data: 99.54% of the rows are outside it."""
METERS = 10_000
SEED = 20150101


@click.command()
@click.argument("target")
@click.option(
    "--bytes", "length", type=Size(), default="1g", show_default=True, help="The approximate amount of data."
)
@click.option(
    "--objects", type=click.IntRange(1, 100_000), default=1, show_default=True, help="The number of objects."
)
@click.option("--from", "start", type=click.DateTime(["%Y-%m-%d"]), default=FIRST, help="The first day.")
@click.option("--to", "end", type=click.DateTime(["%Y-%m-%d"]), default=LAST, help="The day after the last.")
@click.option("--meters", type=int, default=METERS, show_default=True, help="The number of meters.")
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=SEED,
    show_default=True,
    help="The seed. The same seed makes the same bytes.",
)
@data_option
def data(target: str, length: int, objects: int, data: Path, **chosen: Any) -> None:
    """Write meter readings as CSV to TARGET, a folder or s3://BUCKET/FOLDER of the running embedded store.

    Ten columns, a header line in each object: date,index,sumHC,sumHP,vid,city,state,state_abbr,lat,long.
    Every ten minutes, some of the meters are read in turn, as many as the bytes allow. The default days are
    2006-01-01 to 2024-06-30, of which January 2015 has 0.46% of the rows. 1% of the
    meters are in Rotterdam, 13% in FRA, 2% in states that begin with U. Objects are parts of equal time.
    """
    readings = Readings.of_size(length, **chosen)
    with console.step(f"{readings.rows:,} readings in {objects:,} objects"):
        if "://" in target:
            with clients.account(data) as account:
                write(readings, objects, bucket(account, target))
        else:
            write(readings, objects, folder(Path(target)))
