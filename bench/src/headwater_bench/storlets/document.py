"""The page `docs/storlets/throughput.md`, generated from the results."""

from headwater_bench.pages import made
from headwater_bench.tables import spread, table

_TEXT = """\
# What a storlet costs and spares

<!-- Written by `headwater bench storlets`: do not edit. -->

An object of {mib:,.0f} MiB, meter readings in ten columns, stands in an embedded OpenStack Swift, in the
page cache. The csv storlet selects the rows of one meter of a thousand by a prefix of its fifth column:
{answer:,} bytes, {share:.2f}% of the object. In each of {rounds} rounds, after one to warm up, a plain GET
of the object, a GET through the storlet, and the same program built natively, on a file with the same
content, took turns. Figures are medians. The engine works with one thread a storlet.

{table}

So through the storlet the client has its answer {gain:.1f} times as soon as the object, and the sandbox
has {share_of_native:.2f} of the native speed by the clock, {share_of_native_cpu:.2f} by the processor's
seconds.

An object of 1 KiB, {pairs} GETs of each kind in turn, each kind on a connection of its own: plain
{small_plain:.2f} ms, through the storlet {small_selected:.2f} ms, which is {added:.2f} ms more.

*{made}*
"""


_WHAT = {
    "plain": "plain GET",
    "selected": "GET through the storlet, by the client's clock",
    "engine": "the storlet in the engine",
    "engine_cpu": "the same, seconds of a processor",
    "native": "the same program, native",
    "native_cpu": "the same, seconds of a processor",
}


def render(known: dict) -> str:
    """The complete page in Markdown."""
    seconds = {name: spread(known[name])[0] for name in _WHAT}
    small_plain, small_selected = small(known)
    rows = [[what, f"{seconds[name]:.2f}", f"{rates(known, name)[0]:,.0f}"] for name, what in _WHAT.items()]
    return _TEXT.format(
        made=made(known["made"]),
        table=table(["what", "seconds", "MB/s of the object"], rows),
        mib=known["length"] / 2**20,
        answer=known["answer"],
        share=100 * known["answer"] / known["length"],
        rounds=len(known["plain"]),
        gain=seconds["plain"] / seconds["selected"],
        share_of_native=seconds["native"] / seconds["engine"],
        share_of_native_cpu=seconds["native_cpu"] / seconds["engine_cpu"],
        pairs=len(known["latency"]["plain"]),
        small_plain=small_plain,
        small_selected=small_selected,
        added=small_selected - small_plain,
    )


def rates(known: dict, name: str) -> tuple[float, float, float]:
    """MB of the object per second, over the rounds: median, minimum and maximum."""
    middle, least, most = spread(known[name])
    return tuple(known["length"] / each / 1e6 for each in (middle, most, least))


def small(known: dict) -> tuple[float, float]:
    """The medians of the small GETs in milliseconds, plain and selected."""
    plain, selected = (spread(milliseconds(known, name))[0] for name in ("plain", "selected"))
    return plain, selected


def milliseconds(known: dict, name: str) -> list[float]:
    """Of the small GETs, plain or selected."""
    return [1000 * each for each in known["latency"][name]]
