"""The filter `storlets` refuses places in a pipeline where it would not see what users see."""

from pathlib import Path

import pytest

from headwater_swift.filters import storlets

SAFE = (
    "gatekeeper cache s3api authtoken users storlets copy slo dlo symlink storlets_guard keymaster encryption"
)
SECTIONS = {
    "cache": "use = egg:swift#memcache",
    "users": "use = egg:swift#tempauth",
    "authtoken": "paste.filter_factory = keystonemiddleware.auth_token:filter_factory",
    "storlets": "use = egg:headwater_swift#storlets",
    "again": "use = egg:headwater_swift#storlets",
    "storlets_guard": "use = egg:headwater_swift#storlets_guard",
}


def load(folder: Path, pipeline: str, execution_server: str = "proxy", server: str = "proxy") -> None:
    lines = [f"[pipeline:main]\npipeline = {pipeline} last\n[app:last]\nuse = egg:swift#{server}"]
    lines += [
        f"[filter:{name}]\n{SECTIONS.get(name, f'use = egg:swift#{name}')}" for name in set(pipeline.split())
    ]
    path = folder / "server.conf"
    path.write_text("\n".join(lines))
    storlets({"__file__": str(path)}, execution_server=execution_server)


def moved(name: str, before: str) -> str:
    names = [each for each in SAFE.split() if each != name]
    names.insert(names.index(before), name)
    return " ".join(names)


def test_the_documented_place_is_accepted(tmp_path: Path) -> None:
    load(tmp_path, SAFE)
    load(tmp_path, "healthcheck recon storlets", "object", "object")


def test_without_a_file_nothing_is_checked() -> None:
    storlets({}, execution_server="proxy")


@pytest.mark.parametrize("name", ["gatekeeper", "cache", "s3api", "authtoken", "users"])
def test_storlets_before_what_identifies_a_request_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} comes after storlets"):
        load(tmp_path, moved("storlets", name))


@pytest.mark.parametrize("name", ["copy", "slo", "dlo", "symlink", "keymaster", "encryption"])
def test_storlets_behind_what_makes_an_objects_content_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} comes before storlets"):
        load(tmp_path, moved(name, "storlets"))


@pytest.mark.parametrize("other", ["storlets", "again"])
def test_storlets_twice_is_refused(tmp_path: Path, other: str) -> None:
    with pytest.raises(ValueError, match="more than once"):
        load(tmp_path, f"{SAFE} {other}")


@pytest.mark.parametrize(("execution_server", "server"), [("object", "proxy"), ("proxy", "object")])
def test_the_filter_of_another_server_is_refused(tmp_path: Path, execution_server: str, server: str) -> None:
    with pytest.raises(ValueError, match=f"set it to '{server}'"):
        load(tmp_path, "storlets", execution_server, server)
