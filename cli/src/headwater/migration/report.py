"""Looks up what each setting is here."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

_SPARK = "spark.hadoop."
_BUCKET = "fs.s3a.bucket."
_OWN = "fs.headwater."


@dataclass(frozen=True)
class Finding:
    """A setting, its `kind` as in settings.toml, and the setting here or the reason why there is none."""

    name: str
    kind: str
    here: str


def findings(given: dict[str, str]) -> list[Finding]:
    """The settings that belong to another file system, in their order."""
    return [found for name, value in given.items() if (found := _finding(name, value))]


def _finding(name: str, value: str) -> Finding | None:
    table = _table()
    names = list(_names(name.removeprefix(_SPARK)))
    matches = [
        (len(pattern), kind, _of_bucket(_filled(text, found), bucket))
        for kind, patterns in table.items()
        for pattern, text in patterns.items()
        for bucket, each in names
        if (found := _expression(pattern).fullmatch(each))
    ]
    if not matches:
        return None
    _, kind, here = max(matches, key=lambda each: each[0])
    if value.startswith("CSE-"):
        kind, here = "refused", "Headwater does not encrypt objects itself"
    elif kind == "refused" and value in ("", "false"):
        kind, here = "none", "Has its default value"
    return Finding(name, kind, here)


def _names(name: str) -> Iterator[tuple[str, str]]:
    """The bucket, and the name that the setting has for all buckets.

    A bucket's name may have dots, so a setting of one bucket has several results. Others have no bucket.
    """
    if not name.startswith(_BUCKET):
        yield "", name
    parts = name.removeprefix(_BUCKET).split(".")
    for place in range(1, len(parts) if name.startswith(_BUCKET) else 0):
        yield ".".join(parts[:place]), f"fs.s3a.{'.'.join(parts[place:])}"


def _filled(text: str, found: re.Match[str]) -> str:
    """The text with the service and the rest of the name."""
    groups = found.groupdict()
    text = text.replace("SERVICE", groups.get("service") or "SERVICE")
    return text.removesuffix("*") + groups["rest"] if text.endswith("*") and groups.get("rest") else text


def _of_bucket(text: str, bucket: str) -> str:
    """The text with Headwater's settings of the bucket, if there is one."""
    return text.replace(_OWN, f"{_OWN}bucket.{bucket}.") if bucket else text


def _expression(pattern: str) -> re.Pattern[str]:
    escaped = re.escape(pattern).replace("SERVICE", r"(?P<service>[^.]+)")
    return re.compile(re.sub(r"\\\*$", "(?P<rest>.*)", escaped))


def _table() -> dict[str, dict[str, str]]:
    text = files("headwater.migration").joinpath("settings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
