"""The command `headwater bench`."""

import click

from headwater_bench.core.interrupts import Interruptible
from headwater_bench.data.command import data
from headwater_bench.everything import everything
from headwater_bench.figures.command import figures
from headwater_bench.growth.command import growth
from headwater_bench.mapreduce.command import mapreduce
from headwater_bench.operations.command import operations
from headwater_bench.pushdown.command import pushdown
from headwater_bench.reads.command import reads
from headwater_bench.report.command import report
from headwater_bench.request_counts.command import requests
from headwater_bench.scale.command import scale
from headwater_bench.storlets.command import storlets
from headwater_bench.uploads.command import uploads
from headwater_bench.writes.command import writes


@click.group(cls=Interruptible)
def bench() -> None:
    """Measure Headwater."""


bench.add_command(data)
bench.add_command(everything)
bench.add_command(figures)
bench.add_command(growth)
bench.add_command(mapreduce)
bench.add_command(operations)
bench.add_command(pushdown)
bench.add_command(reads)
bench.add_command(report)
bench.add_command(requests)
bench.add_command(scale)
bench.add_command(storlets)
bench.add_command(uploads)
bench.add_command(writes)
