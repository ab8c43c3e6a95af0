"""SQL over CSV and JSON with chDB."""

import json

import chdb

_FORMS = {"csv": "CSVWithNames", "json": "JSONEachRow"}
_TYPES = {"string": "String", "double": "Float64"}


def run(request: dict) -> list:
    """The rows of a query."""
    s3 = request["s3"]
    url = request["url"].replace("s3://", f"{s3['endpoint']}/", 1)
    columns = ", ".join(f"{name} {_TYPES[kind]}" for name, kind in request["schema"])
    form = _FORMS[request["form"]]
    source = f"s3('{url}', '{s3['access_key']}', '{s3['secret_key']}', '{form}', '{columns}')"
    sql = f"WITH {request['view']} AS (SELECT * FROM {source}) {request['sql']}"  # noqa: S608
    return json.loads(str(chdb.query(sql, "JSONCompact")))["data"]
