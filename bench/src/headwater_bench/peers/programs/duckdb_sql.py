"""SQL over CSV and JSON with DuckDB."""

from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import duckdb_extension_httpfs

_TYPES = {"string": "VARCHAR", "double": "DOUBLE"}

connection = duckdb.connect(config={"enable_external_file_cache": False})  # Each round reads the store.
_EXTENSIONS = Path(duckdb_extension_httpfs.__file__).parent / "extensions"
connection.load_extension(str(_EXTENSIONS / f"v{duckdb.__version__}" / "httpfs.duckdb_extension"))


def run(request: dict) -> list:
    """The rows of a query."""
    s3 = request["s3"]
    connection.execute(
        "CREATE OR REPLACE SECRET (TYPE s3, KEY_ID ?, SECRET ?, REGION ?, ENDPOINT ?, URL_STYLE 'path', "
        "USE_SSL false)",
        [s3["access_key"], s3["secret_key"], s3["region"], urlsplit(s3["endpoint"]).netloc],
    )
    columns = {name: _TYPES[kind] for name, kind in request["schema"]}
    if request["form"] == "csv":
        view = connection.read_csv(request["url"], header=True, columns=columns)
    else:
        view = connection.read_json(request["url"], format="newline_delimited", columns=columns)
    connection.register(request["view"], view)
    # DuckDB's aggregate is called first.
    return connection.execute(request["sql"].replace("first_value(", "first(")).fetchall()
