"""The keys of an embedded store: generated once, stored in its data folder, never logged."""

import json
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import write_private

ACCOUNT = "headwater"
"""The tempauth account. Its Swift account is AUTH_headwater."""

OWNER = f"{ACCOUNT}:spark"
"""May do everything in the account. Also the S3 access key, because tempauth requires `account:user`."""

READER = f"{ACCOUNT}:reader"
"""May read everything in the account and write nothing."""


@dataclass(frozen=True)
class Credentials:
    """The secrets of the two users, and the salt of the object names' hashes."""

    owner_secret: str = field(repr=False)
    reader_secret: str = field(repr=False)
    hash_suffix: str = field(repr=False)


def load_or_create(path: Path) -> Credentials:
    """Read the credentials at `path`, or create them there with mode 0600.

    Raises HeadwaterError if the file is invalid. Without its hash suffix the stored data could not be found
    again.
    """
    if not path.exists():
        made = Credentials(secrets.token_hex(20), secrets.token_hex(20), secrets.token_hex(16))
        write_private(path, json.dumps(asdict(made), indent=2) + "\n")
        return made
    return load(path)


def load(path: Path) -> Credentials:
    """Read the credentials at `path`. Raises HeadwaterError if they are invalid."""
    try:
        return Credentials(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise HeadwaterError(
            f"{path} is damaged ({type(error).__name__})",
            advice="Restore it from a backup, or start with another --data folder: "
            "the objects in this one cannot be found without it.",
        ) from error
