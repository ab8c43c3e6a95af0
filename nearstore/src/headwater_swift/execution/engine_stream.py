"""An engine's answer as a stream of frames, including the connection."""

import os
import time
from collections.abc import Sequence
from typing import Any

import eventlet

from headwater_swift.execution.module_reloads import Loader, Reloads, reports_missing
from headwater_swift.execution.pump import Pump
from headwater_swift.wire.engine import Engine, EngineAnswer
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import KEEP_ALIVE, BrokenAnswerError, Frame
from headwater_swift.wire.names import Reason
from headwater_swift.wire.restarts import await_next, reports_stopping

_SILENT_SECONDS = 2.5


class EngineStream:
    """The frames with which an engine answers a request.

    The request is sent immediately, in a green thread, which also loads the modules that the engine lacks. No
    call here therefore waits longer than its caller wants. The stream closes the `descriptors`. The
    descriptor of a `pump` comes before them.
    """

    def __init__(
        self,
        engine: Engine,
        request: dict[str, Any],
        descriptors: Sequence[int],
        load: Loader,
        pump: Pump | None = None,
    ) -> None:
        self._engine = engine
        self._request = request
        self._descriptors = list(descriptors)
        self._load = load
        self._pump = pump
        self._answer: EngineAnswer | None = None
        self._first: Frame | None = None
        self._error: Exception | None = None
        self._last_frame_at = time.monotonic()
        self._starter = eventlet.spawn(self._begin)

    def read(self) -> Frame:
        """The next frame, or a keep-alive while there is none."""
        return self.read_within(_SILENT_SECONDS) or KEEP_ALIVE

    def read_within(self, seconds: float) -> Frame | None:
        """The next frame, or None if there is none within this time.

        Raises StorletError, or the loader's error.
        """
        if self._answer is None and not self._await_start(seconds):
            return None
        first, self._first = self._first, None
        frame = first or self._next(seconds)
        if frame:
            self._last_frame_at = time.monotonic()
        return frame

    def close(self) -> None:
        """Cancel the rest."""
        self._starter.kill()
        self._release()
        if self._answer:
            self._answer.close()
        if self._pump:
            self._pump.close()

    def _begin(self) -> None:
        try:
            self._answer, self._first = self._send_request()
            if self._pump:
                self._pump.release_descriptor()
        except (BrokenAnswerError, TimeoutError) as error:
            self._error = self._explain(error)
            self._error.__cause__ = error
        except eventlet.Timeout as error:
            self._error = StorletError(
                Reason.ENGINE, f"the module was not loaded into the engine in time: {error}"
            )
        except Exception as error:  # noqa: BLE001 (raised where the stream is read)
            self._error = error
        finally:
            self._release()

    def _send_request(self) -> tuple[EngineAnswer, Frame]:
        """The engine's answer and its first frame. Modules that the engine lacks are loaded.

        If the engine stops, the next one gets the request. Neither refusal has read any input.
        """
        sent = [self._pump.descriptor] if self._pump else []
        reloads = Reloads(self._request["stages"], self._load)
        while True:
            answer = self._engine.send(self._request, [*sent, *self._descriptors])
            try:
                if self._pump:
                    self._pump.start(answer.cancel)
                first = answer.read(self._engine.timeout)
                missing, stopping = reports_missing(first), reports_stopping(first)
            except BaseException:
                answer.close()
                raise
            if not (missing or stopping):
                return answer, first
            answer.close()
            if stopping:
                await_next()
            else:
                reloads.reload(first)

    def _await_start(self, seconds: float) -> bool:
        with eventlet.Timeout(seconds, False):
            self._starter.wait()
        if self._error:
            raise self._error
        return self._answer is not None

    def _next(self, seconds: float) -> Frame | None:
        try:
            return self._answer.read(max(seconds, 0.001))
        except TimeoutError as error:
            if time.monotonic() - self._last_frame_at > self._engine.timeout:
                raise self._explain(error) from error
            return None
        except BrokenAnswerError as error:
            raise self._explain(error) from error

    def _explain(self, error: Exception) -> StorletError:
        """The cause of a silent or broken engine. If its input failed, that is the cause."""
        if isinstance(error, TimeoutError):
            return StorletError(Reason.ENGINE, f"the engine sent nothing for {self._engine.timeout:.0f} s")
        cause = self._pump.error if self._pump else None
        if isinstance(cause, StorletError):
            return cause
        if cause is not None:
            return StorletError(Reason.INPUT, f"the object could not be read to its end: {cause}")
        return StorletError(Reason.ENGINE, f"the engine closed its connection: {error}")

    def _release(self) -> None:
        while self._descriptors:
            os.close(self._descriptors.pop())
