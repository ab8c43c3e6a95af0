"""The resources used by runs against a store: time, processors, memory, requests and bytes."""

import re
import resource
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psutil

from headwater.embedded.request_log import Request, Watched, count, watch
from headwater_bench.core.answers import Answer
from headwater_bench.core.copies import bytes_copied

_RESET_PEAK = "5"
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def sample(
    document: dict, process: psutil.Process, run: Callable[[], Answer], of_others: int | None = None
) -> tuple[dict, Answer, list[Request]]:
    """The resources used by a process's run on the store of `document`, its result, and its requests.

    The sample has wall-clock `seconds`, processor seconds of the process and of the store's servers, requests
    by kind, the bytes of bodies and of objects that the store copied, the process's peak memory in bytes, and
    the metrics of Spark's scan. `of_others` is the length in bytes of each object that existed before.
    """
    cpu, store_cpu = _seconds(process), _store_seconds(document)
    _file(process, "clear_refs").write_text(_RESET_PEAK, encoding="ascii")
    with watched(document) as seen:
        answer = run()
    taken = {
        "seconds": answer.seconds,
        "cpu_seconds": _seconds(process) - cpu,
        "store_cpu_seconds": _store_seconds(document) - store_cpu,
        **sent(seen.requests, of_others),
        "peak_memory": _peak(process),
        "metrics": answer.metrics,
    }
    return taken, answer, seen.requests


def sent(requests: list[Request], of_others: int | None = None) -> dict:
    """The part of a sample that comes from the requests."""
    return {
        "requests": {str(kind): number for kind, number in count(requests).items()},
        "bytes_from_store": sum(request.bytes_out for request in requests),
        "bytes_to_store": sum(request.bytes_in for request in requests),
        "bytes_copied": bytes_copied(requests, of_others),
    }


@contextmanager
def processors(document: dict) -> Iterator[dict[str, float]]:
    """The processor time of the programs that the block runs to their end, and of the store meanwhile."""
    used: dict[str, float] = {}
    before, store_before = seconds_of_programs(), _store_seconds(document)
    yield used
    used["cpu_seconds"] = seconds_of_programs() - before
    used["store_cpu_seconds"] = _store_seconds(document) - store_before


def watched(document: dict) -> AbstractContextManager[Watched]:
    """The requests to a store in the block."""
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


def _peak(process: psutil.Process) -> int:
    """The peak physical memory of a process since the reset, in bytes."""
    return 1024 * int(_PEAK.search(_file(process, "status").read_text(encoding="utf-8"))[1])


def _file(process: psutil.Process, name: str) -> Path:
    return Path(f"/proc/{process.pid}/{name}")
