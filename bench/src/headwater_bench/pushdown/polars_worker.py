"""Runs SQL with Polars: JSON lines in, JSON lines out. The first line contains the store's options.

A separate program: it runs with Polars on its path and without Headwater.
"""

import json
import sys
import time

import polars as pl

_TYPES = {"string": pl.String, "double": pl.Float64}


def run(request: dict, options: dict) -> dict:
    """Run a query from naming its data to its last row."""
    schema = {name: _TYPES[kind] for name, kind in request["schema"]}
    begin = time.perf_counter()
    data = pl.scan_csv(request["url"], schema=schema, storage_options=options)
    frame = pl.SQLContext({request["view"]: data}).execute(request["sql"]).collect()
    return {"seconds": time.perf_counter() - begin, "rows": frame.rows()}


def main() -> None:
    """Answer requests until the input ends."""
    options = json.loads(sys.stdin.readline())
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line), options)), flush=True)


if __name__ == "__main__":
    main()
