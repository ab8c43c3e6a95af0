"""The jobs of clients' requests: which storlets run, in which order, with which limits."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from swift.common.swob import Request, wsgi_to_str

from headwater_swift.access.policy import Policy
from headwater_swift.access.rights import Rights
from headwater_swift.execution.admission import Admission
from headwater_swift.execution.execution_plan import ExecutionPlan
from headwater_swift.execution.request_counts import record_run, record_tenant
from headwater_swift.execution.storlet_directory import StorletDirectory
from headwater_swift.wire.invocation import Invocation
from headwater_swift.wire.pace import Pace
from headwater_swift.wire.place import Place
from headwater_swift.wire.transaction import transaction_of


@dataclass(frozen=True)
class Job:
    """Storlets to run on one object: `invocation` with its `plan`, under `policy`."""

    place: Place
    invocation: Invocation
    plan: ExecutionPlan
    policy: Policy
    begin_by: float = math.inf
    """When an answer begins even if its storlet is silent, on the monotonic clock."""
    on_silence: Callable[[], None] = lambda: None
    """Called every few seconds until the answer begins. May raise an error, which ends the job."""
    authorize: Callable | None = None
    """Replaces the auth system for the source, if an ACL lets the user read through a storlet."""


class JobFactory:
    """Creates jobs for a proxy. `app` is the next filter."""

    def __init__(
        self, app: Callable, directory: StorletDirectory, admission: Admission, max_priority: int
    ) -> None:
        self._app = app
        self._directory = directory
        self._admission = admission
        self._max_priority = max_priority

    def make(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights, exempt: int
    ) -> Job:
        """The job. The user need not be able to read its first `exempt` storlets. Raises StorletError.

        The request takes a place. So nothing is requested from an object server for one without a place.
        """
        policy, account = rights.policy, wsgi_to_str(place.account)
        policy.check_enabled()
        record_tenant(request, place)
        self._admission.enter(request, account)
        policy.check_placed(invocation.stages, invocation.on_object)
        modules = self._directory.find(request, place, invocation.stages, exempt)
        record_run(request, invocation)
        plan = ExecutionPlan(
            transaction_of(request),
            account,
            min(policy.priority, self._max_priority),
            policy.limits(),
            invocation.stages,
            modules,
            invocation.split,
            Pace.of_proxy(self._app),
            self._admission.weight(account),
        )
        return Job(place, invocation, plan, policy)
