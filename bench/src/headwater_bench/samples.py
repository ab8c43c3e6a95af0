"""What runs against a store took: of time, of the processors, of requests and bytes."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from headwater.requests import Request, count, watch
from headwater_bench.answers import Answer
from headwater_bench.copies import bytes_copied
from headwater_bench.memory import peak, reset_peak


@dataclass(frozen=True)
class Sample:
    """What a run took.

    Seconds by the clock; of the processors those of the configuration's process, and of the store's servers;
    its requests by their kind, the bytes of the bodies that it got and sent, and of the objects that it let
    the store copy; the most memory that its process had, in bytes; the metrics of Spark's scan, or how many
    objects it has left, and their bytes.
    """

    seconds: float
    cpu_seconds: float
    store_cpu_seconds: float
    requests: dict[str, int]
    bytes_from_store: int
    bytes_to_store: int
    bytes_copied: int
    peak_memory: int
    metrics: dict[str, int] = field(default_factory=dict)

    as_dict = asdict


def sample(
    document: dict, process: psutil.Process, run: Callable[[], Answer]
) -> tuple[Sample, Answer, list[Request]]:
    """What a run of a process took on the store of `document`, its answer, and its requests."""
    cpu, store_cpu = _seconds(process), _store_seconds(document)
    reset_peak(process)
    with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
        answer = run()
    taken = Sample(
        answer.seconds,
        _seconds(process) - cpu,
        _store_seconds(document) - store_cpu,
        {str(kind): number for kind, number in count(seen.requests).items()},
        sum(request.bytes_out for request in seen.requests),
        sum(request.bytes_in for request in seen.requests),
        bytes_copied(seen.requests),
        peak(process),
        answer.metrics,
    )
    return taken, answer, seen.requests


def _store_seconds(document: dict) -> float:
    return sum(_seconds(psutil.Process(each["pid"])) for each in document["servers"])


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
