"""The sources of a jar, as a jar of the same content on every machine."""

import shutil
import zipfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
CONNECTOR = [
    ROOT / module / "src/main/java"
    for module in ("connector/store", "connector/commit", "connector/hadoop", "lakehouse")
]
SPARK = ROOT / "spark/src/main"
POM = "{http://maven.apache.org/POM/4.0.0}"
# The time of all entries, which zip files cannot omit.
TIME = (2026, 11, 20, 0, 0, 0)


def write_sources(jar: str, file: Path) -> None:
    """Write the sources of headwater-hadoop, or of a bundle such as headwater-bundle-4.2."""
    write_jar(file, source_folders(jar))


def source_folders(jar: str) -> list[Path]:
    """The folders that are compiled into a jar."""
    if not jar.startswith("headwater-bundle"):
        return CONNECTOR
    line = properties(jar.removeprefix("headwater-bundle").removeprefix("-"))
    shims = (line["spark.api"], line["spark.checkpoints"], f"scala-{line['scala.binary.version']}")
    folders = [SPARK / "java", SPARK / "scala", *(SPARK / "shims" / each for each in shims)]
    return [*CONNECTOR, *(each for each in folders if each.is_dir())]


def properties(line: str) -> dict[str, str]:
    """Maven's properties for a line of Spark: the project's, the module's and those of the line's profile."""
    parent = ElementTree.parse(ROOT / "pom.xml").getroot()
    module = ElementTree.parse(ROOT / "spark/pom.xml").getroot()
    profiles = module.findall(f"{POM}profiles/{POM}profile")
    named = [each for each in profiles if each.findtext(f"{POM}id") == f"spark-{line}"]
    elements = [each for project in (parent, module, *named) for each in project.find(f"{POM}properties")]
    return {each.tag.removeprefix(POM): each.text or "" for each in elements}


def with_texts(jar: Path, texts: list[Path], file: Path) -> None:
    """Copy a jar, and add texts such as its licence to META-INF/headwater."""
    shutil.copyfile(jar, file)
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive:
        for text in texts:
            add(archive, f"META-INF/headwater/{text.name}", text)


def write_jar(file: Path, folders: list[Path]) -> None:
    """Write all files below the folders into a jar. Of a path in two folders, the first counts."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file():
                found.setdefault(str(path.relative_to(folder)), path)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            add(archive, name, found[name])


def add(archive: zipfile.ZipFile, name: str, path: Path) -> None:
    """Add a file with the same time and rights on every machine."""
    entry = zipfile.ZipInfo(name, TIME)
    entry.external_attr = 0o644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, path.read_bytes())
