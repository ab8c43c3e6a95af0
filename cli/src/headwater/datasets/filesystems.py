"""The file systems by which Arrow reads a bucket."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyarrow import fs

from headwater.core.bucket import Bucket

if TYPE_CHECKING:
    from headwater.swift.bucket import SwiftBucket


@dataclass(frozen=True)
class Place:
    """A bucket as Arrow reads it: the file system, and what precedes keys in its paths."""

    filesystem: fs.FileSystem
    authority: str

    def path(self, key: str) -> str:
        """The path of an object."""
        return f"{self.authority}/{key}"


def place(bucket: "Bucket | SwiftBucket") -> Place:
    """Arrow's own client of S3, or the file system of Swift."""
    if isinstance(bucket, Bucket):
        return Place(_s3(bucket), bucket.name)
    from headwater.swift.filesystem import SwiftFileSystem  # noqa: PLC0415 (an extra)

    found = fs.PyFileSystem(fs.FSSpecHandler(SwiftFileSystem()))
    return Place(found, f"{bucket.name}.{bucket.client.service}")


def scheme(filesystem: fs.FileSystem) -> str:
    """The scheme of URIs in a file system."""
    return filesystem.type_name.rpartition("+")[2]


def _s3(bucket: Bucket) -> fs.FileSystem:
    access = bucket.access
    return fs.S3FileSystem(
        access_key=access.get("AWS_ACCESS_KEY_ID"),
        secret_key=access.get("AWS_SECRET_ACCESS_KEY"),
        session_token=access.get("AWS_SESSION_TOKEN"),
        region=bucket.region,
        endpoint_override=bucket.endpoint,
        tls_ca_file_path=os.environ.get("AWS_CA_BUNDLE"),
    )
