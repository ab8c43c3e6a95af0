"""The rules for one user's request on one object: the user's rights, and the policy."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

from swift.common.swob import Request

from headwater_swift.access import identity
from headwater_swift.access.authorization import account_info, container_info, is_owner
from headwater_swift.access.policy import SYSMETA, Policy
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Stage
from headwater_swift.wire.names import Reason
from headwater_swift.wire.place import S3_PARTS, Place


@dataclass(frozen=True)
class Rights:
    """`container`: Swift's cached data of it. `required`: the storlets that the user's reads must use."""

    container: dict[str, Any]
    policy: Policy
    users: frozenset[str]
    required: tuple[Stage, ...]

    @classmethod
    def of(cls, request: Request, app: Callable, place: Place) -> Self:
        """Determine the rights. StorletError (`busy`) if Swift cannot return the policy."""
        account, container, policy = find_policy(request, app, place)
        names = identity.names(request.environ, account)
        if policy.known and not policy.require:
            return cls(container, policy, names, ())
        owner = is_owner(request, place)
        if not policy.known and not owner:
            raise StorletError(Reason.BUSY, "Swift returns no policy of this container now: try again")
        return cls(container, policy, names, policy.required(names, owner))


def find_policy(
    request: Request, app: Callable, place: Place
) -> tuple[dict[str, Any], dict[str, Any], Policy]:
    """Swift's data of a place's account and container, and the policy of its objects."""
    container = container_info(request, app, place)
    account = account_info(request, app)
    return account, container, Policy.of(account, _ruling(request, app, place, container))


def _ruling(request: Request, app: Callable, place: Place, container: dict[str, Any]) -> dict[str, Any]:
    """The container whose policy applies.

    A bucket's policy applies to its parts, unless they have their own.
    """
    if not place.container.endswith(S3_PARTS) or container.get("sysmeta", {}).get(SYSMETA):
        return container
    bucket = replace(place, container=place.container.removesuffix(S3_PARTS))
    return container_info(request, app, bucket)
