"""Where Headwater falls short of S3A at reading."""

from collections.abc import Iterator, Mapping, Sequence

from headwater_bench.numbers import NOISE, count, is_measured, kinds, ratio


def shortfalls(
    section: dict, titles: Mapping[str, str], ours: Sequence[str], others: Sequence[str], reference: str
) -> Iterator[str]:
    """Where one of ours is slower than one of the others, or asks more than half as much as the reference.

    The peers are given by their names, and told by their `titles`.
    """
    for row in section["rows"].values():
        for name in ours:
            for other in others:
                if not is_measured(row, [name, other]):
                    continue
                if (slower := ratio(row, name, other)) > NOISE:
                    yield f"{row['title']}: {titles[name]} takes {slower:.2f} of the time of {titles[other]}"
            if section["latency_ms"] or not is_measured(row, [name, reference]):
                continue  # the requests are told once: a delay changes nothing of them
            if 2 * count(row, name) > count(row, reference):
                told = (
                    f"{titles[each]}: {count(row, each):,} ({kinds(row, each)})" for each in (name, reference)
                )
                yield f"{row['title']}, more than half the requests: {'; '.join(told)}"
