"""How fast the store answers small requests, and moves bytes."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from headwater.doctor.finding import Finding, Grade, failure
from headwater.doctor.subject import FAILURES, Subject, reason

_REQUESTS = 100
_LIMIT_S = 10.0
"""Seconds after which no further small request is sent."""

_SLOW_MS = 100.0
_STREAMS = 4
_LENGTH = 8 << 20
_MB = 1e6


def speed(subject: Subject) -> list[Finding]:
    """The latency of small requests, and the throughput of four streams."""
    try:
        return [_latency(subject), _throughput(subject)]
    except FAILURES as error:
        return [failure("latency", reason(error))]


def _latency(subject: Subject) -> Finding:
    taken: list[float] = []
    end = time.monotonic() + _LIMIT_S
    while len(taken) < _REQUESTS and time.monotonic() < end:
        begin = time.perf_counter()
        subject.send("get_object", "small.csv")["Body"].read()
        taken.append((time.perf_counter() - begin) * 1000)
    taken.sort()
    median, worst = taken[len(taken) // 2], taken[len(taken) * 99 // 100]
    message = f"Half of {len(taken)} small reads take at most {median:,.1f} ms, 99 % at most {worst:,.1f} ms."
    figures = {"p50_milliseconds": round(median, 2), "p99_milliseconds": round(worst, 2)}
    if median <= _SLOW_MS:
        return Finding("latency", Grade.OK, message, "", figures)
    return Finding(
        "latency",
        Grade.NOTE,
        message,
        "Run programs nearer to the store, in its data centre. Larger files need fewer requests.",
        figures,
    )


def _throughput(subject: Subject) -> Finding:
    content = bytes(_LENGTH)
    written = _rate(lambda number: subject.send("put_object", f"large-{number}", Body=content))
    read = _rate(lambda number: subject.send("get_object", f"large-{number}")["Body"].read())
    return Finding(
        "throughput",
        Grade.OK,
        f"{_STREAMS} streams write {written:,.0f} MB/s and read {read:,.0f} MB/s.",
        "",
        {"write_megabytes_per_second": round(written, 1), "read_megabytes_per_second": round(read, 1)},
    )


def _rate(transfer: Callable[[int], object]) -> float:
    begin = time.perf_counter()
    with ThreadPoolExecutor(_STREAMS) as pool:
        list(pool.map(transfer, range(_STREAMS)))
    return _STREAMS * _LENGTH / _MB / (time.perf_counter() - begin)
