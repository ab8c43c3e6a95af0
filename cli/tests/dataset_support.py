"""A bucket with handmade datasets: objects, manifests and leftovers of jobs."""

import json
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from headwater.access import stores
from headwater.core.address import Address
from headwater.core.names import tag
from parquet_support import parquet
from store_support import headwater

A, B, C, D = ("abcd"[n] * 32 for n in range(4))
"""Ids of jobs."""


def identifier(job: str) -> str:
    """The ID of the job's manifest."""
    return f"20260101T000000{ord(job[0]):03}Z-{job}"


def part(root: str, job: str, number: int = 0, below: str = "", attempt: int = 0) -> str:
    """The key of a part that a job publishes below a root."""
    folder = f"{root}/" if root else ""
    name = f"manifest-{tag(root)}-{job}_0000_m_{number:06}_{attempt}"
    return f"{folder}{below}part-{number:05}-attempt_{name}.c000.parquet"


class Lake:
    """A bucket of a running store."""

    def __init__(self, store: dict, s3, bucket: str) -> None:
        self.store, self.s3, self.bucket = store, s3, bucket
        self.etags: dict[str, str] = {}
        self.lengths: dict[str, int] = {}
        s3.create_bucket(Bucket=bucket)

    def put(self, key: str, body: bytes = b"rows") -> str:
        """Write an object, and return its key."""
        self.etags[key] = self.s3.put_object(Bucket=self.bucket, Key=key, Body=body)["ETag"].strip('"')
        self.lengths[key] = len(body)
        return key

    def put_all(self, keys: Iterable[str]) -> list[str]:
        """Write many objects in arbitrary order."""
        with ThreadPoolExecutor(8) as pool:
            return list(pool.map(self.put, keys))

    def modified(self, key: str) -> int:
        """The object's modification time in milliseconds since 1970."""
        answer = self.s3.head_object(Bucket=self.bucket, Key=key)
        return int(answer["LastModified"].timestamp()) * 1000

    def exclusion(self, root: str, key: str) -> dict:
        """A foreign object in the form in which a base excludes it."""
        return {
            "key": key.removeprefix(f"{root}/"),
            "etag": self.etags[key],
            "modified": self.modified(key),
        }

    def commit(self, root: str, job: str, keys: Iterable[str] = (), kind: str = "base", **members) -> str:
        """Write a manifest with these objects as entries, and return its key."""
        folder = f"{root}/" if root else ""
        key = f"{folder}_SUCCESS" + (f".delta.{identifier(job)}" if kind == "delta" else "")
        return self.put(key, json.dumps(self.manifest(folder, job, keys, kind, members)).encode())

    def commit_sales(self, root: str) -> None:
        """A base of 100 rows in two partitions, a delta of 20, and an attempt of 3 that lost."""
        days = [self.put(part(root, A, day, f"day={day}/"), parquet(50 * day, 50)) for day in (0, 1)]
        self.commit(root, A, days)
        self.commit(root, B, [self.put(part(root, B, 0, "day=1/"), parquet(100, 20))], kind="delta")
        self.put(part(root, A, 0, "day=0/", attempt=1), parquet(0, 3))

    def describe(self, manifest: str, columns: Iterable[dict]) -> None:
        """Write a manifest again, with what is known of the columns of each of its entries."""
        document = json.loads(self.s3.get_object(Bucket=self.bucket, Key=manifest)["Body"].read())
        for entry, known in zip(document["headwater"]["entries"], columns, strict=True):
            entry["columns"] = known
        self.put(manifest, json.dumps(document).encode())

    def manifest(self, folder: str, job: str, keys: Iterable[str], kind: str, members: dict) -> dict:
        """The document of a manifest. Its valid form is that of the golden cases."""
        entries = [
            {
                "key": each.removeprefix(folder),
                "length": self.lengths.get(each, 4),
                "etag": self.etags.get(each, "0" * 32),
                "rows": 10,
            }
            for each in keys
        ]
        content = {
            "format": 1,
            "kind": kind,
            "id": identifier(job),
            "tag": tag(folder),
            "job": {"id": job, "application": f"application-{job[0]}", "user": "spark"},
            "folded": [],
            "excluded": [],
            "removed": [],
            "summary": {"files": len(entries), "bytes": 0, "requests": 1, "milliseconds": 1},
            "entries": entries,
        }
        return {"success": True, "timestamp": 1_767_225_600_000, "headwater": content | members}

    def upload(self, key: str) -> str:
        """Begin a multipart upload with a part, and return its id."""
        upload = self.s3.create_multipart_upload(Bucket=self.bucket, Key=key)["UploadId"]
        self.s3.upload_part(Bucket=self.bucket, Key=key, UploadId=upload, PartNumber=1, Body=b"part")
        return upload

    def stored(self) -> list[str]:
        """All keys of the bucket."""
        pages = self.s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket)
        return [each["Key"] for page in pages for each in page.get("Contents", ())]

    def uploads(self) -> list[str]:
        """The keys of incomplete uploads."""
        return [u["Key"] for u in self.s3.list_multipart_uploads(Bucket=self.bucket).get("Uploads", ())]

    def uri(self, path: str) -> str:
        """The URI of a path by the S3 API."""
        return f"s3://{self.bucket}/{path}"

    def run(self, command: str, path: str, *options: object) -> subprocess.CompletedProcess:
        """Run a command on a path of the bucket."""
        return headwater(command, self.uri(path), "--data", self.store["data"], *options)

    def connect(self):
        """The bucket as the commands see it."""
        return stores.bucket(Address(self.bucket, ""), data=Path(self.store["data"]))
