"""The command `headwater bench uploads`."""

from pathlib import Path

import click

from headwater_bench.folders import folder_option
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.kept import as_json, keep

_CHECKOUT = Path(__file__).resolve().parents[4]


@click.command()
@click.option(
    "--megabytes",
    type=click.IntRange(1),
    default=256,
    show_default=True,
    help="The file and the text, in millions of bytes.",
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="How many are measured.")
@folder_option(
    "bench/results and docs of the checkout",
    "Where uploads.json and the page of it, uploads.md, are written.",
)
def uploads(megabytes: int, rounds: int, folder: Path | None) -> None:
    """A file put, WordCount's text written, and WordCount, by each way to write, ours and the peers'.

    A store is started for it and ended again. Maven fetches the others into .cache/peers. It takes about a
    quarter of an hour.
    """
    unwind_when_terminated()
    from headwater_bench import machine  # noqa: PLC0415 (as elsewhere: --help can do without)
    from headwater_bench.uploads import policies, programs  # noqa: PLC0415
    from headwater_bench.uploads.document import render  # noqa: PLC0415
    from headwater_bench.uploads.measure import measure  # noqa: PLC0415

    results = (folder or _CHECKOUT / "bench" / "results") / "uploads.json"
    output = (folder or _CHECKOUT / "docs") / "uploads.md"
    command = f"headwater bench uploads --megabytes {megabytes} --rounds {rounds}"
    made = machine.describe() | {"command": command}
    compared = policies.load()
    for number, found in enumerate(measure(compared, megabytes * 10**6, rounds), start=1):
        known = {
            "made": made | {"load_after": machine.load()},
            "megabytes": megabytes,
            "rounds": number,
            "policies": {
                each.name: {"title": each.title, "how": each.how, "peer": each.peer.key} for each in compared
            },
            "programs": {
                each.name: {"title": each.title, "policies": found[each.name]} for each in programs.ALL
            },
        }
        keep(results, as_json(known))
        keep(output, render(known))
    click.echo(f"written: {output}")
