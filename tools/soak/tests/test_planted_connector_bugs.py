"""A soak whose connector has a planted bug fails.

One class is changed, compiled and put into a copy of the bundle.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from headwater.spark import launcher

ROOT = Path(__file__).resolve().parents[3]
JOB = "connector/commit/src/main/java/io/headwater/commit/dataset/DatasetJob.java"


def mutated(folder: Path, source: str, old: str, new: str) -> Path:
    """A copy of the bundle in which a text of one source is another."""
    text = (ROOT / source).read_text()
    assert text.count(old) == 1, f"{source} has not {old} once: change the planted bug"
    changed, classes, bundle = folder / Path(source).name, folder / "classes", folder / "bundle.jar"
    changed.write_text(text.replace(old, new))
    shutil.copy(launcher.bundle(), bundle)
    subprocess.run(["javac", "--release", "17", "-cp", bundle, "-d", classes, changed], check=True)
    subprocess.run(["jar", "--update", "--file", bundle, "-C", classes, "."], check=True)
    return bundle


@pytest.mark.soak
def test_a_manifest_without_one_of_the_objects_is_found(tmp_path: Path) -> None:
    draft, fewer = "new Draft(root, job, begun, {}, requests)", "written.stream().skip(1).toList()"
    bundle = mutated(tmp_path, JOB, draft.format("written"), draft.format(fewer))
    folders = ("nearstore/tests", "nearstore/tests/cluster", "cli/tests", "protocol/tests", "spark/tests")
    environment = {
        "HEADWATER_BUNDLE": str(bundle),
        "PYTHONPATH": os.pathsep.join(str(ROOT / each) for each in folders),
    }
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "soak"), "--minutes", "10", "--first-problem", "--seed", "1"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"^- \S+, slot .*: lost: ", done.stdout, re.MULTILINE), done.stdout + done.stderr
