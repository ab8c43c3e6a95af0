"""The only exception that the command line converts to a message instead of a traceback."""


class HeadwaterError(Exception):
    """An error that the user can act on.

    `str(error)` says what happened and to which object. `advice` says what to do. `detail` is evidence, such
    as the end of a log. None of the three may contain a secret. A traceback shows the advice as a note.
    """

    def __init__(self, message: str, *, advice: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.advice = advice
        self.detail = detail
        if advice:
            self.add_note(advice)


class MissingContainerError(HeadwaterError, FileNotFoundError):
    """A container of Swift does not exist."""
