"""An object store on this machine: OpenStack Swift with the Swift API and the S3 API on one port."""

from headwater.embedded.store import DEFAULT_PORT, EmbeddedStore

__all__ = ["DEFAULT_PORT", "EmbeddedStore"]
