"""The one exception that the command line turns into a message instead of a traceback."""


class HeadwaterError(Exception):
    """Something the user can act on.

    `str(error)` says what happened and to which thing; `advice` says what to do about it; `detail`
    is evidence, such as the end of a log. None of the three may hold a secret.
    """

    def __init__(self, message: str, *, advice: str = "", detail: str = "") -> None:
        super().__init__(message)
        self.advice = advice
        self.detail = detail
