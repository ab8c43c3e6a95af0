"""Clients of a running embedded store, with the keys of its owner."""

from pathlib import Path

from headwater.core.account import Account
from headwater.core.s3 import Endpoint
from headwater.embedded.status import RUNNING
from headwater.embedded.store import EmbeddedStore, require_running


def document(data: Path) -> dict:
    """The JSON document of the store of `data`. HeadwaterError if it does not run."""
    return require_running(EmbeddedStore(data).status()).as_dict()


def account(data: Path) -> Account:
    """Its account by the Swift API."""
    return Account.of(document(data))


def endpoint(data: Path) -> Endpoint:
    """Its S3 API."""
    s3 = document(data)["s3"]
    return Endpoint(s3["endpoint"], s3["region"], s3["access_key"], s3["secret_key"])


def is_running(data: Path) -> bool:
    """Whether all of its servers run."""
    return EmbeddedStore(data).status().state == RUNNING
