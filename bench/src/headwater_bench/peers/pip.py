"""PyPI packages used for comparisons. They are not part of Headwater."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import CACHE

_LOG_TAIL = -2000


def fetched(packages: Sequence[str]) -> Path:
    """The folder with packages such as polars==2.1.0, fetched by pip if it is missing.

    Raises HeadwaterError.
    """
    folder = CACHE / "_".join(packages).replace("==", "-")
    if folder.is_dir():
        return folder
    part = folder.with_name(f"{folder.name}.part")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(part), *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"{', '.join(packages)} could not be fetched", detail=done.stderr[_LOG_TAIL:])
    part.rename(folder)
    return folder
