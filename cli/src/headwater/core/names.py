"""The names of the commit protocol: governed objects, tags, manifests and claims (PROTOCOL.md, section 3).

A *folder* is a key that ends in a slash, or the empty string for the bucket's root.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

SUCCESS = "_SUCCESS"

# As the connector's AttemptName, so that both find the same attempt in a name with two.
_PUBLISHED = re.compile(
    r".*[^/]-attempt_([^_/.]+)_[0-9]+_[a-zA-Z]_[0-9]+_[0-9]+(?:_[0-9]+)?(?:\.[^/]*)?", re.DOTALL
)
_JOB = r"[0-9a-f]{32}"
_TRACKER = re.compile(rf"manifest-([0-9a-f]{{12}})-({_JOB})")
_ID = rf"[0-9]{{8}}T[0-9]{{9}}Z-{_JOB}"
# A claimant that claims again adds ~2, ~3 and so on. Any other name is no delta or claim, and sweep keeps it.
_CLAIM = rf"{_ID}(?:~[0-9]+)?"
_PROTOCOL = re.compile(
    rf"((?:.*/)?){SUCCESS}(?:\.(delta)\.({_ID})|\.(claim)\.({_CLAIM})|\.(tasks)/([^/]+)/.*|(\..*))?",
    re.DOTALL,
)
_ID_JOB = re.compile(rf"(?:.*-)?({_JOB})(?:~[0-9]+)?")


class Kind(StrEnum):
    """The kinds of the protocol's own objects."""

    BASE = "base"
    DELTA = "delta"
    CLAIM = "claim"
    TASK = "tasks"
    OTHER = "other"


@dataclass(frozen=True)
class Writer:
    """The writer of a published object, from its name: the root's tag at that time, and the job's id."""

    tag: str
    job: str


@dataclass(frozen=True)
class ProtocolName:
    """A key of the protocol. `id` is a manifest's ID (delta, claim), a job's (tasks), or empty."""

    folder: str
    kind: Kind
    id: str

    @property
    def job(self) -> str | None:
        """The job in the name, if there is one."""
        found = _ID_JOB.fullmatch(self.id)
        return found.group(1) if found else None


@lru_cache(maxsize=65_536)
def tag(folder: str) -> str:
    """The tag of a root: 12 hexadecimal digits."""
    return hashlib.sha256(folder.removesuffix("/").encode()).hexdigest()[:12]


def folders_above(key: str) -> Iterator[str]:
    """The folders that contain an object or folder, nearest first, the bucket's root last."""
    folder = key.removesuffix("/")
    while folder:
        folder = folder.rpartition("/")[0]
        yield f"{folder}/" if folder else ""


def writer_of(key: str) -> Writer | None:
    """The writer of an object, if its name shows that a job with a manifest wrote it."""
    published = _PUBLISHED.fullmatch(key)
    tracker = _TRACKER.fullmatch(published.group(1)) if published else None
    return Writer(*tracker.groups()) if tracker else None


def is_attempt(key: str) -> bool:
    """Whether the object's name contains an attempt of any committer."""
    return _PUBLISHED.fullmatch(key) is not None


def protocol_name(key: str) -> ProtocolName | None:
    """The role of the key in the protocol, None for data."""
    found = _PROTOCOL.fullmatch(key)
    if not found:
        return None
    folder, delta, delta_id, claim, claim_id, tasks, job, other = found.groups()
    kind = Kind.OTHER if other else Kind(delta or claim or tasks or "base")
    return ProtocolName(folder, kind, delta_id or claim_id or job or "")


def job_of(key: str) -> str | None:
    """The job id in the object's name: of its writer, or of its manifest, claim or task."""
    name, writer = protocol_name(key), writer_of(key)
    if name:
        return name.job
    return writer.job if writer else None
