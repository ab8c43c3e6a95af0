"""What an OpenStack Swift offers beside its S3 API: large objects, and storlets with their versions."""

import os
from collections.abc import Iterator, Mapping
from hashlib import md5
from typing import Any
from urllib.parse import urljoin

import requests
from botocore.exceptions import ClientError

from headwater.core.artifacts import shipped
from headwater.core.s3 import is_swift
from headwater.core.storlet_names import CONTAINER, MEDIA_TYPE, Header
from headwater.doctor.finding import Finding, Grade
from headwater.doctor.subject import FAILURES, Subject, code, reason

_TIMEOUT_S = 10
_NEEDED = ("csv", "jsonl", "stats")
"""The storlets that Spark's and this package's queries run."""

_PAGE = "docs/operate/swift.md"
_REASONS = {
    "StorletPolicy": (
        "The account or the bucket does not allow the storlet csv.",
        "Its owner sets X-Account-Meta-Storlet-Enabled: true. See also headwater policy show.",
    ),
    "StorletStorlet": (
        "The storlet csv is not deployed.",
        "Deploy the storlets: headwater storlets deploy",
    ),
    "StorletEngine": (
        "No engine runs on the node that has the object.",
        "Start headwater-engine on each node: docs/operate/engine.md",
    ),
}


def swift(subject: Subject, headers: Mapping[str, str]) -> Iterator[Finding]:
    """The findings of an OpenStack Swift, or that the store is another one."""
    if not is_swift(headers):
        yield Finding(
            "storlets",
            Grade.NOTE,
            "The store is not an OpenStack Swift, and runs no storlets. Queries read complete objects.",
            "To run queries in the store, use an OpenStack Swift with Headwater's middleware.",
        )
        return
    info = _info(subject)
    if info is not None:
        yield _large_objects(info)
    yield from _storlets(subject, info)


def _info(subject: Subject) -> dict | None:
    """What the Swift says of itself, None if it says nothing."""
    try:
        response = requests.get(
            urljoin(subject.url, "/info"),
            timeout=_TIMEOUT_S,
            verify=os.environ.get("AWS_CA_BUNDLE") or True,
        )
        return response.json() if response.ok else None
    except (requests.RequestException, ValueError):
        return None


def _large_objects(info: dict) -> Finding:
    release = info.get("swift", {}).get("version", "of an unknown version")
    if "slo" not in info:
        return Finding(
            "slo",
            Grade.WARNING,
            f"This Swift ({release}) has no static large objects (SLO). Files above 5 GiB cannot be written.",
            "Add slo to the pipeline in proxy-server.conf.",
        )
    figures = {"swift": release, "segments": info["slo"].get("max_manifest_segments")}
    return Finding("slo", Grade.OK, f"This Swift ({release}) has static large objects (SLO).", "", figures)


def _storlets(subject: Subject, info: dict | None) -> Iterator[Finding]:
    if info is not None and "storlets" not in info:
        yield _without("This Swift")
        return
    try:
        runs = _run(subject)
    except ClientError as error:
        message, advice = _REASONS.get(code(error), (f"It fails: {reason(error)}.", "See the engine's log."))
        yield Finding("storlets", Grade.WARNING, message, advice)
        return
    except FAILURES as error:
        yield Finding("storlets", Grade.WARNING, f"It fails: {reason(error)}.", "See the engine's log.")
        return
    yield _ran(runs, info)
    if runs:
        yield from filter(None, (_module(subject, each) for each in _NEEDED))


def _without(what: str) -> Finding:
    return Finding(
        "storlets",
        Grade.NOTE,
        f"{what} runs no storlets. Queries read complete objects.",
        f"To run queries in the store, install the middleware and the engine: {_PAGE}",
    )


def _ran(runs: bool, info: dict | None) -> Finding:
    if not runs:
        return _without("This store")
    version = (info or {}).get("storlets", {}).get("version", "of an unknown version")
    return Finding(
        "storlets",
        Grade.OK,
        f"The store runs storlets (middleware {version}).",
        "",
        {"middleware": version},
    )


def _run(subject: Subject) -> bool:
    """Run the storlet `csv` on a small object. False if the store ignores the header."""

    def add(request: Any, **_: Any) -> None:
        request.headers[Header.RUN_STORLET] = "csv"
        request.headers["Accept"] = MEDIA_TYPE

    event = "before-sign.s3.GetObject"
    subject.client.meta.events.register_first(event, add)
    try:
        response = subject.send("get_object", "small.csv")
        response["Body"].read()
    finally:
        subject.client.meta.events.unregister(event, add)
    return response["ContentType"] == MEDIA_TYPE


def _module(subject: Subject, name: str) -> Finding | None:
    """A difference between the deployed module and that of this release, if both can be read."""
    own = shipped("storlets") / f"{name}.wasm"
    if not own.is_file():
        return None
    deployed = _etag(subject, name) or _etag(subject, f"{name}.wasm")
    same = deployed == md5(own.read_bytes(), usedforsecurity=False).hexdigest()
    if same:
        return None
    what = "is of another release" if deployed else "is not deployed, or these keys may not read it"
    return Finding(
        "storlets",
        Grade.WARNING,
        f"The storlet {name} {what}.",
        "Deploy the storlets: headwater storlets deploy",
        {"storlet": name, "md5": deployed},
    )


def _etag(subject: Subject, key: str) -> str | None:
    try:
        return subject.client.head_object(Bucket=CONTAINER, Key=key)["ETag"].strip('"')
    except ClientError:
        return None
