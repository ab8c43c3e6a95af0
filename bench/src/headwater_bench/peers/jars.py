"""The peers' jars, which Maven fetches into the checkout's `.cache/peers`. They are not part of Headwater."""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater_bench.core.files import CACHE
from headwater_bench.peers.definitions import Peer

_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
_LOG_TAIL = -2000


def class_path(peer: Peer) -> list[Path]:
    """The peer's own jars, then Hadoop's. Fetched if they are missing. Raises HeadwaterError."""
    return [*own_jars(peer), *sorted((launcher.home() / "jars").glob("*.jar"))]


def own_jars(peer: Peer) -> list[Path]:
    """The peer's own jars. Fetched if they are missing. Raises HeadwaterError."""
    return [launcher.bundle()] if peer.is_headwater else sorted(_fetched(peer).glob("*.jar"))


def artifacts(name: str, coordinates: Sequence[str]) -> list[Path]:
    """Jars without their dependencies, as Maven's GROUP:ARTIFACT:VERSION. Fetched as `own_jars` are."""
    if not coordinates:
        return []
    alone = Peer(f"jars-of-{name}", name, "", {}, tuple(coordinates), ("*:*",))
    return sorted(_fetched(alone).glob("*.jar"))


def _fetched(peer: Peer) -> Path:
    """The folder with the jars. The project file next to it records the artifacts they were fetched for."""
    project, jars = CACHE / f"{peer.name}.xml", CACHE / peer.name
    wanted = _project(peer)
    if jars.is_dir() and project.is_file() and project.read_bytes() == wanted:
        return jars
    shutil.rmtree(jars, ignore_errors=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    project.write_bytes(wanted)
    part = jars.with_suffix(".part")
    run_maven("-f", str(project), _COPY, f"-DoutputDirectory={part}")
    part.rename(jars)
    return jars


def run_maven(*arguments: str, folder: Path | None = None) -> None:
    """Run Maven with some arguments in a folder. HeadwaterError if it is missing or fails."""
    program = shutil.which("mvn")
    if program is None:
        raise HeadwaterError("no mvn is on the PATH", advice="Install Maven: it fetches the peers' jars.")
    command = [program, "-q", "--batch-mode", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"mvn {' '.join(arguments)} failed", detail=done.stdout[_LOG_TAIL:])


def _project(peer: Peer) -> bytes:
    """A Maven project that depends on the peer's artifacts."""
    project = ET.Element("project")
    own = {"modelVersion": "4.0.0", "groupId": "peers", "artifactId": peer.name, "version": "1"}
    _children(project, own | {"packaging": "pom"})
    dependencies = ET.SubElement(project, "dependencies")
    for artifact in peer.artifacts:
        dependency = ET.SubElement(dependencies, "dependency")
        _children(dependency, _coordinates(artifact))
        exclusions = ET.SubElement(dependency, "exclusions")
        for each in peer.exclusions:
            _children(ET.SubElement(exclusions, "exclusion"), _coordinates(each))
    return ET.tostring(project)


def _coordinates(artifact: str) -> dict[str, str]:
    """The elements of an artifact, or of an exclusion, which has no version."""
    return dict(zip(("groupId", "artifactId", "version"), artifact.split(":"), strict=False))


def _children(parent: ET.Element, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        ET.SubElement(parent, name).text = text
