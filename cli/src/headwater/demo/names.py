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


QUERY = """
SELECT month, count(*) AS flights, avg(arr_delay) AS delay
FROM flights WHERE dest = 'SEA' AND carrier = 'AS' GROUP BY month ORDER BY month
"""
"""What the second act asks: how late Alaska Airlines' flights came to Seattle, month by month."""


class InjectedError(Exception):
    """The failure that the demo injects."""
