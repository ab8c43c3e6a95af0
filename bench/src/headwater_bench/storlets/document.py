"""The document `docs/storlets/throughput.md`."""

import os
from datetime import UTC, datetime
from statistics import median

from headwater_bench.storlets.measure import Report

_TEXT = """\
# What a storlet costs and spares

<!-- Written by `headwater bench storlets`: do not edit. -->

An object of {mib:,.0f} MiB, meter readings in ten columns, stands in an embedded OpenStack Swift, in the
page cache. The csv storlet selects the rows of one meter of a thousand by a prefix of its fifth column:
{answer:,} bytes, {share:.2f}% of the object. In each of {rounds} rounds, after one to warm up, a plain GET
of the object, a GET through the storlet, and the same program built natively, on a file with the same
content, took turns. Figures are medians. The engine works with one thread a storlet.

| what | seconds | MB/s of the object |
|---|--:|--:|
| plain GET | {plain:.2f} | {plain_rate:,.0f} |
| GET through the storlet, by the client's clock | {selected:.2f} | {selected_rate:,.0f} |
| the storlet in the engine | {engine:.2f} | {engine_rate:,.0f} |
| the same, seconds of a processor | {cpu:.2f} | {cpu_rate:,.0f} |
| the same program, native | {native:.2f} | {native_rate:,.0f} |
| the same, seconds of a processor | {native_cpu:.2f} | {native_cpu_rate:,.0f} |

So through the storlet the client has its answer {gain:.1f} times as soon as the object, and the sandbox
has {share_of_native:.2f} of the native speed by the clock, {share_of_native_cpu:.2f} by the processor's
seconds.

An object of 1 KiB, {pairs} GETs of each kind in turn, each kind on a connection of its own: plain
{small_plain:.2f} ms, through the storlet {small_selected:.2f} ms, which is {added:.2f} ms more.

{date}, {cores} cores, with a load average of {load:.1f} over the last minute. Made by
`headwater bench storlets{options}`.
"""


def render(report: Report, options: str) -> str:
    """The whole document, in Markdown; `options` are those that the command was given."""
    seconds = {
        "plain": median(report.plain),
        "selected": median(report.selected),
        "engine": median(report.engine),
        "cpu": median(report.engine_cpu),
        "native": median(report.native),
        "native_cpu": median(report.native_cpu),
    }
    rates = {f"{name}_rate": report.length / each / 1e6 for name, each in seconds.items()}
    small = {name: median(each) * 1000 for name, each in vars(report.latency).items()}
    return _TEXT.format(
        **seconds,
        **rates,
        mib=report.length / 2**20,
        answer=report.answer,
        share=100 * report.answer / report.length,
        rounds=len(report.plain),
        gain=seconds["plain"] / seconds["selected"],
        share_of_native=seconds["native"] / seconds["engine"],
        share_of_native_cpu=seconds["native_cpu"] / seconds["cpu"],
        pairs=len(report.latency.plain),
        small_plain=small["plain"],
        small_selected=small["selected"],
        added=small["selected"] - small["plain"],
        date=datetime.now(UTC).date().isoformat(),
        cores=os.cpu_count(),
        load=os.getloadavg()[0],
        options=options,
    )
