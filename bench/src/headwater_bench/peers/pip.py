"""PyPI packages used for comparisons. They are not part of Headwater."""

import subprocess
import sys
from pathlib import Path

from headwater.core.errors import HeadwaterError

_LOG_TAIL = -2000


def fetched(cache: Path, package: str, version: str) -> Path:
    """The folder of a cached package, fetched by pip if it is missing. Raises HeadwaterError."""
    folder = cache / f"{package}-{version}"
    if folder.is_dir():
        return folder
    part = folder.with_name(f"{folder.name}.part")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(part)]
    done = subprocess.run([*command, f"{package}=={version}"], capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"{package} could not be fetched", detail=done.stderr[_LOG_TAIL:])
    part.rename(folder)
    return folder
