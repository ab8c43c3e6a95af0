"""The account's storlets, as its owner deploys them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.core.account import Account
from headwater.core.artifacts import shipped
from headwater.core.storlet_names import CONTAINER

SPARK_STORLETS = ("csv", "jsonl", "decompress")
"""The storlets that Spark uses."""


def account() -> Account:
    """A session for the tests' account."""
    return Account(*(os.environ[f"HEADWATER_TEST_SWIFT_{name}"] for name in ("AUTH_URL", "USER", "KEY")))


def deploy(**modules: bytes) -> None:
    """Deploy modules by name."""
    with account() as owner:
        owner.send("PUT", f"/{CONTAINER}")
        for name, module in modules.items():
            owner.send("PUT", f"/{CONTAINER}/{name}", data=module)


def deploy_shipped() -> None:
    """Deploy the shipped storlets that Spark uses."""
    deploy(**{name: _module(name) for name in SPARK_STORLETS})


@contextmanager
def replaced(name: str, module: bytes) -> Iterator[None]:
    """Temporarily replace a shipped module."""
    deploy(**{name: module})
    try:
        yield
    finally:
        deploy(**{name: _module(name)})


def _module(name: str) -> bytes:
    return (shipped("storlets") / f"{name}.wasm").read_bytes()
