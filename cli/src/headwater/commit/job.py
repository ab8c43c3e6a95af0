"""A job: its id, the names of its parts, and the ID of its manifest (PROTOCOL.md, sections 1 and 3)."""

import getpass
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePosixPath

from headwater.core.names import tag


@dataclass(frozen=True)
class Part:
    """A file that the job published: its key below the root, length in bytes, ETag, rows and statistics."""

    key: str
    length: int
    etag: str
    rows: int
    partition: dict[str, str | None] = field(default_factory=dict)
    columns: dict[str, dict] = field(default_factory=dict)


@dataclass(frozen=True)
class Job:
    """One job at a root, which is a folder's key with its last slash, or empty."""

    root: str
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    begun: float = field(default_factory=time.monotonic)

    def part(self, number: int, folder: str, extension: str) -> str:
        """The key, below the root, of the part with this number."""
        tracker = f"manifest-{tag(self.root)}-{self.id}"
        name = f"part-{number:05}-attempt_{tracker}_0000_m_{number:06}_{number}.c000.{extension}"
        return str(PurePosixPath(folder, name))

    def manifest(self) -> str:
        """A new ID of this job's manifest, with the time."""
        now = datetime.now(UTC)
        return f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03}Z-{self.id}"

    def described(self) -> dict[str, str]:
        """The job as a manifest has it."""
        found = {"id": self.id, "application": "headwater-python"}
        with suppress(OSError, KeyError):
            found["user"] = getpass.getuser()
        return found
