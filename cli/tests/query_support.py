"""Records and conditions for the tests of queries."""

import random

import pyarrow as pa

import headwater

SCHEMA = pa.schema(
    [
        ("day", pa.date32()),
        ("city", pa.string()),
        ("kwh", pa.float64()),
        ("price", pa.decimal128(8, 2)),
        ("n", pa.int64()),
        ("ok", pa.bool_()),
        ("time", pa.timestamp("us")),
    ]
)
CITIES = ["Rotterdam", "Delft", '"a,b"', '"say ""x"""', "", "back\\slash", '"plain"', "ä"]
CONDITIONS = [
    None,
    "city = 'Rotterdam'",
    "city like 'R%' and day >= '2026-01-15'",
    "not (city in ('Delft', 'ä') or kwh < 10.5)",
    "city is null",
    "price between 1.25 and 700 and n <> 3",
    "ok or n = 7",
    "city = 'say \"x\"'",
    "upper(city) = 'DELFT' and n < 400",
    "time > timestamp '2026-01-02 03:00:00' and price > 5",
    "city like '%ott%' or city not like 'D_lft'",
]


def rows_of_csv(count: int) -> bytes:
    draw = random.Random(7)
    lines = [",".join(SCHEMA.names)]
    for n in range(count):
        day = f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}"
        price = "" if n % 17 == 0 else f"{draw.randrange(100_000) / 100}"
        kwh = "NaN" if n % 101 == 0 else f"{n / 8}"
        flag = draw.choice(["true", "false", ""])
        lines.append(f"{day},{draw.choice(CITIES)},{kwh},{price},{n},{flag},{day} 0{n % 10}:00:00")
    return ("\n".join(lines) + "\n").encode()


def read(uri: str, *, pushdown: bool, **options) -> list[dict]:
    """The rows of a query."""
    return headwater.query(uri, pushdown=pushdown, **options).read_all().to_pylist()
