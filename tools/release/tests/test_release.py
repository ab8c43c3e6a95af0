"""The release that `make dist` wrote is complete, and names neither this machine nor its folders."""

import hashlib
import json
import re
import subprocess
import tarfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from release_support import RELEASE, ROOT, VERSION, engines, entries, files

POM = "{http://maven.apache.org/POM/4.0.0}"
JARS = sorted(each.name for each in (RELEASE / "maven/io/headwater").iterdir())
GLIBC = re.compile(r"GLIBC_(\d+)\.(\d+)")


def build_paths() -> list[bytes]:
    """Of the checkout, and of the folders in which compilers and libraries are."""
    folders = [ROOT, *(Path.home() / name for name in (".cargo", ".m2", ".rustup"))]
    return [f"{folder}/".encode() for folder in folders]


def with_paths(found: list[tuple[str, bytes]]) -> list[str]:
    return [name for name, content in found if any(path in content for path in build_paths())]


def test_the_checksums_are_those_of_all_files() -> None:
    listed = dict(
        reversed(line.split("  ", 1)) for line in (RELEASE / "SHA256SUMS").read_text().splitlines()
    )
    found = {
        str(path.relative_to(RELEASE)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in RELEASE.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert listed == found


def test_operators_get_all_files_of_ansible_kubernetes_and_monitoring() -> None:
    folders = [ROOT / "nearstore" / name for name in ("ansible", "kubernetes", "monitoring")]
    listed = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    with tarfile.open(RELEASE / "headwater-operate.tar.gz") as archive:
        names = {f"nearstore/{each.name}" for each in archive if each.isfile()}
    assert names == set(listed.stdout.split())


def test_no_file_names_a_folder_of_this_machine() -> None:
    assert not with_paths(list(files(RELEASE)))


def test_a_planted_path_is_found() -> None:
    assert with_paths(list(entries("program", b"\x7fELF" + bytes(ROOT / "engine")))) == ["program"]


@pytest.mark.parametrize("engine", engines(), ids=lambda path: path.name)
def test_the_engine_needs_no_newer_glibc_than_its_wheel_says(engine: Path) -> None:
    shown = subprocess.run(["readelf", "-W", "-V", engine], capture_output=True, text=True, check=True).stdout
    needed = max((int(major), int(minor)) for major, minor in GLIBC.findall(shown))
    processor = engine.name.removeprefix("headwater-engine-")
    (wheel,) = RELEASE.glob(f"wheels/headwater-{VERSION}-py3-none-manylinux_*_{processor}.whl")
    assert needed <= tuple(map(int, re.search(r"manylinux_(\d+)_(\d+)_", wheel.name).groups()))


def test_there_is_an_engine_for_each_processor() -> None:
    machines = {}
    for engine in engines():
        shown = subprocess.run(["readelf", "-h", engine], capture_output=True, text=True, check=True).stdout
        machines[engine.name] = re.search(r"Machine:\s+(.*)", shown)[1]
    assert machines == {
        "headwater-engine-aarch64": "AArch64",
        "headwater-engine-x86_64": "Advanced Micro Devices X86-64",
    }


@pytest.mark.parametrize("name", JARS)
def test_a_public_maven_repository_accepts_the_jar(name: str) -> None:
    folder = RELEASE / "maven/io/headwater" / name / VERSION
    pom = ElementTree.parse(folder / f"{name}-{VERSION}.pom").getroot()
    for member in ("name", "description", "url", "licenses/{}license/{}url", "developers/{}developer/{}email"):
        assert pom.findtext(POM + member.replace("{}", POM)), member
    assert pom.findtext(f"{POM}scm/{POM}connection")
    for end in (".jar", "-sources.jar", "-javadoc.jar", ".pom"):
        file = folder / f"{name}-{VERSION}{end}"
        assert file.with_name(f"{file.name}.sha1").read_text() == hashlib.sha1(file.read_bytes()).hexdigest()


def test_every_class_of_the_hadoop_jar_has_its_source() -> None:
    folder = RELEASE / "maven/io/headwater/headwater-hadoop" / VERSION
    jar = dict(entries("", (folder / f"headwater-hadoop-{VERSION}.jar").read_bytes()))
    sources = dict(entries("", (folder / f"headwater-hadoop-{VERSION}-sources.jar").read_bytes()))
    classes = {each for each in jar if each.startswith("!io/headwater/") and each.endswith(".class")}
    own = {each for each in classes if "/shaded/" not in each and "$" not in each}
    assert len(own) > 100
    assert not {each.replace(".class", ".java") for each in own} - set(sources)


def test_each_component_of_the_sboms_has_its_licence() -> None:
    text = (RELEASE / "LICENSES-third-party.txt").read_text()
    for name, least in {"jars": 30, "engine": 150}.items():
        found = json.loads((RELEASE / f"sbom/headwater-{name}.cdx.json").read_text())
        own = [each for each in found["components"] if each.get("group") != "io.headwater"]
        assert len(own) >= least
        assert not [each["purl"] for each in own if f"{each['name']} {each['version']}  " not in text]


def test_each_jar_and_wheel_contains_the_licences() -> None:
    packed = [*RELEASE.glob("wheels/*.whl"), *RELEASE.glob(f"maven/**/*-{VERSION}.jar")]
    assert len(packed) == len(JARS) + 4
    for path in packed:
        names = {name.rpartition("/")[2] for name, _ in entries("", path.read_bytes())}
        assert names >= {"LICENSE", "NOTICE", "LICENSES-third-party.txt"}, path


@pytest.mark.parametrize("architecture", ["amd64", "arm64"])
def test_the_package_of_the_engine_has_its_unit_and_program(architecture: str, tmp_path: Path) -> None:
    package = RELEASE / f"headwater-engine_{VERSION}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    unit = (tmp_path / "usr/lib/systemd/system/headwater-engine.service").read_text()
    program = tmp_path / "usr/bin/headwater-engine"
    assert f"ExecStart=/{program.relative_to(tmp_path)} serve" in unit
    if architecture == "amd64":
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout.split()[-1] == VERSION
    subprocess.run(["dpkg-deb", "--control", package, tmp_path / "control"], check=True)
    for script in ("postinst", "prerm"):
        subprocess.run([tmp_path / "control" / script, "upgrade"], check=True)


def test_the_package_of_the_middleware_has_its_filters(tmp_path: Path) -> None:
    package = RELEASE / f"python3-headwater-swift_{VERSION}_all.deb"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path], check=True)
    modules = tmp_path / "usr/lib/python3/dist-packages"
    entry_points = (modules / f"headwater_swift-{VERSION}.dist-info/entry_points.txt").read_text()
    assert "storlets = headwater_swift.filters:storlets" in entry_points
    assert (modules / "headwater_swift/filters.py").is_file()
