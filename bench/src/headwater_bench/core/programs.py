"""Other programs that a benchmark runs to their end."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from headwater.core.errors import HeadwaterError

_TAIL_LINES = 20


def run(
    command: Sequence[str | Path], failure: str, *, folder: Path | None = None, limit_s: float | None = None
) -> None:
    """Run a program. HeadwaterError with the end of its output if it fails or takes too long."""
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    try:
        done = subprocess.run(command, cwd=folder, check=False, timeout=limit_s, **output)
    except FileNotFoundError as error:
        raise HeadwaterError(failure, advice=f"Install {command[0]}.") from error
    except subprocess.TimeoutExpired as error:
        raise HeadwaterError(f"{failure}: it took more than {limit_s} s") from error
    if done.returncode:
        raise HeadwaterError(failure, detail="\n".join(done.stdout.splitlines()[-_TAIL_LINES:]))
