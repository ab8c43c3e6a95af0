"""Frames: the golden cases, which every reader's tests run, and an object server's padding."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from headwater_swift.wire.frames import (
    DATA,
    END,
    ERROR,
    MAX_PAYLOAD,
    METADATA,
    PADDING,
    BrokenAnswerError,
    Frame,
    FrameReader,
    make,
    padding,
)
from headwater_swift.wire.pace import ChunkFiller, Pace
from wrong_cases import assert_rejected, wrong_cases

GOLDEN = Path(__file__).parents[2] / "protocol" / "golden-frames"


def read(content: bytes) -> tuple[list[Frame], bool]:
    """The frames before the end or the first error, and whether there was no error."""
    chunks = iter([content])
    reader = FrameReader(lambda: next(chunks, b""))
    frames: list[Frame] = []
    try:
        while not (frames and frames[-1].last):
            frame = reader.read()
            frame.verify()
            frames.append(frame)
    except BrokenAnswerError:
        return frames, False
    return frames, True


@pytest.mark.parametrize("case", sorted(GOLDEN.glob("*.json")), ids=lambda path: path.stem)
def test_golden_frames_are_read_as_they_are_described(case):
    check(case, json.loads(case.read_text()))


@pytest.mark.parametrize(("path", "case"), wrong_cases("nearstore", "golden-frames"))
def test_wrong_golden_frames_are_rejected(path, case):
    assert_rejected(check, path, case)


def check(path: Path, expected: dict) -> None:
    content = path.with_suffix(".bin").read_bytes()
    frames, whole = read(content)
    described = [(each["type"].encode(), bytes.fromhex(each["payload_hex"])) for each in expected["frames"]]
    assert whole == expected["whole"]
    found = [(frame.type, frame.payload) for frame in frames]
    # Bytes after the last frame are detected before that frame is returned.
    assert found in ([described] if whole else [described, described[:-1]])
    if whole:
        assert b"".join(make(*each).raw for each in found) == content


@pytest.mark.parametrize("kind", [METADATA, DATA, PADDING, END, ERROR])
def test_damaged_data_is_forwarded_and_every_other_damaged_frame_is_not(kind):
    damaged = bytearray(make(kind, b"{}").raw)
    damaged[-1] ^= 1
    chunks = iter([bytes(damaged)])
    reader = FrameReader(lambda: next(chunks, b""))
    if kind == DATA:
        frame = reader.read()
        assert frame.raw == damaged
        with pytest.raises(BrokenAnswerError, match="checksum"):
            _ = frame.payload
    else:
        with pytest.raises(BrokenAnswerError, match="checksum"):
            reader.read()


def test_data_that_became_padding_is_not_left_out():
    damaged = b"P" + make(DATA, b"row").raw[1:]
    chunks = iter([damaged])
    with pytest.raises(BrokenAnswerError, match="checksum"):
        FrameReader(lambda: next(chunks, b"")).read()


@pytest.mark.parametrize("size", [9, 10, 4096, 65536, 9 + MAX_PAYLOAD, 10 + MAX_PAYLOAD, 3 * MAX_PAYLOAD])
def test_padding_has_the_size_that_is_wanted(size):
    frames, whole = read(padding(size) + make(b"E", b"{}").raw)
    assert whole
    assert {frame.type for frame in frames[:-1]} == {PADDING}
    assert len(padding(size)) == size


@pytest.mark.parametrize("sent", [0, 1, 100, 65526, 65527, 65528, 65535, 65536, 200_000])
@pytest.mark.parametrize("chunk", [65536, 4096, 2_000_000])
def test_padding_fills_the_chunk_that_a_proxy_reads(sent, chunk):
    filler = ChunkFiller(Pace(chunk, 10))
    filler.count(sent)
    filled = sent + len(filler.padding())
    assert filled % chunk == 0
    assert filled > sent


def test_the_pace_is_that_of_the_proxys_configuration():
    settings = SimpleNamespace(object_chunk_size=4096, node_timeout=10.0, recoverable_node_timeout=3.0)
    assert Pace.of_proxy(SimpleNamespace(_pipeline_final_app=settings)) == Pace(4096, 3.0)
    assert Pace.of_proxy(SimpleNamespace()) == Pace(65536, 10.0)
