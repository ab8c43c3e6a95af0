"""The file system by which Arrow reads a bucket."""

from pyarrow import fs

from headwater.core.bucket import Bucket


def filesystem(bucket: Bucket) -> fs.FileSystem:
    """Arrow's own client of S3, for the bucket's endpoint, region and keys."""
    access = bucket.access
    return fs.S3FileSystem(
        access_key=access.get("AWS_ACCESS_KEY_ID"),
        secret_key=access.get("AWS_SECRET_ACCESS_KEY"),
        session_token=access.get("AWS_SESSION_TOKEN"),
        region=bucket.region,
        endpoint_override=bucket.endpoint,
    )
