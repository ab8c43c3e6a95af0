"""A running store's address and keys, ready to paste."""

import shlex


def spark_values(document: dict) -> dict[str, str]:
    """Spark's settings for a running store, from its JSON document; one of them is a secret."""
    s3 = document["s3"]
    values = {
        "endpoint": s3["endpoint"],
        "access.key": s3["access_key"],
        "secret.key": s3["secret_key"],
        "path.style.access": "true",
        "region": s3["region"],
    }
    return {f"spark.hadoop.fs.headwater.s3.{name}": value for name, value in values.items()}


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
