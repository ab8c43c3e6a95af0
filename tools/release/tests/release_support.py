"""The files of the release in dist/release, also those inside jars, wheels and packages."""

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
RELEASE = ROOT / "dist/release"
VERSION = subprocess.run([ROOT / "tools/version"], capture_output=True, text=True, check=True).stdout.strip()


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """All files below a folder by name, and those of its archives."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from unpacked(str(path.relative_to(folder)), path)


def unpacked(name: str, path: Path) -> Iterator[tuple[str, bytes]]:
    """A file, or the files of an archive. A bundle inside a wheel is opened too."""
    if path.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", path]
        content = subprocess.run(command, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for each in archive.getmembers():
                if each.isfile():
                    yield f"{name}!{each.name}", archive.extractfile(each).read()
    else:
        yield from entries(name, path.read_bytes())


def entries(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """A file, or the entries of a zip file and of those inside."""
    if not content.startswith(b"PK\x03\x04"):
        yield name, content
        return
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for each in archive.namelist():
            yield from entries(f"{name}!{each}", archive.read(each))


def engines() -> list[Path]:
    """The engine for each processor."""
    return sorted(RELEASE.glob("headwater-engine-*"))
