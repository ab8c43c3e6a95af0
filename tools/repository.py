"""A Maven repository in a folder."""

import hashlib
import shutil
from pathlib import Path

POM = """<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{name}</artifactId>
  <version>{version}</version>
{members}</project>
"""


def publish(
    repository: Path,
    group: str,
    name: str,
    version: str,
    jar: Path,
    members: str = "",
) -> None:
    """Copies one jar into the repository, with a description that has more members, and their checksums."""
    pom = place(repository, group, name, version, ".pom")
    pom.write_text(
        POM.format(group=group, name=name, version=version, members=members)
    )
    checksum(pom)
    attach(repository, group, name, version, ".jar", jar)


def attach(
    repository: Path, group: str, name: str, version: str, end: str, file: Path
) -> None:
    """Copies a file that belongs to a published jar: `end` is for example -sources.jar."""
    copy = place(repository, group, name, version, end)
    shutil.copyfile(file, copy)
    checksum(copy)


def place(repository: Path, group: str, name: str, version: str, end: str) -> Path:
    """The path of a file of an artifact, in a folder that exists."""
    folder = repository / group.replace(".", "/") / name / version
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{name}-{version}{end}"


def checksum(file: Path) -> None:
    """Writes the checksums that Maven and Ivy compare."""
    content = file.read_bytes()
    for kind in ("md5", "sha1", "sha256"):
        digest = hashlib.new(kind, content, usedforsecurity=False).hexdigest()
        file.with_name(f"{file.name}.{kind}").write_text(digest)
