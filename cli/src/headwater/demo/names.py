"""What the demo's processes call the same things."""

BUCKET = "demo"

SOURCE = "flights.csv"
PARQUET = "by-month"
TEXT = "lines"

OUTPUTS = {PARQUET: "Parquet", TEXT: "text"}
"""The two datasets that the demo writes: the folder's name, which is also the Spark job's description, and
what it is."""

TASKS = 8
"""How many tasks each write has; the last one has less to do than the others."""


class InjectedError(Exception):
    """The failure that the demo injects."""
