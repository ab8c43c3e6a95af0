"""The command `headwater bench all`: every measurement in sequence, then the tables and the report."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from headwater.core.errors import HeadwaterError
from headwater_bench.core import machine
from headwater_bench.core.files import SCRATCH
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import keep_json, read

FULL = (
    *("requests", "operations", "storlets", "uploads", "mapreduce", "writes", "reads"),
    *("growth --objects 100000", "scale", "pushdown"),
    "pushdown --bytes 10g --rounds 1 --add --scenario queries --scenario long-splits",
    *("tables", "report"),
)
QUICK = (
    "writes --quick",
    "pushdown --quick",
    f"report --results {SCRATCH}",
)
"""The steps that fit into five minutes. Starting processes takes most of their time."""


@click.command("all")
@click.option("--quick", is_flag=True, help="A first picture in about five minutes. Written to target/bench.")
def everything(quick: bool) -> None:
    """Make every measurement, one after another, then the tables of README and docs, and the report.

    It takes most of a day on two cores. It needs the results of `make build`, and the csv storlet's native
    build: `make bench` makes that and then runs this command. A run that was interrupted, or in which a
    command failed, continues after the last finished command if the checkout's commit is the same.
    """
    unwind_when_terminated()
    run(QUICK if quick else FULL, SCRATCH / f"all{'-quick' if quick else ''}.json")


def run(steps: Sequence[str], file: Path) -> None:
    """Run the steps that `file` does not record as done. HeadwaterError for the first that fails."""
    version = machine.version()
    known = read(file) if file.exists() else {"version": "", "done": []}
    done = known["done"] if known["version"] == version else []
    for step in steps:
        if step in done:
            click.echo(f"done before: {step}")
            continue
        click.echo(f"headwater bench {step}")
        if code := _run(step):
            raise HeadwaterError(
                f"`headwater bench {step}` failed with exit code {code}",
                advice="Fix it, then run `headwater bench all` again: it continues here.",
            )
        done.append(step)
        keep_json(file, {"version": version, "done": done})
    file.unlink()


def _run(step: str) -> int:
    """Run a command and return its exit code. If this process is terminated, it ends its stores itself."""
    process = subprocess.Popen([Path(sys.executable).with_name("headwater"), "bench", *step.split(" ")])
    try:
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise
