"""The jobs of clients' requests: which storlets run, in which order, with which limits."""

from collections.abc import Callable

from swift.common.swob import Request, wsgi_to_str

from headwater_swift.access import Place, Storlets
from headwater_swift.counts import note_run, note_tenant
from headwater_swift.invocation import Invocation
from headwater_swift.order import Order
from headwater_swift.pace import Pace
from headwater_swift.reading import Job
from headwater_swift.rights import Rights


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
