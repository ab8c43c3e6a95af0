"""A user of the Swift of a machine."""

import re
from functools import cached_property

from machine import Machine, MachineError
from page import commands

PROXY = "http://127.0.0.1:8080"
LOGIN = (
    f"curl --silent --fail --include -H 'X-Auth-User: test:tester' -H 'X-Auth-Key: testing' {PROXY}/auth/v1.0"
)


class Swift:
    """The account of Debian's example user `test:tester`, whose token is in the file `token` of a folder."""

    def __init__(self, node: Machine, folder: str) -> None:
        self.node, self.folder = node, folder

    @cached_property
    def account(self) -> str:
        """The URL of the account, after a login."""
        answer = self.node.run(LOGIN)
        token = re.search(r"^X-Auth-Token: \S+", answer, re.MULTILINE)[0]
        self.node.run(f"echo '{token}' > token", self.folder)
        return re.search(r"^X-Storage-Url: (\S+)", answer, re.MULTILINE)[1]

    def run(self, command: str) -> str:
        """Run a command that uses `$ACCOUNT` and `token`."""
        return self.node.run(command, self.folder, ACCOUNT=self.account)

    def serves(self) -> bool:
        """Whether an object can be written and read."""
        curl = "curl --silent --show-error --fail-with-body -H @token"
        self.run(f"{curl} -X PUT $ACCOUNT/plain")
        self.run(f"date +%N > written && {curl} -T written $ACCOUNT/plain/object")
        self.run(f"{curl} $ACCOUNT/plain/object | cmp written")
        return True

    def first_storlet(self) -> bool:
        """Whether the commands of the page's step 4 deploy a storlet and get its answer."""
        *_, answer = (self.run(command) for command in commands("4."))
        return _is_from_grep(answer)

    def runs_storlet(self) -> bool:
        """Whether the storlet of step 4 answers again."""
        return _is_from_grep(self.run(commands("4.")[-1]))


def succeeds(node: Machine, command: str) -> bool:
    """Whether a command of a machine succeeds."""
    try:
        node.run(command)
    except MachineError:
        return False
    return True


def _is_from_grep(answer: str) -> bool:
    """Whether the answer has lines of the licence, and only those with the pattern."""
    lines = answer.splitlines()
    return lines != [] and all("License" in line for line in lines)
