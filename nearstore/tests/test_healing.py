"""Modules that an engine has lost are loaded again, whichever stages of a pipeline they belong to."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest
from headwater.embedded import engine as embedded

from headwater_swift.execution.engine_stream import EngineStream
from headwater_swift.wire.engine import Engine, memory_file
from headwater_swift.wire.errors import StorletError
from storlet_support import READER, Store, await_true, module, run_headers

STAGES = ("many", "second", "third")
TEXT = b"name,secret\n"


def variant(name: str) -> bytes:
    """The storlet `many` with a custom section that contains `name`, which makes it another module."""
    if name == "many":
        return module("many")
    content = bytes([len(name)]) + name.encode()
    return module("many") + bytes([0, len(content)]) + content


def sha256(name: str) -> str:
    return hashlib.sha256(variant(name)).hexdigest()


@pytest.fixture(scope="module")
def pipeline(module_store: Store) -> Store:
    """A store with three storlets of different modules and an object."""
    for name in STAGES[1:]:
        module_store.owner.send_ok("PUT", f"/storlet/{name}", data=variant(name))
    module_store.owner.send_ok("PUT", "/box/one", data=TEXT)
    return module_store


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_a_pipeline_runs_after_the_cache_was_emptied(pipeline: Store, on_proxy):
    pipeline.forget_modules()
    headers = {"X-Storlet-Run-On-Proxy": on_proxy}
    assert pipeline.owner.run("/box/one", ",".join(STAGES), headers, do="upper") == TEXT.upper()


@pytest.mark.parametrize("evicted", STAGES)
def test_a_pipeline_runs_after_one_stage_was_evicted(pipeline: Store, evicted):
    pipeline.owner.run("/box/one", ",".join(STAGES), do="upper")
    pipeline.forget_modules(sha256(evicted))
    assert pipeline.owner.run("/box/one", ",".join(STAGES), do="upper") == TEXT.upper()


def test_a_write_runs_after_the_cache_was_emptied(pipeline: Store):
    pipeline.forget_modules()
    headers = run_headers(",".join(STAGES), do="upper")
    pipeline.owner.send_ok("PUT", "/box/two", data=TEXT, headers=headers)
    assert pipeline.owner.send_ok("GET", "/box/two").content == TEXT.upper()


def test_a_required_and_a_requested_storlet_are_both_loaded_again(pipeline: Store):
    required = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}
    headers = {"X-Container-Storlet-Policy": json.dumps({"require": [required]}), "X-Container-Read": READER}
    pipeline.owner.send_ok("PUT", "/cards", headers=headers)
    pipeline.owner.send_ok("PUT", "/cards/one", data=TEXT)
    pipeline.forget_modules()
    hidden = TEXT.replace(b"secret", b"******").upper()
    assert pipeline.reader.run("/cards/one", "second", do="upper") == hidden
    pipeline.forget_modules(sha256("second"))
    assert pipeline.reader.run("/cards/one", "second", do="upper") == hidden


@pytest.mark.server
def test_an_engine_that_keeps_one_module_ends_the_loads(tmp_path: Path):
    """Each load evicts the other stage's module, so the pipeline can never run."""
    tmp_path.chmod(0o755)
    socket, log = tmp_path / "socket", tmp_path / "log"
    command = [embedded.shipped(embedded.PROGRAM), "serve", "--socket", socket, "--cache", tmp_path / "cache"]
    command += ["--cache-size", "0", "--ready", "1"]
    command += embedded.unprivileged()
    with log.open("wb") as output, subprocess.Popen(command, stderr=output) as process:
        try:
            await_true(lambda: process.poll() is not None or b"serving" in log.read_bytes())
            loaded = _run_to_its_error(Engine(str(socket), 60))
        finally:
            process.terminate()
    assert loaded == [0, 1, 0, 1]


def _run_to_its_error(engine: Engine) -> list[int]:
    """The stages that were loaded until the request failed."""
    loaded: list[int] = []

    def load(stage: int) -> str:
        loaded.append(stage)
        content = variant(STAGES[stage])
        descriptor = memory_file("module", content)
        try:
            return engine.load("AUTH_test", descriptor, len(content), "tx")
        finally:
            os.close(descriptor)

    stages = [{"storlet": name, "module": sha256(name)} for name in STAGES[:2]]
    source = {"descriptor": 0, "kind": "file", "length": len(TEXT)}
    request = {"op": "run", "tenant": "AUTH_test", "stages": stages, "input": source}
    stream = EngineStream(engine, request, [memory_file("object", TEXT)], load)
    try:
        with pytest.raises(StorletError, match=f"lost the module {sha256('many')} of stage 0"):
            stream.read_within(60)
    finally:
        stream.close()
    return loaded
