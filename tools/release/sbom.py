"""Writes the SBOM of the engine and the storlets in CycloneDX's format: sbom.py FILE.

It lists the crates that are linked into them, on all platforms: neither those of tests nor those of build scripts.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parents[2]


def main(file: Path) -> None:
    """Write the document, which is the same for the same crates."""
    packages = list(linked())
    bom = Bom(components=[component(each) for each in packages if each["source"]])
    version = next(each["version"] for each in packages if each["name"] == "headwater-engine")
    own = Component(
        name="headwater-engine", version=version, type=ComponentType.APPLICATION, bom_ref="headwater-engine"
    )
    bom.metadata.component = own
    bom.register_dependency(own, bom.components)
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    document["metadata"].pop("timestamp", None)
    document.pop("serialNumber", None)
    file.write_text(json.dumps(document, indent=2, sort_keys=True) + "\n")


def linked() -> Iterator[dict]:
    """The packages of `cargo metadata` that the engine and the storlets link, with themselves."""
    metadata = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1"))
    packages = {each["id"]: each for each in metadata["packages"]}
    needs = {node["id"]: list(normal(node)) for node in metadata["resolve"]["nodes"]}
    names = {f"{each.name}-storlet" for each in (ROOT / "engine/storlets").iterdir()} | {"headwater-engine"}
    waiting = [key for key, each in packages.items() if each["name"] in names and not each["source"]]
    seen = set(waiting)
    while waiting:
        key = waiting.pop()
        yield packages[key]
        new = [each for each in needs[key] if each not in seen]
        seen.update(new)
        waiting.extend(new)


def normal(node: dict) -> Iterator[str]:
    """The dependencies of a package that are not only for its tests or its build."""
    for each in node["deps"]:
        if any(kind["kind"] is None for kind in each["dep_kinds"]):
            yield each["pkg"]


def component(package: dict) -> Component:
    """A crate of the registry."""
    licence = " ".join((package["license"] or "").replace("/", " OR ").split())
    purl = PackageURL("cargo", None, package["name"], package["version"])
    return Component(
        name=package["name"],
        version=package["version"],
        purl=purl,
        bom_ref=str(purl),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else (),
    )


def run(*command: str) -> str:
    """The output of a command in the engine's folder."""
    return subprocess.run(
        command, cwd=ROOT / "engine", capture_output=True, text=True, check=True
    ).stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
