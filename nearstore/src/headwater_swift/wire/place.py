"""Paths of objects and storlets in Swift."""

from dataclasses import dataclass

SOURCE = "STORLET"
"""The source of the middleware's requests in Swift's logs."""

S3_PARTS = "+segments"
"""The suffix that s3api adds to a bucket's name for the container with the parts of multipart uploads."""


@dataclass(frozen=True)
class Place:
    """The parts of an object's path, as WSGI strings. `object` is empty for a container."""

    version: str
    account: str
    container: str
    object: str = ""

    @property
    def path(self) -> str:
        """The path, not quoted."""
        return "/" + "/".join(
            part for part in (self.version, self.account, self.container, self.object) if part
        )


@dataclass(frozen=True)
class Module:
    """A deployed storlet: its module's SHA-256 (hex), and the unquoted path of its object."""

    sha256: str
    path: str
