"""What holds for one user's request on one object: his rights, and the policy."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

from swift.common.swob import Request

from headwater_swift.access import Place, account_info, container_info, decide, users
from headwater_swift.errors import StorletError
from headwater_swift.invocation import Stage
from headwater_swift.policy import Policy


@dataclass(frozen=True)
class Rights:
    """`container`: what Swift has cached of it; `required`: the storlets that the user's reads go through."""

    container: dict[str, Any]
    policy: Policy
    users: frozenset[str]
    required: tuple[Stage, ...]

    @classmethod
    def of(cls, request: Request, app: Callable, place: Place) -> Self:
        """Find out; StorletError (`busy`) where Swift cannot say which policy holds."""
        container = container_info(request, app, place)
        policy = Policy.of(account_info(request, app), container)
        names = users(request.environ)
        if policy.known and not policy.require:
            return cls(container, policy, frozenset(names), ())
        owner = decide(request, place, container.get("read_acl")).owner
        if not policy.known and not owner:
            raise StorletError("busy", "Swift cannot say now which policy holds here: try again")
        return cls(container, policy, frozenset(names), policy.required(names, owner))
