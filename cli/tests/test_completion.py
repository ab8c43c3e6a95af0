"""bash, zsh and fish complete commands and options."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from store_support import HEADWATER

SCRIPTS = {
    "bash": """
        eval "$(headwater completion bash)"
        COMP_WORDS=(headwater {words})
        COMP_CWORD={place}
        _headwater_completion headwater
        echo "${{COMPREPLY[@]}}"
    """,
    "fish": """
        headwater completion fish | source
        complete --do-complete "headwater {words}" | string split --fields 1 \\t
    """,
    # zsh completes only at a terminal. These functions print what the completion gives to zsh.
    "zsh": """
        compdef() {{ }}
        eval "$(headwater completion zsh)"
        _describe() {{ print -- ${{${{(P)3}}%%:*}} }}
        compadd() {{ print -- ${{(P)5}} }}
        words=(headwater {words})
        CURRENT={place}+1
        _headwater_completion
    """,
}


@pytest.mark.parametrize(
    ("words", "place", "wanted"),
    [("ver", 1, "verify"), ("verify --st", 2, "--strict"), ("storlets rem", 2, "remove")],
    ids=["name", "option", "group"],
)
@pytest.mark.parametrize("shell", SCRIPTS)
def test_a_shell_completes_commands_and_options(shell: str, words: str, place: int, wanted: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    script = SCRIPTS[shell].format(words=words, place=place)
    path = os.pathsep.join([str(Path(HEADWATER).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path}
    done = subprocess.run([shell, "-c", script], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == [wanted], done.stderr


def test_help_and_completion_wait_for_no_library_of_tables() -> None:
    program = (
        "import sys, click; from headwater.main import cli; "
        "cli.main(['--help'], standalone_mode=False); "
        "sys.exit(bool({'pyiceberg', 'deltalake'} & set(sys.modules)))"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=False).returncode == 0
    )
