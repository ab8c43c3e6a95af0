"""Results of every kind as `headwater bench` writes them, with invented figures."""

from itertools import count

from headwater_bench.peers import definitions as of_operations
from headwater_bench.pushdown import configurations as of_pushdown
from headwater_bench.pushdown import queries
from headwater_bench.reads import configurations as of_reads
from headwater_bench.writes import configurations as of_writes

MADE = {
    "date": "2026-01-01T00:00+00:00",
    "processor": "a processor",
    "cores": 2,
    "memory_bytes": 2**34,
    "load": 0.5,
    "load_after": 1.5,
    "versions": {"Headwater": "0.1.0"},
    "command": "headwater bench it",
}


def sample(seconds: float, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "cpu_seconds": 2 * seconds,
        "store_cpu_seconds": 0.5,
        "requests": requests,
        "bytes_from_store": 4 * 10**6,
        "bytes_to_store": 10**6,
        "bytes_copied": 0,
        "peak_memory": 2**29,
        "metrics": {"bytes": 10**6},
    }


def _sections(rows: dict[str, dict]) -> list[dict]:
    return [{"latency_ms": latency, "rounds": 3, "rows": rows} for latency in (0, 20)]


def _row(title: str, peers: dict[str, dict], needed: int | None = None) -> dict:
    samples = {
        name: [each | {"seconds": each["seconds"] * by} for by in (1, 1.1, 0.9)]
        for name, each in peers.items()
    }
    return {
        "title": title,
        "needed": needed,
        "peers": {name: {"samples": each, "failure": ""} for name, each in samples.items()},
    }


def reads() -> dict:
    """Headwater is equally fast with half the requests. Stocator has failed at the last row."""
    slower = count(1)
    peers = {each.name: sample(next(slower), HEAD=3, GET=4, LIST=3) for each in of_reads.ALL}
    peers |= {each.name: sample(0.9, GET=3, LIST=2) for each in of_reads.OURS}
    titles = ["`sc.textFile`, count", "Parquet, all columns", "TPC-H 1", "TPC-H 2"]
    rows = {title: _row(title, peers, None if title.startswith("`") else 4 * 10**6) for title in titles}
    rows[titles[-1]]["peers"]["stocator"] = {"samples": [], "failure": "it broke\nhere"}
    known = {"rows": 9, "lines": 7, "parts": 2, "small_files": 4, "days": 1, "scale_factor": 1.0}
    return {
        "made": MADE | {"command": "headwater bench reads", "resumed": [], "finished": True},
        "data": known,
        "peers": {each.name: each.title for each in of_reads.ALL},
        "sections": _sections(rows),
    }


def writes() -> dict:
    """Headwater is 30 times better than S3A with algorithm 1, and equal to Stocator."""
    peers = {
        each.name: sample(9, HEAD=100, GET=50, LIST=50, PUT=50, COPY=30, DELETE=20) for each in of_writes.ALL
    }
    peers |= {each.name: sample(1, PUT=9, LIST=1) for each in (*of_writes.OURS, of_writes.STOCATOR)}
    titles = ["One object", "Teragen", "Copy", "Wordcount", "Terasort"]
    return {
        "made": MADE | {"command": "headwater bench writes", "resumed": [], "finished": True},
        "data": {},
        "peers": {each.name: each.title for each in of_writes.ALL},
        "sections": _sections({f"0{number}-it": _row(title, peers) for number, title in enumerate(titles)}),
    }


def pushdown() -> dict:
    """Pushdown is thirty times faster than S3A, and its curve costs nothing if nothing is dropped."""
    names = [each.name for each in of_pushdown.ALL]
    seconds = dict.fromkeys(names, 30.0) | {"on": 1.0, "swift": 1.0, "parquet": 0.5, "polars": 2.5}
    of_query = {
        name: {"samples": [sample(taken, GET=1)] * 2, "apart": 0.0} for name, taken in seconds.items()
    }
    points = [
        {
            "kind": kind,
            "share": share,
            "dropped": float(share),
            "sql": "",
            "configurations": {
                name: [sample(seconds, GET=1)] * 2 * (1 if share else 10)
                for name, seconds in (("on", 10 / (1 + share)), ("off", 10))
            },
        }
        for kind in ("rows", "columns")
        for share in (0, 50, 90, 99)
    ]
    data = {"bytes": 2**30, "rows": 9, "objects": 1, "cores": "local[2]"}
    made = MADE | {"command": "headwater bench pushdown"}
    found = {query.name: {"rows": 9, "configurations": of_query} for query in queries.load()}
    return {
        "queries": {"data": data, "made": made, "queries": found},
        "far": {"data": data, "made": made, "queries": found},
        "selectivity": {"data": data, "made": made, "rounds": 2, "points": points},
        "load": {
            "data": data,
            "made": made,
            "rounds": 2,
            "queries": 16,
            "seconds": [1.0],
            "refused": {"busy": 4},
            "metrics": {"splits": 9},
        },
    }


def growth() -> dict:
    """Requests grow by 1 per part with Headwater, by 30 with S3A, and by 2 with Stocator."""
    peers = {each.name: each.title for each in of_writes.ALL}
    slopes = dict.fromkeys(peers, 30) | {"headwater-s3": 1, "headwater-swift": 1, "stocator": 2}
    points = {
        name: [
            {"x": x, "requests": 3 + by * x, "seconds": [0.1 + 0.01 * by * x, 0.1 + 0.01 * by * x]}
            for x in (1, 10, 100)
        ]
        for name, by in slopes.items()
    }
    one = {
        "name": "01-parts",
        "title": "Parts of an RDD",
        "x": "parts",
        "unit": "part",
        "note": "A note.",
        "left_out": [{"peer": "s3a-1", "x": 1000, "expected_s": 130}],
        "failures": {},
        "points": points,
    }
    return {"made": MADE | {"command": "headwater bench growth"}, "peers": peers, "series": [one]}


def scale() -> dict:
    """Two clouds and two committers. One check is right, the other far off."""
    clouds = {"s3": "Amazon S3, one prefix", "azure": "Azure Blob Storage, an account"}
    committers = {"headwater-manifest": "Headwater, manifest", "s3a-1": "S3A, algorithm 1"}
    predictions = [
        {
            "cloud": cloud,
            "tasks": 100_000,
            "nodes": 1_000,
            "committer": committer,
            "job_commit_s": seconds,
            "requests": int(10_000 * seconds),
            "peak_requests_per_s": 3_000,
            "limit_requests_per_s": 3_500,
            "driver_memory_bytes": 2**25 if committer == "headwater-manifest" else None,
        }
        for cloud in clouds
        for committer, seconds in (("headwater-manifest", 2.5), ("s3a-1", 9_000.0))
    ]
    checks = [
        {"what": "a commit of 10 parts", "predicted": 1.0, "measured": 1.1, "unit": "s"},
        {"what": "a commit of 100 parts", "predicted": 2.0, "measured": 1.0, "unit": "s"},
    ]
    return {
        "made": MADE | {"command": "headwater bench scale"},
        "inputs": {
            "committers": committers,
            "clouds": [{"name": name, "title": title} for name, title in clouds.items()],
        },
        "checks": checks,
        "predictions": predictions,
    }


def _sections_of(rows: dict[str, dict], rounds: int) -> dict:
    """The sections of a finished run, which also has rounds with every request delayed."""
    sections = [{"latency_ms": latency, "rounds": rounds, "rows": rows} for latency in (0, 20)]
    return {"sections": sections}


def _finished(command: str) -> dict:
    return MADE | {"command": command, "resumed": [], "finished": True}


def operations() -> dict:
    """A call by each peer. Stocator cannot do it."""
    peers = of_operations.peers()
    found = {each.key: {"samples": [sample(1.5, LIST=1, COPY=1000)], "failure": ""} for each in peers}
    found["hdfs"]["samples"] = [sample(0.004) | {"store_cpu_seconds": 0.0}]
    found["stocator"] = {"samples": [], "failure": "it broke"}
    call = {"title": "Rename the folder", "call": "fs.rename(TREE, MOVED)", "note": "A note.\n"}
    return {
        "made": _finished("headwater bench operations"),
        "objects": 1000,
        "files": 100,
        "peers": {each.key: each.title for each in peers},
        "on_store": [each.key for each in peers if each.on_store],
    } | _sections_of({"6-rename": call | {"peers": found}}, rounds=1)


def mapreduce() -> dict:
    """Two sizes: ours waits for less than its plain file takes, S3A for a copy that grows with the size."""
    peers = {
        "headwater-s3": "Headwater, `s3://`",
        "headwater-swift": "Headwater, `swift://`",
        "s3a-1": "S3A 3.5.0, algorithm 1",
        "s3a-2": "S3A 3.5.0, algorithm 2",
    }

    def of_peer(name: str, size: int) -> dict:
        copied = size if name.startswith("s3a") else 0
        return {
            "calls": {"reducer.write": size / 1e8, "reducer.rename": 0.1 + copied / 1e7, "job.rename": 0.1},
            "plain_file_seconds": 3 * size / 1e8,
            "requests": {"PUT": 3, "COPY": 1} if copied else {"PUT": 3},
            "bytes_copied": copied,
        }

    rows = {
        f"{size}": {
            "title": f"{size} MB of output",
            "bytes": size * 10**6,
            "peers": {name: {"samples": [of_peer(name, size * 10**6)], "failure": ""} for name in peers},
        }
        for size in (16, 216)
    }
    return {"made": _finished("headwater bench mapreduce"), "peers": peers} | _sections_of(rows, rounds=2)


def storlets() -> dict:
    """A storlet three times faster than a plain GET, at half the native speed."""
    return {
        "made": MADE | {"command": "headwater bench storlets"},
        "length": 2**30,
        "answer": 2**20,
        "plain": [2.0, 4.0, 3.0],
        "selected": [1.0, 1.0, 1.0],
        "engine": [0.5, 0.5, 0.5],
        "engine_cpu": [0.4, 0.4, 0.4],
        "native": [0.25, 0.25, 0.25],
        "native_cpu": [0.3, 0.3, 0.3],
        "latency": {"plain": [0.004], "selected": [0.0065]},
    }


def requests() -> dict:
    """A program that was also measured with the peers, and one that was not."""
    ours = {
        "s3": {"count": 4, "kinds": {"LIST": 2, "PUT": 2}},
        "swift": {"count": 5, "kinds": {"LIST": 3, "PUT": 2, "AUTH": 1}},
    }
    titles = {
        "headwater-s3": "Headwater, `s3://`",
        "headwater-swift": "Headwater, `swift://`",
        "s3a": "S3A 3.5.0",
        "stocator": "Stocator 1.1.4",
    }
    known = {"title": "Text", "requests": ours, "limits": {"s3": 4}, "peers": {"s3a": 52, "stocator": 8}}
    known["failures"] = {}
    return {
        "made": MADE | {"command": "headwater bench requests"},
        "peers": titles,
        "programs": {"01": known, "02": known | {"title": "Append", "limits": {}, "peers": {}}},
    }


def uploads() -> dict:
    """A file put by two of our policies and one of S3A's, once."""
    taken = {"ours": sample(3.0, PUT=4, AUTH=1), "at-once": sample(2.0, PUT=2), "theirs": sample(2.5, PUT=3)}
    of_peer = {"ours": "headwater-s3", "at-once": "headwater-swift", "theirs": "s3a"}
    found = {name: {"samples": [each], "failure": ""} for name, each in taken.items()}
    return {
        "made": _finished("headwater bench uploads"),
        "megabytes": 16,
        "peers": {name: name for name in of_peer},
        "policies": {name: {"how": "sends", "peer": peer} for name, peer in of_peer.items()},
    } | _sections_of({"put": {"title": "`put`", "peers": found}}, rounds=1)


def results() -> dict[str, dict]:
    """One result of each kind, by file name."""
    return {
        "reads": reads(),
        "writes": writes(),
        "pushdown-1024m": pushdown(),
        "growth": growth(),
        "scale": scale(),
        "operations": operations(),
        "uploads": uploads(),
        "mapreduce": mapreduce(),
        "storlets": storlets(),
        "requests": requests(),
    }
