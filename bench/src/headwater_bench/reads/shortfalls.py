"""Where Headwater reads worse than S3A."""

from collections.abc import Iterator, Mapping, Sequence

from headwater_bench.core.numbers import NOISE, count, is_measured, kinds, ratio


def shortfalls(
    section: dict, titles: Mapping[str, str], ours: Sequence[str], others: Sequence[str], reference: str
) -> Iterator[str]:
    """A sentence where ours is slower than a peer, or sends more than half as many requests as the reference.

    The peers are given by name, and shown by their `titles`.
    """
    for row in section["rows"].values():
        for name in ours:
            for other in others:
                if is_measured(row, [name, other]) and (slower := ratio(row, name, other)) > NOISE:
                    yield f"{row['title']}: {titles[name]} takes {slower:.2f} of the time of {titles[other]}"
            # A delay does not change requests, so they are listed once.
            if not section["latency_ms"] and is_measured(row, [name, reference]):
                yield from _requests(row, titles, name, reference)


def _requests(row: dict, titles: Mapping[str, str], name: str, reference: str) -> Iterator[str]:
    if 2 * count(row, name) > count(row, reference):
        counts = (f"{titles[each]}: {count(row, each):,} ({kinds(row, each)})" for each in (name, reference))
        yield f"{row['title']}, more than half the requests: {'; '.join(counts)}"
