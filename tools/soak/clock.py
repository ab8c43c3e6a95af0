"""A wall clock that differs from the machine's, for one program."""

import subprocess
from pathlib import Path

SKEW_S = 120


def library(folder: Path) -> Path:
    """Compile clock.c, which the program preloads. The linker of Rust is the compiler."""
    target = folder / "clock.so"
    command = ["cc", "-shared", "-fPIC", "-O2", "-o", target, Path(__file__).with_name("clock.c")]
    subprocess.run(command, check=True)
    return target


def variables(compiled: Path, seconds: int) -> dict[str, str]:
    """The environment of a program whose clock is this much ahead."""
    return {"LD_PRELOAD": str(compiled), "SOAK_CLOCK_SECONDS": str(seconds)}
