"""Errors and their responses: protocol/STORLETS.md, section 2.

In the Swift API an error has a JSON body. S3 clients understand XML only. In the S3 API the same members are
elements of S3's error document, whose code is `Storlet` and the reason: `StorletBusy`.
"""

import json
from typing import Any, Self

from swift.common.middleware.s3api.s3response import ErrorResponse, S3NotImplemented
from swift.common.swob import Request, Response

from headwater_swift.wire.frames import ERROR, Frame, of_document
from headwater_swift.wire.names import Reason

_STATUS = {
    Reason.PARAMETERS: 400,
    Reason.POLICY: 403,
    Reason.STORLET: 404,
    Reason.LIMIT: 413,
    Reason.RANGE: 416,
    Reason.ETAG: 422,
    Reason.MODULE: 422,
    Reason.FAILED: 422,
    Reason.INTERNAL: 500,
    Reason.INPUT: 502,
    Reason.BUSY: 503,
    Reason.ENGINE: 503,
    Reason.SPACE: 507,
}
RETRY_SECONDS = 1
"""How long a client should wait that is refused without an estimate."""


class StorletError(Exception):
    """A reason of the protocol, a message that says what to do, and further members of the response."""

    def __init__(self, reason: str, message: str, **details: Any) -> None:
        super().__init__(message)
        known = reason in _STATUS
        self.reason = Reason(reason) if known else Reason.INTERNAL
        self.details = details if known else {**details, "engine_reason": reason}

    @classmethod
    def of_frame(cls, frame: Frame) -> Self:
        """The error in an error frame."""
        document = frame.document()
        reason, message = str(document.pop("error", Reason.INTERNAL)), str(document.pop("message", ""))
        return cls(reason, message, **{str(name): value for name, value in document.items()})

    @property
    def status(self) -> int:
        """The HTTP status."""
        return _STATUS[self.reason]

    def frame(self) -> Frame:
        """The error frame of this error."""
        return of_document(ERROR, self._members())

    def response(self, request: Request) -> Response:
        """The response to a request of the Swift API.

        For the S3 API, raises an exception that s3api converts to one.
        """
        headers = {}
        if self.status == 503:  # noqa: PLR2004
            headers["Retry-After"] = str(max(1, round(float(self.details.get("retry_after", RETRY_SECONDS)))))
        if "s3api.auth_details" in request.environ:
            raise _S3Error(self, headers)
        body = json.dumps(self._members()) + "\n"
        return Response(
            status=self.status, body=body, headers=headers, content_type="application/json", request=request
        )

    def _members(self) -> dict[str, Any]:
        return {"error": self.reason, "message": str(self), **self.details}


def refuse_object_attributes(env: dict[str, Any]) -> None:
    """Raise an error for GetObjectAttributes, which s3api handles as a GetObject with the object's bytes."""
    if "s3api.auth_details" in env and "HTTP_X_AMZ_OBJECT_ATTRIBUTES" in env:
        raise S3NotImplemented("GetObjectAttributes is not implemented here. Use HeadObject.")


class _S3Error(ErrorResponse):
    """s3api returns errors of this kind from its inner parts unchanged, and maps others to its own."""

    def __init__(self, error: StorletError, headers: dict[str, str]) -> None:
        self._code = f"Storlet{error.reason.capitalize()}"
        self._status = Response(status=error.status).status
        members = {name: _text(value) for name, value in error.details.items()}
        super().__init__(str(error), **({"headers": headers} if headers else {}), **members)


def _text(value: Any) -> str:
    """A member's value in XML, which cannot contain control characters."""
    text = value if isinstance(value, str) else json.dumps(value)
    return "".join(char if char.isprintable() or char in "\n\t" else "?" for char in text)
