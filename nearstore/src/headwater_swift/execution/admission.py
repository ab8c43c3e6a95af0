"""Bounds the requests that a proxy process has in progress, and the share of each account.

The weights of the accounts that have requests now, and 1 for the next one, divide the bound. So an account of
weight 1 has half of it while it is alone, and a new account usually finds room. Nothing waits here: a request
beyond its account's share is refused before anything is done for it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Self

from swift.common.swob import Request
from swift.common.utils import close_if_possible

from headwater_swift.wire.errors import RETRY_SECONDS, StorletError
from headwater_swift.wire.names import Reason

_PLACES = "headwater-storlets/places"
"""In the environment: an ExitStack of the places of a client's request."""

DEFAULT_WEIGHT = 1


class Admission:
    """Admits at most `most` requests at once. `what` they are is for messages.

    `weights` are of accounts, by name. `retry_after` is how many seconds a refused client should wait.
    """

    def __init__(
        self, what: str, most: int, weights: Mapping[str, float], retry_after: int = RETRY_SECONDS
    ) -> None:
        self._what = what
        self._most = most
        self._weights = weights
        self._retry_after = retry_after
        self._running: Counter[str] = Counter()

    def enter(self, request: Request, account: str) -> None:
        """Take a place, which the request has until its response ends. Raises StorletError (`busy`)."""
        request.environ.setdefault(_PLACES, ExitStack()).enter_context(self.place(account))

    @contextmanager
    def place(self, account: str) -> Iterator[None]:
        """A place for a request of the account. Raises StorletError (`busy`) if there is none."""
        share = self._share(account)
        if self._running[account] >= share:
            raise self._busy(f"{account} has {share} {self._what} in progress here, its share")
        if self._running.total() >= self._most:
            raise self._busy(f"{self._most} {self._what} are in progress here, the maximum")
        self._running[account] += 1
        try:
            yield
        finally:
            self._running[account] -= 1
            if not self._running[account]:
                del self._running[account]

    def _busy(self, why: str) -> StorletError:
        return StorletError(Reason.BUSY, f"{why}: try again later", retry_after=self._retry_after)

    def _share(self, account: str) -> int:
        rivals = sum(map(self.weight, self._running.keys() - {account})) + DEFAULT_WEIGHT
        weight = self.weight(account)
        return max(1, int(self._most * weight / (weight + rivals)))

    def weight(self, account: str) -> float:
        """The weight of an account."""
        return self._weights.get(account, DEFAULT_WEIGHT)


def with_places(app: Callable, env: dict, start_response: Callable) -> Iterable[bytes]:
    """The response of `app`. The places that its request takes are free again when it is closed."""
    env.pop(_PLACES, None)  # another filter may have copied the environment of a request with places
    try:
        body = app(env, start_response)
    except BaseException:
        env.get(_PLACES, ExitStack()).close()
        raise
    return _PlacedBody(body, env[_PLACES]) if _PLACES in env else body


class _PlacedBody:
    """A response's body, whose end frees places. It is its own iterator, which Swift closes."""

    def __init__(self, body: Iterable[bytes], places: ExitStack) -> None:
        self._body = body
        self._chunks = iter(body)
        self._places = places

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._chunks)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the body, and free the places whatever happens."""
        with self._places:
            close_if_possible(self._body)
