"""The command `headwater bench operations`."""

from pathlib import Path

import click

from headwater_bench.folders import folder_option
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.kept import as_json, keep

_CHECKOUT = Path(__file__).resolve().parents[4]


@click.command()
@click.option(
    "--objects", type=click.IntRange(10), default=1000, show_default=True, help="How many there are."
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="How many are measured.")
@folder_option(
    "bench/results and docs of the checkout",
    "Where operations.json and the page of it, operations.md, are written.",
)
def operations(objects: int, rounds: int, folder: Path | None) -> None:
    """Create, read, list, rename and delete with Headwater, S3A and Stocator on one store, and with HDFS.

    A store, a small HDFS and a JVM for each are started for it and ended again. Maven fetches the others'
    jars into .cache/peers. It takes some minutes a round.
    """
    unwind_when_terminated()
    from headwater_bench import machine  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.operations import definitions  # noqa: PLC0415
    from headwater_bench.operations.document import render  # noqa: PLC0415
    from headwater_bench.operations.measure import files_of, measure  # noqa: PLC0415

    results = (folder or _CHECKOUT / "bench" / "results") / "operations.json"
    output = (folder or _CHECKOUT / "docs") / "operations.md"
    made = machine.describe()
    made["command"] = f"headwater bench operations --objects {objects} --rounds {rounds}"
    peers, calls = definitions.peers(), definitions.calls()
    for number, report in enumerate(measure(peers, calls, objects, rounds), start=1):
        versions = made["versions"] | report.versions
        known = {
            "made": made | {"versions": versions, "load_after": machine.load()},
            "objects": objects,
            "files": files_of(objects),
            "rounds": number,
            "peers": {each.key: {"title": each.title, "on_store": each.on_store} for each in peers},
            "calls": {
                each.name: {
                    "title": each.title,
                    "call": each.call,
                    "note": each.note,
                    "peers": report.results[each.name],
                }
                for each in calls
            },
        }
        keep(results, as_json(known))
        keep(output, render(known))
    click.echo(f"written: {output}")
