"""The protocol's golden cases and the manifest's schema."""

import copy
import json
import re
from pathlib import Path

import jsonschema
import pytest

from headwater.core.manifest import MAXIMUM_LENGTH, Fault, ManifestError, parse
from headwater.core.names import protocol_name, tag
from headwater.core.snapshot import _Documents
from headwater.core.state import StoredObject, compute

PROTOCOL = Path(__file__).resolve().parents[2] / "protocol"
CASES = sorted((PROTOCOL / "golden").glob("*.json"))
SCHEMA = json.loads((PROTOCOL / "manifest.schema.json").read_text(encoding="utf-8"))
KEYS = json.loads((PROTOCOL / "golden-keys" / "keys.json").read_text(encoding="utf-8"))["keys"]
MEMBERS = json.loads((PROTOCOL / "golden-members" / "members.json").read_text(encoding="utf-8"))
MARKERS = json.loads((PROTOCOL / "golden-markers" / "markers.json").read_text(encoding="utf-8"))["cases"]
PLACES = [("entries", 1), ("removed", 1), ("removed", 2), ("excluded", 1)]
"""Where a manifest may have a key, with the manifest's format."""

VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def load(case: Path) -> dict:
    return json.loads(case.read_text(encoding="utf-8"))


def contents(case: dict) -> dict[str, bytes]:
    """The bodies in the case, by key."""
    documents = {each["key"]: json.dumps(each["document"]) for each in case["objects"] if "document" in each}
    texts = {each["key"]: each["text"] for each in case["objects"] if "text" in each}
    return {key: body.encode() for key, body in (documents | texts).items()}


def state_of(case: dict):
    """The state as computed by a reader that lists the complete store."""
    folder = f"{case['root']}/" if case["root"] else ""
    fields = ("key", "etag", "length", "modified")
    objects = [StoredObject(*(each[name] for name in fields)) for each in case["objects"]]
    return compute(folder, objects, contents(case))


def test_the_example_of_the_protocol_is_a_manifest_whose_names_follow_its_rules():
    page = (PROTOCOL / "PROTOCOL.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```json\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    VALIDATOR.validate(json.loads(example))
    manifest = parse("sales/_SUCCESS", protocol_name("sales/_SUCCESS"), example.encode())
    assert manifest.tag == tag("sales")
    assert f"/part-00000-attempt_manifest-{manifest.tag}-{manifest.job}_" in manifest.entries[0].key


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_state_is_the_expected_one(path):
    check_state(load(path))


def check_state(case: dict) -> None:
    expected = case["expected"]
    if "error" in expected:
        with pytest.raises(ManifestError) as caught:
            state_of(case)
        assert (caught.value.fault, caught.value.key) == (expected["error"], expected["object"])
        assert expected["object"] in str(caught.value)
        return
    state = state_of(case)
    assert sorted(state.entries) == expected["entries"]
    assert sorted(each.key for each in state.foreign) == expected["foreign"]
    assert sorted(each.key for each in state.orphans) == expected["orphans"]
    etags = {key: state.entries[key].etag for key in expected.get("etags", ())}
    assert etags == expected.get("etags", {})


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_order_of_the_listing_does_not_matter(path):
    case = load(path)
    if "error" in case["expected"]:
        return
    forward = state_of(case)
    backward = state_of(case | {"objects": case["objects"][::-1]})
    assert forward.entries == backward.entries
    assert forward.orphans == backward.orphans[::-1]


@pytest.mark.parametrize("golden", MARKERS, ids=lambda golden: golden["description"])
def test_a_folders_marker_is_no_file(golden):
    objects = [StoredObject(each["key"], "x", each["length"], 0) for each in golden["objects"]]
    state = compute("data/sales/", objects, dict.fromkeys((each.key for each in objects), b""))
    assert sorted(each.key for each in state.foreign) == golden["files"]


def test_there_are_cases():
    assert len(CASES) > 40


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_manifests_of_cases_are_valid_unless_the_case_is_about_a_broken_one(path):
    case = load(path)
    broken = case["expected"].get("object")
    for each in case["objects"]:
        if "document" in each:
            valid = VALIDATOR.is_valid(each["document"])
            # A schema cannot check that a document contradicts its name.
            assert valid or each["key"] == broken, list(VALIDATOR.iter_errors(each["document"]))


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def set_at(document: dict, path: str, value: object) -> dict:
    """A copy with one member set, or removed by None. A number in the path is an index."""
    changed = copy.deepcopy(document)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    place = changed
    for step in parents:
        place = place[step]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("name", "another/1"),
        ("success", False),
        ("timestamp", "2026"),
        ("metrics/requests", 1.5),
        ("diagnostics", {"stage": 1}),
        ("filenames", ["no/slash"]),
        ("filenames", ["/x"] * 101),
        ("headwater", None),
        ("headwater/format", 3),
        ("headwater/kind", "other"),
        ("headwater/id", "1"),
        ("headwater/tag", "ABCDEF012345"),
        ("headwater/job/id", None),
        ("headwater/job/user", 7),
        ("headwater/folded", None),
        ("headwater/removed", ["only/of/deltas"]),
        ("headwater/entries/0/added", "20260101T000000000Z-" + "1" * 32),
        ("headwater/excluded", [{"key": "x", "etag": "y"}]),
        ("headwater/replaced", {"id": "1", "etag": "x"}),
        ("headwater/summary/bytes", -1),
        ("headwater/entries/0/key", "/leading/slash"),
        ("headwater/entries/0/etag", '"quoted"'),
        ("headwater/entries/0/length", None),
        ("headwater/entries/0/rows", "10"),
        ("headwater/entries/0/partition", {"a": 1}),
        ("headwater/entries/0/columns", {"a": {"nulls": -1}}),
        ("headwater/entries/0/columns", {"a": {"min": 1}}),
    ],
)
def test_the_schema_refuses(path, value):
    case = load(PROTOCOL / "golden" / "base-only.json")
    document = next(each["document"] for each in case["objects"] if "document" in each)
    assert VALIDATOR.is_valid(document)
    assert not VALIDATOR.is_valid(set_at(document, path, value))


@pytest.mark.parametrize("golden", KEYS, ids=lambda golden: ascii(golden["key"]))
@pytest.mark.parametrize(("place", "number"), PLACES)
def test_a_manifest_may_have_a_key(golden, place, number):
    case = load(PROTOCOL / "golden" / "base-only.json")
    document = next(each["document"] for each in case["objects"] if "document" in each)
    key = golden["key"]
    removed = key if number == 1 else {"key": key, "etag": "x", "added": "y"}
    values = {"removed": removed, "excluded": {"key": key, "etag": "x", "modified": 1}}
    document["headwater"]["format"] = number
    if place == "entries":
        document = set_at(document, "headwater/entries/0/key", key)
    else:
        document["headwater"][place] = [values[place]]
    valid = golden["excluded" if place == "excluded" else "entry"]
    name = protocol_name("data/sales/_SUCCESS")
    if valid:
        assert parse("data/sales/_SUCCESS", name, json.dumps(document).encode())
    else:
        with pytest.raises(ManifestError, match="data/sales/_SUCCESS") as caught:
            parse("data/sales/_SUCCESS", name, json.dumps(document).encode())
        assert caught.value.fault is Fault.CORRUPT
    if place != "removed" and "\ud800" not in key and "\udc00" not in key:
        assert VALIDATOR.is_valid(document) is valid


def document_of(manifest: dict) -> dict:
    """A document with this member `headwater`, and the members for Hadoop's tools."""
    case = load(PROTOCOL / "golden" / "base-only.json")
    return next(each["document"] for each in case["objects"] if "document" in each) | {"headwater": manifest}


def parsed(document: dict, like: dict):
    """The parsed document at the key of another manifest."""
    key = "data/sales/_SUCCESS" + (f".delta.{like['id']}" if like["kind"] == "delta" else "")
    return parse(key, protocol_name(key), json.dumps(document).encode())


@pytest.mark.parametrize("manifest", MEMBERS["manifests"], ids=lambda manifest: manifest["kind"])
def test_a_manifest_with_every_member_is_read(manifest):
    document = document_of(manifest)
    assert parsed(document, manifest)
    assert VALIDATOR.is_valid(document)


@pytest.mark.parametrize("golden", MEMBERS["members"], ids=lambda golden: golden["member"])
@pytest.mark.parametrize("manifest", MEMBERS["manifests"], ids=lambda manifest: manifest["kind"])
def test_a_manifest_without_a_member_is_read_unless_that_is_required(golden, manifest):
    document = set_at(document_of(manifest), f"headwater/{golden['member']}", None)
    assert VALIDATOR.is_valid(document) is not golden["required"]
    if not golden["required"]:
        assert parsed(document, manifest)
        return
    with pytest.raises(ManifestError, match="data/sales/_SUCCESS") as caught:
        parsed(document, manifest)
    assert caught.value.fault is Fault.CORRUPT


@pytest.mark.parametrize("golden", MEMBERS["values"], ids=str)
def test_a_manifest_with_a_wrong_value_is_corrupt(golden):
    base = MEMBERS["manifests"][0]
    with pytest.raises(ManifestError, match="data/sales/_SUCCESS") as caught:
        parsed(set_at(document_of(base), f"headwater/{golden['member']}", golden["value"]), base)
    assert caught.value.fault is Fault.CORRUPT


def test_a_manifest_that_is_too_long_is_not_read():
    class Unread:
        name = "lake"

        def get(self, seen):
            raise AssertionError(f"{seen} was read")

    long = StoredObject("data/sales/_SUCCESS", "x", MAXIMUM_LENGTH + 1, 0)
    with pytest.raises(ManifestError, match="data/sales/_SUCCESS: it has 536,870,913 bytes"):
        _Documents(Unread(), [long])[long.key]


def test_a_tag_is_of_the_roots_key_without_its_slash():
    # printf %s data/sales | sha256sum; printf %s '' | sha256sum
    assert tag("data/sales/") == tag("data/sales") == "f296b0acfce5"
    assert tag("") == "e3b0c44298fc"
