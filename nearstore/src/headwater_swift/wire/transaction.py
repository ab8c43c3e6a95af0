"""Swift's id of a request, which its logs and the answer's `X-Trans-Id` have."""

from swift.common.swob import Request


def transaction_of(request: Request) -> str:
    """The id, or an empty text for a request that Swift has not named."""
    return request.environ.get("swift.trans_id", "")
