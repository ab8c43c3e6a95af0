"""Runs storlets in the engine as the store does. `make storlets dist/headwater-engine` builds both."""

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = Path(os.environ.get("HEADWATER_ENGINE", ROOT / "dist/headwater-engine"))
STORLETS = ROOT / "dist/storlets"


@dataclass
class Outcome:
    """The result of a run: its exit code, the answer, and standard error."""

    code: int
    answer: bytes
    log: str

    @property
    def counts(self) -> dict:
        """The end frame, which is the last line of the log."""
        assert self.code == 0, self.log
        return json.loads(self.log.splitlines()[-1])


def engine(*arguments: str | Path, stdin: bytes | None = None) -> Outcome:
    """Run the engine's command line."""
    if not ENGINE.exists():
        pytest.fail(f"there is no {ENGINE}: build it by `make dist/headwater-engine`")
    done = subprocess.run([ENGINE, *arguments], input=stdin, capture_output=True, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr.decode(errors="replace"))


@pytest.fixture
def run(tmp_path):
    """Runs a shipped storlet (by name) or any module (by path) on an object."""

    def run(storlet: str | Path, obj: bytes, *parameters: str, split: str | None = None) -> Outcome:
        module = STORLETS / f"{storlet}.wasm" if isinstance(storlet, str) else storlet
        if not module.exists():
            pytest.fail(f"there is no {module}: build it by `make storlets`")
        file = tmp_path / "object"
        file.write_bytes(obj)
        options = [option for parameter in parameters for option in ("--parameter", parameter)]
        if split:
            options += [f"--range={split}"]
        return engine("run", "--counts", *options, module, file)

    return run
