"""Writes the licences of all software in the jars, the engine and the storlets: licences.py FILE JAVA RUST.

JAVA and RUST are SBOMs. The texts are those in the packages themselves: the jars of Maven's local repository and the
crates of Cargo's. A text that several packages have is printed once.
"""

import json
import re
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from sbom import linked

TEXT = re.compile(r"(?:^|/)(?:LICEN[CS]E|NOTICE|COPYING|COPYRIGHT|UNLICENSE)[^/]*$", re.IGNORECASE)
RULE = "=" * 100
HEAD = """Headwater's jars contain, and its engine and storlets link, the software below. The engine and the storlets also
link Rust's standard library (MIT OR Apache-2.0, https://www.rust-lang.org), the storlets its copy of wasi-libc (MIT).
Python's packages are not contained in the wheels: pip installs them with their own licences.
"""


def main(file: Path, java: Path, rust: Path) -> None:
    """Write the list of packages, then the texts."""
    rows, texts = [], defaultdict(list)
    crates = {(each["name"], each["version"]): Path(each["manifest_path"]).parent for each in linked()}
    for component in components(java) + components(rust):
        name = f"{component.get('group', '')}:{component['name']} {component['version']}".lstrip(":")
        rows.append(f"{name}  {licence(component)}")
        crate = crates.get((component["name"], component["version"]))
        for text in in_crate(crate) if component["purl"].startswith("pkg:cargo/") else in_jar(component):
            texts[text].append(name)
    parts = [f"{RULE}\n{chr(10).join(sorted(names))}\n{RULE}\n\n{text}" for text, names in texts.items()]
    file.write_text("\n".join([HEAD, *sorted(rows), "", *sorted(parts)]) + "\n")


def components(sbom: Path) -> list[dict]:
    """The components of others in an SBOM."""
    found = json.loads(sbom.read_text())["components"]
    return [each for each in found if each.get("group") != "io.headwater"]


def licence(component: dict) -> str:
    """The licence that the package declares. ValueError if it declares none."""
    found = [each.get("expression") or name(each["license"]) for each in component.get("licenses", ())]
    if not found:
        raise ValueError(f"{component['purl']} declares no licence. Look it up, then leave the package out or name it")
    return " AND ".join(found)


def name(licence: dict) -> str:
    return licence.get("id") or licence["name"]


def in_crate(folder: Path) -> Iterator[str]:
    """The texts in a crate's folder."""
    for file in sorted(folder.iterdir()):
        if file.is_file() and TEXT.search(file.name) and file.suffix not in (".rs", ".toml"):
            yield clean(file.read_bytes())


def in_jar(component: dict) -> Iterator[str]:
    """The texts in a jar of Maven's local repository."""
    group, name, version = component["group"], component["name"], component["version"]
    folder = Path.home() / ".m2/repository" / group.replace(".", "/") / name / version
    with zipfile.ZipFile(folder / f"{name}-{version}.jar") as jar:
        for each in sorted(jar.namelist()):
            if TEXT.search(each) and not each.endswith(".class") and each.count("/") < 3:
                yield clean(jar.read(each))


def clean(text: bytes) -> str:
    """A text with the same line ends in every package."""
    return "\n".join(line.rstrip() for line in text.decode(errors="replace").splitlines()).strip("\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
