"""Writes the documentation of the Java classes as a jar: javadoc.py FILE CLASSPATH.

CLASSPATH is a file of Maven's `dependency:build-classpath` with the libraries of the modules.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from sources import CONNECTOR, write_jar


def main(file: Path, classpath: Path) -> None:
    """Run javadoc. Its pages have no time, so that they are the same for the same sources."""
    options = {
        "-sourcepath": ":".join(map(str, CONNECTOR)),
        "-classpath": classpath.read_text(),
        "-subpackages": "io.headwater",
        "-encoding": "UTF-8",
        "-doctitle": "Headwater",
    }
    flags = ["-quiet", "-notimestamp", "-Xdoclint:none", "-protected"]
    with tempfile.TemporaryDirectory() as folder:
        arguments = [word for option in options.items() for word in option]
        subprocess.run(["javadoc", "-d", folder, *flags, *arguments], check=True)
        write_jar(file, [Path(folder)])


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
