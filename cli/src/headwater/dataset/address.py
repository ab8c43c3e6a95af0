"""The location of a dataset: the bucket and folder that a URI names, and the bucket's store."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from headwater import settings
from headwater.dataset.store import Bucket, Endpoint
from headwater.embedded.layout import default_data_folder
from headwater.embedded.status import RUNNING
from headwater.embedded.store import EmbeddedStore, require_running
from headwater.errors import HeadwaterError

_URI = re.compile(r"(s3a?|swift)://([^/]+)(?:/(.*))?", re.DOTALL)
_FORMS = (
    f"Use s3://bucket/path, or swift://container.{settings.SERVICE}/path for the store of `headwater up`."
)
_ENVIRONMENT = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_PROFILE")


@dataclass(frozen=True)
class Address:
    """A folder of a bucket: a key that ends in a slash, or empty for the bucket's root.

    `embedded`: the bucket is in the embedded store, regardless of the environment.
    """

    bucket: str
    folder: str
    embedded: bool = False


def parse(uri: str) -> Address:
    """The folder that a URI names, parsed without unquoting as in Hadoop. HeadwaterError for other URIs."""
    scheme_end = uri.find("://")
    if "@" in uri[scheme_end + 3 :].partition("/")[0]:
        raise HeadwaterError(
            "the URI has keys in it", advice="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead."
        )
    found = _URI.fullmatch(uri)
    if not found:
        raise HeadwaterError(f"{uri} is no URI of a dataset", advice=_FORMS)
    scheme, authority, path = found.groups(default="")
    folder = "".join(f"{name}/" for name in path.split("/") if name)
    if scheme != "swift":
        return Address(authority, folder)
    container, _, service = authority.rpartition(".")
    if service != settings.SERVICE or not container:
        raise HeadwaterError(
            f"{uri} is by the Swift API of a service that is not the embedded store's",
            advice="Name the same container by the S3 API of that Swift: s3://container/path --endpoint URL.",
        )
    return Address(container, folder, embedded=True)


def connect(address: Address, endpoint: str | None = None, data: Path | None = None) -> Bucket:
    """The bucket at the S3 API of `endpoint`, `data` or the environment, else in the embedded store.

    Raises HeadwaterError if there is none.
    """
    if endpoint and (address.embedded or data):
        raise HeadwaterError(
            "the embedded store has no --endpoint",
            advice="Leave out --data, and name the bucket by s3://bucket/path.",
        )
    if endpoint:
        return Bucket(Endpoint(endpoint), address.bucket)
    if address.embedded or data:
        return Bucket(_embedded(data or default_data_folder()), address.bucket)
    if any(os.environ.get(name) for name in _ENVIRONMENT):
        return Bucket(Endpoint(), address.bucket)
    if EmbeddedStore(default_data_folder()).status().state != RUNNING:
        raise HeadwaterError(
            "no object store is named, and the embedded one is not running",
            advice="Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and, for a store other than Amazon's, "
            "AWS_ENDPOINT_URL_S3; or AWS_PROFILE; or start a store: headwater up",
        )
    return Bucket(_embedded(default_data_folder()), address.bucket)


def _embedded(data: Path) -> Endpoint:
    s3 = require_running(EmbeddedStore(data).status()).as_dict()["s3"]
    return Endpoint(s3["endpoint"], s3["region"], s3["access_key"], s3["secret_key"])
