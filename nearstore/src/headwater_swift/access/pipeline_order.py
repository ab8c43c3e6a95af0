"""The place of the filter `storlets` in its pipeline, checked when Swift loads it."""

from collections.abc import Mapping, Sequence

from swift.common.utils import readconf

_PIPELINE = "pipeline:main"
_NAME = "storlets"

_BEFORE = (
    *("catch_errors", "gatekeeper", "memcache", "domain_remap", "cname_lookup", "tempurl", "formpost"),
    *("s3api", "s3token", "auth_token", "tempauth", "keystoneauth"),
)
"""Filters that make a request what Swift's servers handle: its path, its user and its rights."""

_BEHIND = (
    *("copy", "slo", "dlo", "versioned_writes", "symlink"),
    *("keymaster", "kms_keymaster", "kmip_keymaster", "encryption"),
)
"""Filters that make an object's content from what is stored."""

_SERVERS = ("proxy", "object")
"""The entries of Swift's applications, which are the values of `execution_server`."""


def check(global_conf: Mapping[str, str], execution_server: str) -> None:
    """Raise ValueError if a storlet would see other requests or other bytes than Swift's users do.

    `global_conf` is Paste's, with the configuration's path. Without one there is no check.
    """
    path = global_conf.get("__file__")
    sections = readconf(path, raw=True) if path else {}
    names = sections.get(_PIPELINE, {}).get("pipeline", "").split()
    kinds = {name: _kind(sections, name) for name in names}
    own = [name for name in names if kinds[name] == _NAME]
    if not own:
        return
    if len(own) > 1:
        raise ValueError(f"the pipeline has storlets more than once ({' '.join(own)}): remove all but one")
    _check_server(kinds[names[-1]], execution_server)
    if execution_server == "proxy":
        _check_filters(kinds, names, names.index(own[0]))


def _check_server(application: str, execution_server: str) -> None:
    if application in _SERVERS and application != execution_server:
        raise ValueError(
            f"execution_server of [filter:{_NAME}] is {execution_server!r} in a pipeline of Swift's "
            f"{application} server, where storlets would not run: set it to {application!r}"
        )


def _check_filters(kinds: Mapping[str, str], names: Sequence[str], at: int) -> None:
    own = names[at]
    for name in names[at:]:
        if kinds[name] in _BEFORE:
            raise ValueError(
                f"in the pipeline {name} comes after {own}, which then does not know whose request it is: "
                f"move {own} behind {name}"
            )
    for name in names[:at]:
        if kinds[name] in _BEHIND:
            raise ValueError(
                f"in the pipeline {name} comes before {own}, so storlets would get stored bytes, not an "
                f"object's: move {own} before {name}"
            )


def _kind(sections: Mapping[str, Mapping[str, str]], name: str) -> str:
    """`slo` of a filter that uses `egg:swift#slo`, or the last part of the module that has its factory."""
    section = next(
        (sections[f"{kind}:{name}"] for kind in ("filter", "app") if f"{kind}:{name}" in sections), {}
    )
    if "use" in section:
        return section["use"].rpartition("#")[2]
    factory = next((value for key, value in section.items() if key.startswith("paste.")), name)
    return factory.partition(":")[0].rpartition(".")[2]
