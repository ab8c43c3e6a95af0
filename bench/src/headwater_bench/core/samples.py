"""The resources used by runs against a store: time, processors, requests and bytes."""

import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from headwater.embedded.request_log import Request, Watched, count, watch
from headwater_bench.core.answers import Answer
from headwater_bench.core.copies import bytes_copied
from headwater_bench.core.memory import peak, reset_peak


@dataclass(frozen=True)
class Sample:
    """The resources used by a run.

    - Wall-clock seconds.
    - Processor seconds of the configuration's process and of the store's servers.
    - Requests by kind.
    - Bytes of the bodies received and sent, and of objects that the store copied for it.
    - The peak memory of its process in bytes.
    - The metrics of Spark's scan, or the number and bytes of the objects that it left.
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
    document: dict, process: psutil.Process, run: Callable[[], Answer], of_others: int | None = None
) -> tuple[Sample, Answer, list[Request]]:
    """The resources used by a process's run on the store of `document`, its result, and its requests.

    `of_others` is the length in bytes of each object that existed before (see `bytes_copied`).
    """
    cpu, store_cpu = _seconds(process), _store_seconds(document)
    reset_peak(process)
    with watched(document) as seen:
        answer = run()
    taken = Sample(
        answer.seconds,
        _seconds(process) - cpu,
        _store_seconds(document) - store_cpu,
        {str(kind): number for kind, number in count(seen.requests).items()},
        sum(request.bytes_out for request in seen.requests),
        sum(request.bytes_in for request in seen.requests),
        bytes_copied(seen.requests, of_others),
        peak(process),
        answer.metrics,
    )
    return taken, answer, seen.requests


@contextmanager
def processors(document: dict) -> Iterator[dict[str, float]]:
    """The processor time of the programs that the block runs to their end, and of the store meanwhile."""
    used: dict[str, float] = {}
    before, store_before = seconds_of_programs(), _store_seconds(document)
    yield used
    used["cpu_seconds"] = seconds_of_programs() - before
    used["store_cpu_seconds"] = _store_seconds(document) - store_before


def watched(document: dict) -> AbstractContextManager[Watched]:
    """The requests to a store in the block. None if it has no access log, such as an HDFS."""
    if "access_log" not in document:
        return nullcontext(Watched())
    return watch(Path(document["access_log"]), document["s3"]["endpoint"])


def seconds_of_programs() -> float:
    """The total processor time of the programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _store_seconds(document: dict) -> float:
    return sum(_seconds(psutil.Process(each["pid"])) for each in document["servers"])


def _seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
