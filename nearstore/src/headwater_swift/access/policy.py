"""Policies: which storlets may and must run on an account's or a container's objects.

A policy is a JSON document (protocol/storlet-policy.schema.json) in the system metadata of the account or the
container. The owner sets it with `X-Account-Storlet-Policy` or `X-Container-Storlet-Policy`. It is read from
Swift's cached data of both and costs no request. It applies everywhere once Swift's cache of the old state
has expired (`recheck_account_existence`, `recheck_container_existence`: a minute).
"""

import json
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Self

from jsonschema import Draft202012Validator
from swift.common.http import HTTP_NOT_FOUND, is_success
from swift.common.utils import config_true_value

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation, Stage
from headwater_swift.wire.names import Header, Reason

SYSMETA = "storlet-policy"
MAX_BYTES = 6 * 1024
"""The maximum length of a policy. Swift refuses longer headers."""

_ENABLED = Header.ACCOUNT_ENABLED.lower().removeprefix("x-account-meta-")

PRIORITIES = {"gold": 9, "silver": 5, "bronze": 1}
_SCHEMA = json.loads(files(__package__).joinpath("storlet-policy.schema.json").read_text(encoding="utf-8"))
_VALIDATOR = Draft202012Validator(_SCHEMA)


@dataclass(frozen=True)
class Requirement:
    """A storlet that reads must use, and the excepted users."""

    stage: Stage
    excepted: frozenset[str]


@dataclass(frozen=True)
class Policy:
    """The rules for the objects of one container: the merged policies of the account and the container."""

    enabled: bool
    known: bool
    allow: frozenset[str] | None
    require: tuple[Requirement, ...]
    stage: dict[str, str]
    priority: int
    quota: dict[str, int]

    @classmethod
    def of(cls, account_info: dict[str, Any], container_info: dict[str, Any]) -> Self:
        """The policy in Swift's cached data of an account and a container.

        `known` is false if Swift could not return it. Then only the owner may read.
        """
        account, container = _document(account_info), _document(container_info)
        merged = account | container
        enabled = config_true_value(account_info.get("meta", {}).get(_ENABLED, ""))
        return cls(
            enabled,
            _known(account_info, container_info),
            frozenset(map(_name, merged["allow"])) if "allow" in merged else None,
            tuple(_requirement(each) for each in merged.get("require", ())),
            {_name(storlet): where for storlet, where in merged.get("stage", {}).items()},
            PRIORITIES[merged.get("priority", "silver")],
            _smaller(account.get("quota", {}), container.get("quota", {})),
        )

    def required(self, users: frozenset[str], owner: bool) -> tuple[Stage, ...]:
        """The storlets that must run first in a read of this user."""
        if owner:
            return ()
        return tuple(self._placed(each.stage) for each in self.require if not each.excepted & users)

    def admit(self, invocation: Invocation) -> Invocation:
        """The same with its stages placed. StorletError (`policy`) for what is not allowed."""
        for stage in invocation.stages:
            if self.allow is not None and stage.storlet not in self.allow:
                raise StorletError(
                    Reason.POLICY, f"the storlet {stage.storlet!r} may not run on these objects"
                )
        return replace(invocation, stages=tuple(self._placed(stage) for stage in invocation.stages))

    def check_enabled(self) -> None:
        """Raise StorletError (`policy`) if the account runs no storlets."""
        if not self.enabled:
            raise StorletError(
                Reason.POLICY,
                "storlets are disabled for the account: its owner enables them by a POST with "
                f"{Header.ACCOUNT_ENABLED}: true",
            )

    def check_placed(self, stages: tuple[Stage, ...], on_object: int) -> None:
        """Raise StorletError (`policy`) if a storlet does not run where it must.

        The object server runs the first `on_object` of them.
        """
        for stage in stages[on_object:]:
            if self.stage.get(stage.storlet) == "object":
                raise StorletError(
                    Reason.POLICY,
                    f"the storlet {stage.storlet!r} must run on the object server. This request, or this "
                    "object (large, encrypted or erasure-coded), does not allow it",
                )

    def limits(self) -> dict[str, int]:
        """The quota in the form of the engine's limits."""
        return dict(self.quota)

    def _placed(self, stage: Stage) -> Stage:
        return replace(stage, on_proxy=stage.on_proxy or self.stage.get(stage.storlet) == "proxy")


def parse(text: str) -> dict[str, Any]:
    """Check the text of a policy and return its document. StorletError (`parameters`) describes the error."""
    if len(text) > MAX_BYTES:
        raise StorletError(
            Reason.PARAMETERS, f"the policy has {len(text)} bytes: at most {MAX_BYTES} are allowed"
        )
    try:
        document = json.loads(
            text, object_pairs_hook=_members, parse_float=_number, parse_constant=_no_number
        )
        json.dumps(document, ensure_ascii=False).encode()
        broken = next(_VALIDATOR.iter_errors(document), None)
    except RecursionError as error:
        raise StorletError(Reason.PARAMETERS, "the policy is nested too deeply") from error
    except UnicodeEncodeError as error:
        raise StorletError(Reason.PARAMETERS, "the policy is not valid Unicode: write it in UTF-8") from error
    except ValueError as error:
        raise StorletError(Reason.PARAMETERS, f"the policy is not JSON: {error}") from error
    if broken:
        where = "/".join(map(str, broken.absolute_path)) or "the document"
        raise StorletError(Reason.PARAMETERS, f"the policy violates its schema, in {where}: {broken.message}")
    stages = list(map(_name, document.get("stage", ())))
    if twice := next((name for name in stages if stages.count(name) > 1), None):
        raise StorletError(Reason.PARAMETERS, f"the policy has two stages of {twice}, with and without .wasm")
    return document


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose members have different names. Two values of one name could be read in two ways."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member occurs twice")
    return members


def _number(text: str) -> float:
    """The engine accepts whole numbers only, which JSON may write as 1.0 or 1e3."""
    value = float(text)
    return int(value) if value.is_integer() else value


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number")


def _document(info: dict[str, Any]) -> dict[str, Any]:
    text = info.get("sysmeta", {}).get(SYSMETA)
    return json.loads(text) if text else {}


def _known(account_info: dict[str, Any], container_info: dict[str, Any]) -> bool:
    if account_info.get("status") == HTTP_NOT_FOUND:
        return True  # Swift then returns no data of its containers
    states = [info.get("status") or 0 for info in (account_info, container_info)]
    return all(is_success(state) or state == HTTP_NOT_FOUND for state in states)


def _requirement(member: dict[str, Any]) -> Requirement:
    stage = Stage(_name(member["storlet"]), tuple(member.get("parameters", {}).items()))
    return Requirement(stage, frozenset(member.get("except", ())))


def _name(storlet: str) -> str:
    return storlet.removesuffix(".wasm")


def _smaller(first: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    both = {**first, **other}
    return {name: min(first.get(name, value), other.get(name, value)) for name, value in both.items()}
