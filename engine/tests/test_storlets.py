"""Each shipped storlet in the engine, on small real objects and on bad ones."""

import gzip
import hashlib
import hmac
import json

import pytest

from inputs import jpeg, pdf

KEY = "a key for these tests"
ROWS = b'id,name,phone\n1,"Ann, A.",555-1\n2,Bob,555-2\n3,,\n'


def hashed(value: bytes) -> bytes:
    return hmac.new(KEY.encode(), value, hashlib.sha256).hexdigest().encode()


def test_grep(run):
    found = run("grep", b"the sea\r\nno\n\xff sea", "pattern=sea$")
    assert found.answer == b"the sea\n\xff sea\n"
    assert (found.counts["records_in"], found.counts["records_out"]) == (3, 2)


def test_the_splits_of_grep(run):
    obj = b"sea one\nno\nsea two\n\nsea three"
    parts = [f"{start}-{min(start + 6, len(obj) - 1)}" for start in range(0, len(obj), 7)]
    union = b"".join(run("grep", obj, "pattern=sea", split=part).answer for part in parts)
    assert union == b"sea one\nsea two\nsea three\n"


def test_jsonl(run):
    obj = b'{"id":1,"at":{"x":2.50,"y":"a"}}\n{"id":2,"at":{"x":7}}\nno object\n{"id":3}\n'
    predicate = {"column": "/at/x", "type": "double", "op": "lt", "value": "5"}
    parameters = (f"selection={json.dumps(predicate)}", 'columns=["/id","/at/x"]')
    found = run("jsonl", obj, *parameters)
    assert found.answer == b'{"id":1,"at":{"x":2.50}}\nno object\n'
    assert (found.counts["records_in"], found.counts["records_out"]) == (4, 2)


def test_sample(run):
    lines = [b"%d\n" % number for number in range(1000)]
    obj = b"".join(lines)
    assert run("sample", obj, "first=3").answer == b"0\n1\n2\n"
    assert run("sample", obj, "every=400").answer == b"0\n400\n800\n"
    whole = run("sample", obj, "fraction=0.1", "seed=7").answer
    assert 50 < whole.count(b"\n") < 150
    halves = [run("sample", obj, "fraction=0.1", "seed=7", split=part).answer for part in ("0-1999", "2000-")]
    assert b"".join(halves) == whole


@pytest.mark.parametrize("form", ["gzip", "zstd"])
def test_what_was_compressed_comes_back(run, form):
    obj = b"".join(b"%d,%d\n" % (number, number * number) for number in range(30_000))
    small = run("compress", obj, f"format={form}").answer
    assert len(small) < len(obj) / 2
    assert run("decompress", small).answer == obj
    if form == "gzip":
        assert gzip.decompress(small) == obj


def test_gzip_of_another_program(run):
    two = gzip.compress(b"one ") + gzip.compress(b"two")
    assert run("decompress", two).answer == b"one two"


def test_stats(run):
    report = json.loads(run("stats", ROWS, "header=true").answer)
    name = {
        "name": "name",
        "count": 2,
        "nulls": 1,
        "unsure": 0,
        "distinct": 2,
        "values": ["Ann, A.", "Bob"],
        "min": "Ann, A.",
        "max": "Bob",
    }
    assert (report["rows"], report["columns"][1]) == (3, name)


def test_redact(run):
    parameters = ("columns=3", "header=true", "hash=1", f"key={KEY}", "truncate=2:3")
    ann, bob = hashed(b"Ann, A."), hashed(b"Bob")
    expected = b"id,name,phone\n1,%s,555\n2,%s,555\n3,,\n" % (ann, bob)
    assert run("redact", ROWS, *parameters).answer == expected


def test_image_meta(run):
    read = run("image-meta", jpeg())
    assert json.loads(read.answer) == {"Make": "Headwater", "Orientation": 6}
    assert read.counts["metadata"] == {"exif-make": "Headwater", "exif-orientation": "6"}


def test_pdf_text(run):
    pages = run("pdf-text", pdf("The open sea", "Page two")).answer.decode().split("\f")
    assert [page.strip() for page in pages] == ["The open sea", "Page two", ""]


def test_a_pipeline_of_runs(run):
    small = gzip.compress(ROWS)
    rows = run("redact", run("decompress", small).answer, "columns=3", "drop=1,2", "header=true").answer
    found = run("grep", rows, "pattern=^[0-9]").answer
    assert gzip.decompress(run("compress", found, "format=gzip").answer) == b"1\n2\n3\n"


EMPTY = {
    "grep": ["pattern=a"],
    "jsonl": ['columns=["/a"]'],
    "sample": ["fraction=1"],
    "redact": ["columns=1", "drop=0"],
}


@pytest.mark.parametrize("storlet", EMPTY)
def test_of_nothing_nothing_is_left(run, storlet):
    nothing = run(storlet, b"", *EMPTY[storlet])
    assert (nothing.code, nothing.answer) == (0, b"")


BAD = {
    "truncated gzip": ("decompress", gzip.compress(b"sea" * 1000)[:-9], [], "the gzip data is broken"),
    "no archive": ("decompress", b"plain", [], "not gzip, zstd or bzip2"),
    "an empty archive": ("decompress", b"", [], "the object is empty"),
    "no image": ("image-meta", b"GIF89a", [], "not a readable JPEG"),
    "a cut image": ("image-meta", jpeg()[:30], [], "not a readable JPEG"),
    "an empty image": ("image-meta", b"", [], "not a readable JPEG"),
    "no PDF": ("pdf-text", b"plain", [], "not a readable PDF"),
    "a cut PDF": ("pdf-text", pdf("text")[:300], [], "not a readable PDF"),
    "a PDF of an unknown font": (
        "pdf-text",
        pdf("text", font="F9"),
        [],
        "the PDF is broken, or of an unsupported kind",
    ),
    "an empty PDF": ("pdf-text", b"", [], "the object is empty"),
    "a ragged row": ("redact", b"1,secret,3\n", ["columns=2", "drop=1"], "it has 3 columns"),
    "a quote that is not ended": (
        "redact",
        b'"1,secret\n',
        ["columns=2", "drop=1"],
        "does not end on its line",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_objects_fail_with_a_reason(run, case):
    storlet, obj, parameters, reason = BAD[case]
    failed = run(storlet, obj, *parameters)
    assert failed.code == 1
    assert reason in failed.log
    assert "panicked" not in failed.log
    assert "secret" not in failed.log + failed.answer.decode()


def test_a_line_longer_than_the_memory_is_reported(run):
    failed = run("grep", b"x" * (140 << 20), "pattern=y")
    assert failed.code == 1
    assert "memory" in failed.log


def test_a_long_line_is_one(run):
    found = run("grep", b"a\n" + b"x" * (20 << 20), "pattern=^x+$", "max=1")
    assert len(found.answer) == (20 << 20) + 1


@pytest.mark.parametrize("storlet", ["decompress", "image-meta", "pdf-text"])
def test_what_needs_the_whole_object_refuses_a_range(run, storlet):
    refused = run(storlet, gzip.compress(b"sea"), split="3-9")
    assert refused.code == 64
    assert "leave the range out" in refused.log
