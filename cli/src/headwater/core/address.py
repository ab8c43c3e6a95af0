"""The location of a dataset: the bucket and folder that a URI names."""

import re
from dataclasses import dataclass

from headwater.core import connection
from headwater.core.errors import HeadwaterError

_URI = re.compile(r"(s3a?|swift)://([^/]+)(?:/(.*))?", re.DOTALL)
_FORMS = (
    "Use s3://bucket/path, or swift://container.service/path. The service of the store of `headwater up` is "
    f"{connection.SERVICE}."
)


@dataclass(frozen=True)
class Address:
    """A folder of a bucket: a key that ends in a slash, or empty for the bucket's root.

    `embedded`: the bucket is in the embedded store, regardless of the environment. `service`: it is a
    container of this service of Swift, by Swift's own API.
    """

    bucket: str
    folder: str
    embedded: bool = False
    service: str = ""


def parse(uri: str) -> Address:
    """The folder that a URI names, parsed without unquoting as in Hadoop. HeadwaterError for other URIs."""
    scheme_end = uri.find("://")
    if "@" in uri[scheme_end + 3 :].partition("/")[0]:
        raise HeadwaterError(
            "the URI contains keys", advice="Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead."
        )
    found = _URI.fullmatch(uri)
    if not found:
        raise HeadwaterError(f"{uri} is not the URI of a dataset", advice=_FORMS)
    scheme, authority, path = found.groups(default="")
    folder = "".join(f"{name}/" for name in path.split("/") if name)
    if scheme != "swift":
        return Address(authority, folder)
    container, _, service = authority.rpartition(".")
    if not service or not container:
        raise HeadwaterError(f"{uri} names no container and service", advice=_FORMS)
    if service == connection.SERVICE:
        return Address(container, folder, embedded=True)
    return Address(container, folder, service=service)
