"""Maven, which fetches the software that Headwater is compared with."""

import shutil

from headwater.core.errors import HeadwaterError


def maven() -> str:
    """Maven's program. Raises HeadwaterError if it is not on the PATH."""
    program = shutil.which("mvn")
    if program is None:
        raise HeadwaterError("no mvn is on the PATH", advice="Install Maven: it fetches the peers' jars.")
    return program
