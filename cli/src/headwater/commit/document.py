"""The document of a manifest (PROTOCOL.md, section 4)."""

import json
import socket
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from headwater.commit.job import Job, Part
from headwater.core.errors import HeadwaterError
from headwater.core.manifest import MAXIMUM_LENGTH
from headwater.core.names import Kind, tag

_HADOOP = "org.apache.hadoop.fs.s3a.commit.files.SuccessData/1"
_MOST_FILENAMES = 100
"""As Hadoop's committers have it (SUCCESS_MARKER_FILE_LIMIT)."""


@dataclass(frozen=True)
class Draft:
    """What a manifest says: a base has `replaced`, `folded` and `excluded`, with keys below the root."""

    kind: Kind
    id: str
    parts: Sequence[Part]
    tag: str | None = None
    replaced: dict | None = None
    folded: Iterable[str] = ()
    excluded: Sequence[dict] = field(default_factory=tuple)


def document(job: Job, draft: Draft) -> bytes:
    """The bytes of the manifest. HeadwaterError if it is longer than readers accept."""
    now = datetime.now(UTC)
    described = job.described()
    content = {
        "name": _HADOOP,
        "success": True,
        "timestamp": int(now.timestamp() * 1000),
        "date": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "hostname": socket.gethostname(),
        "committer": "headwater",
        "description": "what a job committed; see member headwater",
        "jobId": job.id,
        "jobIdSource": "Headwater",
        "metrics": _summary(job, draft.parts),
        "diagnostics": {"application": described["application"]},
        "filenames": [f"/{job.root}{each.key}" for each in draft.parts[:_MOST_FILENAMES]],
        "headwater": _members(job, draft, described),
    }
    body = json.dumps(content, ensure_ascii=False).encode()
    if len(body) > MAXIMUM_LENGTH:
        raise HeadwaterError(
            f"the manifest {draft.id} has {len(body):,} bytes, and readers accept {MAXIMUM_LENGTH:,}",
            advice="Write larger files, or several datasets.",
        )
    return body


def _members(job: Job, draft: Draft, described: dict) -> dict:
    return {
        "format": 1,
        "kind": draft.kind,
        "id": draft.id,
        "tag": draft.tag or tag(job.root),
        "job": described,
        **({"replaced": draft.replaced} if draft.replaced else {}),
        "folded": sorted(draft.folded),
        "excluded": list(draft.excluded),
        "removed": [],
        "summary": _summary(job, draft.parts),
        "entries": [_entry(each) for each in sorted(draft.parts, key=lambda part: part.key)],
    }


def _summary(job: Job, parts: Sequence[Part]) -> dict:
    return {
        "files": len(parts),
        "bytes": sum(each.length for each in parts),
        "rows": sum(each.rows for each in parts),
        "requests": len(parts),
        "milliseconds": int((time.monotonic() - job.begun) * 1000),
    }


def _entry(part: Part) -> dict:
    entry = {"key": part.key, "length": part.length, "etag": part.etag, "rows": part.rows}
    known = {"partition": part.partition, "columns": part.columns}
    return entry | {name: value for name, value in known.items() if value}
