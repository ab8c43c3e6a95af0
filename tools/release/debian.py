"""Builds the Debian packages of the engine and of the middleware: debian.py RELEASE VERSION GLIBC.

RELEASE has the engines, the storlets and the wheels. dpkg-deb gives all files root as their owner, and the time
of SOURCE_DATE_EPOCH.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = Path(__file__).parent / "debian"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
MAINTAINER = "Headwater maintainers <maintainers@headwater.example>"
ENGINE = "The engine that runs storlets inside an OpenStack Swift"
MIDDLEWARE = "The OpenStack Swift middleware that runs storlets beside the objects"


def main(release: Path, version: str, glibc: str) -> None:
    """Build a package of the engine for each architecture, and one of the middleware."""
    for engine in sorted(release.glob("headwater-engine-*")):
        architecture = ARCHITECTURES[engine.name.removeprefix("headwater-engine-")]
        with tempfile.TemporaryDirectory() as folder:
            fill_engine(Path(folder), engine, release)
            control = {"Architecture": architecture, "Depends": f"libc6 (>= {glibc}), adduser"}
            package(Path(folder), release, "headwater-engine", version, control, ENGINE)
    (wheel,) = release.glob("wheels/headwater_swift-*.whl")
    with tempfile.TemporaryDirectory() as folder:
        modules = Path(folder, "usr/lib/python3/dist-packages")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(modules)
        needs = "python3 (>= 3.11), python3-swift (>= 2.35), python3-eventlet, python3-jsonschema"
        control = {"Architecture": "all", "Depends": needs, "Recommends": "headwater-engine"}
        package(Path(folder), release, "python3-headwater-swift", version, control, MIDDLEWARE)


def fill_engine(folder: Path, engine: Path, release: Path) -> None:
    """The program, its unit for systemd, the storlets, and the scripts of its installation and removal."""
    for name, source in {
        "usr/bin/headwater-engine": engine,
        "usr/lib/systemd/system/headwater-engine.service": FILES / "headwater-engine.service",
        "DEBIAN/postinst": FILES / "postinst",
        "DEBIAN/prerm": FILES / "prerm",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, folder / name)
    shutil.copytree(release / "storlets", folder / "usr/share/headwater/storlets")
    documents = folder / "usr/share/doc/headwater-engine"
    documents.mkdir(parents=True)
    shutil.copy(release / "LICENSES-third-party.txt", documents)


def package(
    folder: Path, release: Path, name: str, version: str, control: dict[str, str], description: str
) -> None:
    """Pack a folder. Programs and scripts can be run, all other files can be read."""
    fields = {"Package": name, "Version": version, "Maintainer": MAINTAINER, "Section": "admin"}
    documents = folder / "usr/share/doc" / name
    documents.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / "LICENSE", documents / "copyright")
    lines = [f"{key}: {value}" for key, value in (fields | control | {"Description": description}).items()]
    (folder / "DEBIAN").mkdir(exist_ok=True)
    (folder / "DEBIAN/control").write_text("\n".join(lines) + "\n")
    for path in (folder, *folder.rglob("*")):
        executable = path.is_dir() or path.name in ("postinst", "prerm", "headwater-engine")
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (int(os.environ["SOURCE_DATE_EPOCH"]),) * 2)
    file = release / f"{name}_{version}_{control['Architecture']}.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(folder), str(file)]
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])
