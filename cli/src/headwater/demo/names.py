"""Names shared by the demo's processes."""

BUCKET = "demo"

SOURCE = "flights.csv"
PARQUET = "by-month"
TEXT = "lines"

OUTPUTS = {PARQUET: "Parquet", TEXT: "text"}
"""The two datasets that the demo writes: the folder's name, which is also the Spark job's description, and
its title.
"""

TASKS = 8
"""The number of tasks of each write. The last one has less to do than the others."""


QUERY = """
SELECT month, count(*) AS flights, avg(arr_delay) AS delay
FROM flights WHERE dest = 'SEA' AND carrier = 'AS' GROUP BY month ORDER BY month
"""
"""The query of the second act: the delays of Alaska Airlines' flights to Seattle by month."""


class InjectedError(Exception):
    """The failure that the demo injects."""
