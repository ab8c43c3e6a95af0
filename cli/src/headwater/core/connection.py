"""A running store's address and keys, ready to paste."""

import shlex

SERVICE = "headwater"
"""The Swift service of a running store in Spark's settings: `swift://container.headwater/path`."""


def spark_values(document: dict) -> dict[str, str]:
    """Spark's settings for a running store, by both APIs, from its JSON document. Two are secrets."""
    s3, swift = document["s3"], document["swift"]
    service = f"swift.service.{SERVICE}"
    values = {
        "s3.endpoint": s3["endpoint"],
        "s3.access.key": s3["access_key"],
        "s3.secret.key": s3["secret_key"],
        "s3.path.style.access": "true",
        "s3.region": s3["region"],
        f"{service}.auth.url": swift["auth_url"],
        f"{service}.user": swift["user"],
        f"{service}.secret.key": swift["key"],
    }
    return {f"spark.hadoop.fs.headwater.{name}": value for name, value in values.items()}


def spark_settings(document: dict) -> str:
    """The same as lines for spark-defaults.conf."""
    return "\n".join(f"{name} {value}" for name, value in spark_values(document).items())


def shell_exports(document: dict) -> str:
    """Export lines that the AWS tools and the swift client understand."""
    s3, swift = document["s3"], document["swift"]
    values = {
        "AWS_ENDPOINT_URL": s3["endpoint"],
        "AWS_REGION": s3["region"],
        "AWS_ACCESS_KEY_ID": s3["access_key"],
        "AWS_SECRET_ACCESS_KEY": s3["secret_key"],
        "ST_AUTH": swift["auth_url"],
        "ST_USER": swift["user"],
        "ST_KEY": swift["key"],
    }
    return "\n".join(f"export {name}={shlex.quote(value)}" for name, value in values.items())
