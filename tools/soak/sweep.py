"""`headwater sweep`, as an operator runs it after the work."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path


def sweep(s3: dict[str, str], bucket: str, datasets: Iterable[str]) -> Iterator[str]:
    """Delete what jobs left in the datasets. `s3` is the store's S3 API. A sentence for each failure."""
    command = [str(Path(sys.executable).with_name("headwater")), "sweep", "--older-than", "0s", "--delete"]
    keys = {"AWS_ACCESS_KEY_ID": s3["access_key"], "AWS_SECRET_ACCESS_KEY": s3["secret_key"]}
    for name in datasets:
        done = subprocess.run(
            [*command, "--endpoint", s3["endpoint"], f"s3://{bucket}/{name}"],
            env=os.environ | keys,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            yield f"headwater sweep of {name} failed: {done.stderr.strip()[-300:]}"
