"""Hides storlet errors from users who must read through the storlet: its log may quote the object.

The client's error has the reason, the stage and the transaction's id. The account's owner is not restricted.
The owner can see the complete error by running the storlet, or can request the server's log from the
operator.
"""

from dataclasses import dataclass
from logging import LoggerAdapter

from headwater_swift.execution.execution_plan import ExecutionPlan
from headwater_swift.execution.frame_streams import Stream
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import ERROR, Frame

_PUBLIC_MEMBERS = ("stage", "limit")
"""Members of an error that no storlet writes."""


@dataclass(frozen=True)
class ErrorConcealment:
    """For a request with `plan`, whose first `hidden` stages the user must read through."""

    plan: ExecutionPlan
    hidden: int
    logger: LoggerAdapter

    def conceal(self, error: StorletError) -> StorletError:
        """The error for the client. Logs what it leaves out."""
        stage = error.details.get("stage")
        if "stderr" not in error.details or (isinstance(stage, int) and stage >= self.hidden):
            return error
        storlet = self.plan.stages[stage or 0].storlet
        self.logger.error(
            "The storlet %r, which reads of %s require, failed in transaction %s: %s %r",
            storlet,
            self.plan.tenant,
            self.plan.request,
            error,
            error.details,
        )
        return StorletError(
            error.reason,
            f"the storlet {storlet!r}, which your reads require, failed: "
            f"report the transaction {self.plan.request} to the owner of the account",
            **{name: value for name, value in error.details.items() if name in _PUBLIC_MEMBERS},
        )

    def stream(self, stream: Stream) -> Stream:
        """The stream with the client's form of errors."""
        return _ConcealedStream(stream, self) if self.hidden else stream


class _ConcealedStream:
    def __init__(self, stream: Stream, concealment: ErrorConcealment) -> None:
        self._stream = stream
        self._concealment = concealment

    def read(self) -> Frame:
        try:
            frame = self._stream.read()
        except StorletError as error:
            raise self._concealment.conceal(error) from error
        return (
            self._concealment.conceal(StorletError.of_frame(frame)).frame() if frame.type == ERROR else frame
        )

    def close(self) -> None:
        self._stream.close()
