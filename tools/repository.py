"""A Maven repository in a folder."""

import hashlib
import shutil
from pathlib import Path

POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>{group}</groupId>
  <artifactId>{name}</artifactId>
  <version>{version}</version>
  <dependencies>{dependencies}</dependencies>
</project>
"""


def publish(
    repository: Path,
    group: str,
    name: str,
    version: str,
    jar: Path,
    dependencies: str = "",
) -> None:
    """Copies one jar into the repository, with a description that names its dependencies, and their checksums."""
    folder = repository / group.replace(".", "/") / name / version
    folder.mkdir(parents=True, exist_ok=True)
    copy, pom = folder / f"{name}-{version}.jar", folder / f"{name}-{version}.pom"
    shutil.copy(jar, copy)
    pom.write_text(
        POM.format(group=group, name=name, version=version, dependencies=dependencies)
    )
    for file in (copy, pom):
        digest = hashlib.sha1(file.read_bytes(), usedforsecurity=False).hexdigest()
        file.with_name(f"{file.name}.sha1").write_text(digest)
