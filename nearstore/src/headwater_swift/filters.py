"""Paste's entries: `egg:headwater_swift#storlets` and `egg:headwater_swift#storlets_guard`."""

import gc
from collections.abc import Callable, Iterable

from swift.common.utils import get_logger

from headwater_swift.access import pipeline_order
from headwater_swift.access.guard import Guard
from headwater_swift.http.object_server import ObjectFilter
from headwater_swift.http.proxy import ProxyFilter
from headwater_swift.http.settings import PARSERS, Settings, unknown_settings


def storlets(global_conf: dict[str, str], **local_conf: str) -> Callable:
    """The filter in the pipeline of a proxy or an object server, selected by `execution_server`."""
    conf = {**global_conf, **local_conf}
    settings = Settings.parse(conf)
    _warn_of_unknown(conf, local_conf, PARSERS)
    pipeline_order.check(global_conf, settings.execution_server)
    kind = ProxyFilter if settings.execution_server == "proxy" else ObjectFilter

    def make(app: Callable) -> Callable:
        made = kind(app, conf, settings)
        _freeze_loaded_objects()
        return made

    return make


def storlets_guard(global_conf: dict[str, str], **local_conf: str) -> Callable:
    """The filter at the end of a proxy's pipeline. It has no settings."""
    _warn_of_unknown({**global_conf, **local_conf}, local_conf, ())
    return Guard


def _freeze_loaded_objects() -> None:
    """Exclude what is loaded from later garbage collections, which stop all requests (ADR 34).

    Swift makes filters from the end of the pipeline, after it has imported them all. It loads a pipeline
    twice, first to check it. The first one is garbage at the second time, so it is collected then.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _warn_of_unknown(conf: dict[str, str], local_conf: dict[str, str], known: Iterable[str]) -> None:
    logger = get_logger(conf, log_route="storlets")
    section = local_conf.get("__name__", "storlets")
    for name, nearest in unknown_settings(local_conf, known):
        advice = f" Use {nearest}." if nearest else ""
        logger.warning("[filter:%s] has no setting %s, so it is ignored.%s", section, name, advice)
