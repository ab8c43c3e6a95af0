"""Paste's entries: `egg:headwater_swift#storlets` and `egg:headwater_swift#storlets_guard`."""

from collections.abc import Callable

from headwater_swift.access.guard import Guard
from headwater_swift.http.object_server import ObjectFilter
from headwater_swift.http.proxy import ProxyFilter
from headwater_swift.http.settings import Settings


def storlets(global_conf: dict[str, str], **local_conf: str) -> Callable:
    """The filter in the pipeline of a proxy or an object server, selected by `execution_server`."""
    conf = {**global_conf, **local_conf}
    settings = Settings.parse(conf)
    if settings.execution_server == "proxy":
        return lambda app: ProxyFilter(app, conf, settings)
    return lambda app: ObjectFilter(app, conf, settings)


def storlets_guard(_global_conf: dict[str, str], **_local_conf: str) -> Callable:
    """The filter at the end of a proxy's pipeline. It has no settings."""
    return Guard
