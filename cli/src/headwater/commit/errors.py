"""Why a job did not commit, or may not have committed."""

from headwater.core.errors import HeadwaterError


class ConcurrentCommitError(HeadwaterError):
    """Another job was faster. This one wrote nothing that readers count."""


class UnknownCommitError(HeadwaterError):
    """It is not known whether the job committed. Nothing was deleted."""
