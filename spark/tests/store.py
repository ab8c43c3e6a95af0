"""Direct access to the store, without the connector."""

import os
from abc import ABC, abstractmethod
from pathlib import Path
from zlib import crc32

SCHEMES = ("s3", "swift")
"""The path schemes by which the connector reaches the same store: its S3 API and Swift's native API."""

SERVICE = "test"

SERVER = os.environ.get("HEADWATER_TEST_SERVER", "SWIFT")
"""The server behind both schemes: SWIFT, or RGW for tests that need no storlets."""


def is_running() -> bool:
    """Whether the server runs. Ceph's is not installed everywhere."""
    return SERVER == "SWIFT" or f"HEADWATER_TEST_{SERVER}_ENDPOINT" in os.environ


def variable(name: str) -> str:
    """A variable of the server, which tools/with-stores or tools/with-rgw sets."""
    return os.environ[f"HEADWATER_TEST_{SERVER}_{name}"]


def drawn_scheme(name: str) -> str:
    """One scheme for what does not depend on it, always the same for a test's name."""
    return SCHEMES[crc32(name.encode()) % len(SCHEMES)]


ONE_PUT_BYTES = 5 << 20
"""Longer files are uploaded in parts, so that multipart uploads meet faults too."""


def settings(temporary: Path) -> dict[str, str]:
    """Hadoop's settings for the store by every scheme, with temporary files in one folder."""
    service = f"fs.headwater.swift.service.{SERVICE}"
    return {
        "hadoop.tmp.dir": str(temporary),
        "fs.headwater.upload.whole.size": str(ONE_PUT_BYTES),
        "fs.headwater.s3.endpoint": variable("ENDPOINT"),
        "fs.headwater.s3.access.key": variable("ACCESS_KEY"),
        "fs.headwater.s3.secret.key": variable("SECRET_KEY"),
        f"{service}.auth.url": variable("AUTH_URL"),
        f"{service}.user": variable("USER"),
        f"{service}.secret.key": variable("KEY"),
    }


def settings_behind(address: str, bucket: str, suffix: str) -> dict[str, str]:
    """Hadoop's settings for a bucket by a proxy. The Swift service's name has a suffix."""
    service = f"fs.headwater.swift.service.{SERVICE}"
    same = {
        name.replace(service, f"{service}{suffix}"): value
        for name, value in settings(Path()).items()
        if name.startswith(service)
    }
    return same | {
        f"{service}{suffix}.auth.url": f"http://{address}/auth/v1.0",
        f"fs.headwater.bucket.{bucket}.s3.endpoint": f"http://{address}",
    }


def s3_environment() -> dict[str, str]:
    """The variables of the store's S3 API, as users set them."""
    return {
        "AWS_ACCESS_KEY_ID": variable("ACCESS_KEY"),
        "AWS_SECRET_ACCESS_KEY": variable("SECRET_KEY"),
        "AWS_ENDPOINT_URL_S3": variable("ENDPOINT"),
    }


def spark_settings(temporary: Path) -> dict[str, str]:
    """The same as Spark settings."""
    return {f"spark.hadoop.{name}": value for name, value in settings(temporary).items()}


class Bucket(ABC):
    """One bucket, accessed through the API of its scheme."""

    name: str
    root: str
    """Its URL, without a trailing slash."""

    @abstractmethod
    def keys(self, prefix: str = "") -> dict[str, int]:
        """The lengths of all objects by key."""

    @abstractmethod
    def get(self, key: str) -> bytes:
        """An object's bytes."""

    @abstractmethod
    def put(self, key: str, body: bytes) -> None:
        """Write an object."""

    @abstractmethod
    def uploads(self, folder: str) -> set[str]:
        """The ids of unfinished uploads below a folder, neither completed nor aborted."""

    def requests(self) -> list[str]:
        """The lines in the store's access log that name the bucket."""
        log = Path(variable("LOG")).read_text(encoding="utf-8")
        return [line for line in log.splitlines() if f"/{self.name}" in line]
