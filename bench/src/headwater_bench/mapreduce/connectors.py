"""The compared file systems, each configured as a user would for the embedded store."""

from dataclasses import dataclass

from headwater.core import connection

BUCKET = "bench"
_TIMED = "io.headwater.mapreduce.timing.TimedFileSystem"
_COMMITTER = {
    # hadoop-aws names its own for s3a://, which supports no file system that wraps S3A's.
    "mapreduce.outputcommitter.factory.class": (
        "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory"
    )
}

TITLES = {
    "headwater-s3": "Headwater, `s3://`",
    "headwater-swift": "Headwater, `swift://`",
    "s3a-1": "S3A 3.5.0, algorithm 1",
    "s3a-2": "S3A 3.5.0, algorithm 2",
}
"""The file systems' titles by name, in turn order."""


@dataclass(frozen=True)
class Connector:
    """A file system under the timing one. `root` is the bucket's URL, `values` are Hadoop's settings."""

    name: str
    title: str
    root: str
    values: dict[str, str]


def connectors(document: dict) -> list[Connector]:
    """All connectors, on the store of `document` (see `Status.as_dict`)."""
    s3, swift = document["s3"], document["swift"]
    ours = {
        name.removeprefix("spark.hadoop."): value for name, value in connection.spark_values(document).items()
    }
    service = {
        "fs.headwater.swift.service.bench.auth.url": swift["auth_url"],
        "fs.headwater.swift.service.bench.user": swift["user"],
        "fs.headwater.swift.service.bench.secret.key": swift["key"],
    }
    s3a = {
        "fs.s3a.endpoint": s3["endpoint"],
        "fs.s3a.endpoint.region": s3["region"],
        "fs.s3a.access.key": s3["access_key"],
        "fs.s3a.secret.key": s3["secret_key"],
        "fs.s3a.path.style.access": "true",
        "fs.s3a.change.detection.mode": "none",  # Swift's S3 API does not support If-Match on a copy.
    }
    return [
        _connector("headwater-s3", "s3", "io.headwater.fs.HeadwaterFileSystem", ours),
        _connector("headwater-swift", "swift", "io.headwater.fs.SwiftFileSystem", service),
        *(
            _connector(
                f"s3a-{version}",
                "s3a",
                "org.apache.hadoop.fs.s3a.S3AFileSystem",
                s3a | {"mapreduce.fileoutputcommitter.algorithm.version": version},
            )
            for version in ("1", "2")
        ),
    ]


def _connector(name: str, scheme: str, implementation: str, values: dict[str, str]) -> Connector:
    host = f"{BUCKET}.bench" if scheme == "swift" else BUCKET
    timed = {f"fs.{scheme}.impl": _TIMED, "timed.fs.impl": implementation}
    return Connector(name, TITLES[name], f"{scheme}://{host}", _COMMITTER | values | timed)
