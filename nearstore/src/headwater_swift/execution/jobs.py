"""The jobs of clients' requests: which storlets run, in which order, with which limits."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from swift.common.swob import Request, wsgi_to_str

from headwater_swift.access.policy import Policy
from headwater_swift.access.rights import Rights
from headwater_swift.execution.execution_plan import Order
from headwater_swift.execution.request_counts import note_run, note_tenant
from headwater_swift.execution.storlet_directory import Storlets
from headwater_swift.wire.invocation import Invocation
from headwater_swift.wire.pace import Pace
from headwater_swift.wire.place import Place


@dataclass(frozen=True)
class Job:
    """Storlets to run on one object: `invocation` with its `order`, under `policy`."""

    place: Place
    invocation: Invocation
    order: Order
    policy: Policy
    begin_by: float = math.inf
    """When an answer begins even if its storlet is silent, on the monotonic clock."""
    authorize: Callable | None = None
    """Replaces the auth system for the source, if an ACL lets the user read through a storlet."""


class Jobs:
    """Creates jobs for a proxy. `app` is the next filter."""

    def __init__(self, app: Callable, storlets: Storlets, max_priority: int) -> None:
        self._app = app
        self._storlets = storlets
        self._max_priority = max_priority

    def make(self, request: Request, place: Place, invocation: Invocation, rights: Rights, free: int) -> Job:
        """The job. The user need not be able to read its first `free` storlets. Raises StorletError."""
        policy = rights.policy
        policy.check_enabled()
        note_tenant(request, place)
        policy.check_placed(invocation.stages, invocation.on_object)
        modules = self._storlets.find(request, place, invocation.stages, free)
        note_run(request, invocation)
        order = Order(
            request.environ.get("swift.trans_id", ""),
            wsgi_to_str(place.account),
            min(policy.priority, self._max_priority),
            policy.limits(),
            invocation.stages,
            modules,
            invocation.split,
            Pace.of_proxy(self._app),
        )
        return Job(place, invocation, order, policy)
