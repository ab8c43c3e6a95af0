"""What a refusal of the first request means."""

from botocore.exceptions import ClientError

from headwater.doctor.finding import Finding, Grade, failure
from headwater.doctor.subject import Subject, code, reason

_SECRET = (
    "The store does not know these keys: the secret key does not belong to the access key {key}.",
    "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that both are of this store.",
)
_UNKNOWN = (
    "The store does not know the access key {key}.",
    "Check AWS_ACCESS_KEY_ID, and that the key is of this store.",
)
_EXPIRED = ("The keys have expired.", "Get new ones, with a new AWS_SESSION_TOKEN.")
_REGION = (
    "The bucket {bucket} is in another region than {region}.",
    "Set AWS_REGION to the bucket's region.",
)
_KEYS = {
    "SignatureDoesNotMatch": _SECRET,
    "InvalidAccessKeyId": _UNKNOWN,
    "XAdminUserNotFound": _UNKNOWN,  # of versitygw
    "ExpiredToken": _EXPIRED,
    "InvalidToken": _EXPIRED,
}
_OTHERS = {
    "NoSuchBucket": (
        "bucket",
        "There is no bucket {bucket}.",
        "Check the name in the URI, or create the bucket.",
    ),
    "InvalidBucketName": (
        "bucket",
        "The name {bucket} is not that of a bucket.",
        "Correct the name in the URI: lower-case letters, digits, points and hyphens.",
    ),
    "RequestTimeTooSkewed": (
        "clock",
        "The store refuses requests, because this machine's clock differs too much from its own.",
        "Set the clock by NTP: timedatectl set-ntp true.",
    ),
    "AccessDenied": (
        "list",
        "The keys may not list the bucket {bucket}.",
        "Give them the right to list it (s3:ListBucket, in Swift the read ACL .rlistings).",
    ),
    "AuthorizationHeaderMalformed": ("region", *_REGION),
    "PermanentRedirect": ("region", *_REGION),
    "IllegalLocationConstraintException": ("region", *_REGION),
} | {name: ("keys", *texts) for name, texts in _KEYS.items()}


def refusal(subject: Subject, check: str, error: ClientError) -> Finding:
    """The finding of a request that the store refused."""
    client = subject.client
    found = _OTHERS.get(code(error))
    if found is None:
        return failure(check, reason(error), Grade.ERROR)
    keys = client._request_signer._credentials  # noqa: SLF001 (botocore has no other way to see them)
    names = {
        "bucket": subject.bucket,
        "region": client.meta.region_name,
        "key": keys.access_key if keys else "",
    }
    return Finding(found[0], Grade.ERROR, found[1].format(**names), found[2])
