"""Builds the engine for each platform, and the storlets, without a path of this machine: rust.py FOLDER TARGET...

A target is a Rust target with the oldest glibc that the program may need: x86_64-unknown-linux-gnu.2.28. Zig links
against that version, for another processor too.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "engine"
# Apart from the folder of `make build`, whose flags differ.
TARGET = ROOT / "target/release-engine"
WASM = "wasm32-wasip1"


def main(folder: Path, targets: list[str]) -> None:
    """Build all into the folder."""
    for target in targets:
        triple = target.partition(".")[0]
        cargo("zigbuild", target, "release", ["--package", "headwater-engine"])
        program = folder / f"headwater-engine-{triple.partition('-')[0]}"
        program.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(TARGET / triple / "release/headwater-engine", program)
    storlets = sorted(each.name for each in (ENGINE / "storlets").iterdir())
    cargo("build", WASM, "storlet", [f"--package={name}-storlet" for name in storlets])
    (folder / "storlets").mkdir(exist_ok=True)
    for name in storlets:
        shutil.copy(TARGET / WASM / f"storlet/{name}.wasm", folder / "storlets")


def cargo(command: str, target: str, profile: str, packages: list[str]) -> None:
    """Compile packages for one target, whose standard library is installed first."""
    triple = target.partition(".")[0]
    subprocess.run(["rustup", "target", "add", triple], check=True)
    flags = f"target.{triple}.rustflags={json.dumps(remapped())}"
    options = ["--locked", "--profile", profile, "--target", target, "--target-dir", str(TARGET)]
    tools = Path(sys.executable).parent
    environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}
    subprocess.run(
        ["cargo", command, *options, "--config", flags, *packages], cwd=ENGINE, env=environment, check=True
    )


def remapped() -> list[str]:
    """Flags by which messages of programs have other paths than this machine's."""
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    found = {TARGET: "/target", ENGINE: "/headwater", home / "registry/src": "/crates", Path.home(): "/home"}
    return [f"--remap-path-prefix={path}={name}" for path, name in reversed(found.items())]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
