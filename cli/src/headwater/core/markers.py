"""Empty objects with which programs mark folders (PROTOCOL.md, section 5)."""

from bisect import bisect_left
from collections.abc import Iterable

from headwater.core.names import is_attempt

S3N_SUFFIX = "_$folder$"


class FolderMarkers:
    """Distinguishes markers from files by the keys of all listed objects."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = sorted(keys)

    def has(self, key: str, length: int) -> bool:
        """Whether the object marks a folder, by its name or because objects are below it."""
        if key.endswith("/"):
            return True
        if length or is_attempt(key):
            return False
        return key.endswith(S3N_SUFFIX) or self._has_below(f"{key}/")

    def _has_below(self, folder: str) -> bool:
        position = bisect_left(self._keys, folder)
        return position < len(self._keys) and self._keys[position].startswith(folder)
