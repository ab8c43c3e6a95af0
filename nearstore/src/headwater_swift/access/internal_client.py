"""An object server's access to Swift's accounts, containers and modules."""

from swift.common.internal_client import InternalClient
from swift.common.wsgi import ConfigString

_CLIENT = """
[DEFAULT]
swift_dir = {swift_dir}
[pipeline:main]
pipeline = catch_errors proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = false
"""
_TRIES = 2


class LazyClient:
    """An internal client, created on first use.

    `swift_dir` has Swift's rings. `conf_path` is a configuration that replaces the built-in one, or empty.
    """

    def __init__(self, swift_dir: str, conf_path: str) -> None:
        self._swift_dir = swift_dir
        self._conf_path = conf_path
        self._client: InternalClient | None = None

    def get(self) -> InternalClient:
        """The client. Raises the error of its creation, for example OSError without rings."""
        if self._client is None:
            built_in = ConfigString(_CLIENT.format(swift_dir=self._swift_dir))
            conf = self._conf_path or built_in
            self._client = InternalClient(
                conf, "Headwater Storlets", _TRIES, global_conf={"log_name": "storlets-internal-client"}
            )
        return self._client
