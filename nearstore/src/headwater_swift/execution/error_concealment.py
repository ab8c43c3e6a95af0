"""Hides storlet errors from users who must read through the storlet: its log may quote the object.

The client's error has the reason, the stage and the transaction's id. The account's owner is not restricted.
The owner can see the complete error by running the storlet, or can request the server's log from the
operator.
"""

from dataclasses import dataclass
from logging import LoggerAdapter

from headwater_swift.execution.execution_plan import Order
from headwater_swift.execution.frame_streams import Stream
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import ERROR, Frame

_SAYS_NOTHING = ("stage", "limit")
"""Members of an error that no storlet writes."""


@dataclass(frozen=True)
class Concealment:
    """For a request of `order` whose first `hidden` stages the user must read through."""

    order: Order
    hidden: int
    logger: LoggerAdapter

    def of(self, error: StorletError) -> StorletError:
        """The error for the client. Logs what it leaves out."""
        stage = error.details.get("stage")
        if "stderr" not in error.details or (isinstance(stage, int) and stage >= self.hidden):
            return error
        storlet = self.order.stages[stage or 0].storlet
        self.logger.error(
            "The storlet %r, through which %s reads have to go, failed in %s: %s %r",
            storlet,
            self.order.tenant,
            self.order.request,
            error,
            error.details,
        )
        return StorletError(
            error.reason,
            f"the storlet {storlet!r}, through which you read this object, failed: "
            f"report the transaction {self.order.request} to the owner of the account",
            **{name: value for name, value in error.details.items() if name in _SAYS_NOTHING},
        )

    def stream(self, stream: Stream) -> Stream:
        """The stream with the client's form of errors."""
        return _Concealing(stream, self) if self.hidden else stream


class _Concealing:
    def __init__(self, stream: Stream, concealment: Concealment) -> None:
        self._stream = stream
        self._concealment = concealment

    def read(self) -> Frame:
        try:
            frame = self._stream.read()
        except StorletError as error:
            raise self._concealment.of(error) from error
        return self._concealment.of(StorletError.of_frame(frame)).frame() if frame.type == ERROR else frame

    def close(self) -> None:
        self._stream.close()
