"""The resources used by runs against a store: time, processors, memory, requests and bytes."""

import re
import resource
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Kind, Request, Watched, count, watch
from headwater_bench.core.answers import Answer

_RESET_PEAK = "5"
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)
_REFUSED = 300
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")


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
    before, store_before = _seconds_of_programs(), _store_seconds(document)
    yield used
    used["cpu_seconds"] = _seconds_of_programs() - before
    used["store_cpu_seconds"] = _store_seconds(document) - store_before


def watched(document: dict) -> AbstractContextManager[Watched]:
    """The requests to a store in the block."""
    return watch(Path(document["access_log"]), document["s3"]["endpoint"])


def _seconds_of_programs() -> float:
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


def bytes_copied(requests: Iterable[Request], of_others: int | None = None) -> int:
    """The bytes that a store copied for its clients, which its access log does not record.

    An object is as long as the body of the request that wrote it. An object that no earlier request wrote has
    `of_others` bytes. Without that, HeadwaterError is raised.
    """
    sizes: dict[str, int] = {}
    copied = 0
    for request in requests:
        if request.status >= _REFUSED:
            continue
        path = _path(request)
        if request.kind == Kind.PUT:
            sizes[path] = request.bytes_in
        elif request.kind == Kind.PUT_PART:
            sizes[path] = sizes.get(path, 0) + request.bytes_in
        elif request.kind == Kind.COPY:
            source = _source(request)
            size = _span(request.headers) or sizes.get(source, of_others)
            if size is None:
                raise HeadwaterError(f"{source} was copied, but not written in the same run")
            is_part = "partNumber=" in request.path
            sizes[path] = size + (sizes.get(path, 0) if is_part else 0)
            copied += size
    return copied


def _span(headers: Mapping[str, str]) -> int:
    """The length of a partial copy in bytes, 0 for a complete copy."""
    found = _RANGE.fullmatch(headers.get("Range", ""))
    return int(found[2]) - int(found[1]) + 1 if found else 0


def _path(request: Request) -> str:
    return unquote(urlsplit(request.path).path)


def _source(request: Request) -> str:
    """The path of the copied object, in the form of `_path`."""
    if request.method == "COPY":
        return _path(request)
    if source := request.headers.get("X-Copy-From"):
        account = "/".join(_path(request).split("/")[:3])
        return f"{account}/{unquote(source).lstrip('/')}"
    return f"/{unquote(urlsplit(request.headers['X-Amz-Copy-Source']).path).lstrip('/')}"
