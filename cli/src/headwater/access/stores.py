"""The store that a command uses: by its options, by the environment, or the embedded one."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.core import extras
from headwater.core.account import Account
from headwater.core.address import Address, parse
from headwater.core.bucket import Bucket
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import Endpoint
from headwater.embedded.layout import default_data_folder

if TYPE_CHECKING:
    from types import ModuleType

    from headwater.swift.bucket import SwiftBucket

_S3_VARIABLES = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_PROFILE")
_SWIFT_VARIABLES = ("ST_AUTH", "ST_USER", "ST_KEY")


def dataset(uri: str, endpoint: str | None, data: Path | None) -> "tuple[Bucket | SwiftBucket, str]":
    """The bucket and the folder that a dataset's URI names, by S3's or Swift's API."""
    address = parse(uri)
    if address.service:
        return _container(address), address.folder
    return bucket(address, endpoint, data), address.folder


def s3_dataset(uri: str, endpoint: str | None, data: Path | None) -> tuple[Bucket, str]:
    """The same by S3's API alone. HeadwaterError for other URIs."""
    address = parse(uri)
    return bucket(address, endpoint, data), address.folder


def bucket(address: Address, endpoint: str | None = None, data: Path | None = None) -> Bucket:
    """The bucket at the S3 API of `endpoint`, `data` or the environment, else in the embedded store.

    Raises HeadwaterError if there is none.
    """
    return Bucket(service(address, endpoint, data), address.bucket)


def service(address: Address, endpoint: str | None, data: Path | None) -> Endpoint:
    """The S3 API that has the bucket, found in the same way."""
    if address.service:
        raise HeadwaterError(
            f"swift://{address.bucket}.{address.service} is not read by an S3 API, which this needs",
            advice="Name the same container by the S3 API of that Swift: s3://container/path --endpoint URL.",
        )
    if endpoint and (address.embedded or data):
        raise HeadwaterError(
            "the embedded store has no --endpoint",
            advice="Leave out --data, and name the bucket by s3://bucket/path.",
        )
    if endpoint:
        return Endpoint(endpoint)
    if address.embedded or data:
        return _embedded().endpoint(data or default_data_folder())
    if any(os.environ.get(name) for name in _S3_VARIABLES):
        return Endpoint()
    if extras.missing("store") or not _embedded().is_running(default_data_folder()):
        raise HeadwaterError(
            "no object store is named, and the embedded one is not running",
            advice="Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, for a store other than Amazon's, "
            "AWS_ENDPOINT_URL_S3; or AWS_PROFILE; or start a store: headwater up",
        )
    return _embedded().endpoint(default_data_folder())


def account(data: Path | None) -> Account:
    """The account of `data` or the environment, else the embedded store's."""
    named = [os.environ.get(name, "") for name in _SWIFT_VARIABLES]
    if data is None and all(named):
        return Account(*named)
    return _embedded().account(data or default_data_folder())


def document(data: Path | None) -> dict:
    """The document of the embedded store of `data`, which must run."""
    return _embedded().document(data or default_data_folder())


def _container(address: Address) -> "SwiftBucket":
    """The container. HeadwaterError without the extra `swift`."""
    extras.require("swift", f"swift://{address.bucket}.{address.service}")
    from headwater.swift.bucket import SwiftBucket  # noqa: PLC0415 (an extra)
    from headwater.swift.client import Client  # noqa: PLC0415

    return SwiftBucket(Client(address.service), address.bucket)


def _embedded() -> "ModuleType":
    """The module `headwater.embedded.clients`. HeadwaterError without the extra `store`."""
    extras.require("store", "the embedded store")
    from headwater.embedded import clients  # noqa: PLC0415 (an extra, and slow to import)

    return clients
