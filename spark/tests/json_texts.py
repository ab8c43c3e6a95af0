"""JSON lines, some of which are malformed, unusual, or not of their columns' types."""

import json
import os
import random

SCHEMA = (
    "id int, name string, v double, n bigint, t timestamp, d date, s struct<a:int,b:array<string>>, "
    "b boolean, extra string"
)
SEED = int(os.environ.get("HEADWATER_SEED", "7"))
VALUES = {
    "name": ("a", "b", "é", None, 'q"uo', "x\ny", 5),
    "v": (1.5, 2, -3e2, "NaN", None, "7", {"x": 1}),
    "n": (1, 2**31, 2**63, "5", 3.0, None, True),
    "t": ("2015-01-01T00:00:00Z", "2015-01-01 00:00:00", "x", 5),
    "d": ("2015-01-01", "2015-1-1", "no"),
    "b": (True, False, "true", None),
    "p": (1.25, 1.255, 12, 99999.99, 1e-1, "1.5", None),
    "f": (0.1, -0.0, 7, 1e30, "x", None),
}
LAX = {"primitivesAsString": "true", "allowNumericLeadingZeros": "true", "allowComments": "true"}
"""Options with which Spark accepts more than standard JSON."""

ODD = (
    lambda line: line[:-3],
    lambda line: f"[{line},{line}]",
    lambda line: f"  {line}  ",
    lambda _: "",
    lambda line: line.replace('"id"', "'id'"),
    lambda line: line.replace('"name"', '"na\\u006de"'),
    lambda line: line[:-1] + ',"id":99}',
    lambda line: line + ' {"id":3}',
    lambda line: line.replace('"id": ', '"id": 0'),
    lambda line: line.replace('"f": 7', '"f": -0'),
)


def _line(draw: random.Random, number: int) -> str:
    members = {"id": number, "s": {"a": number % 3, "b": [1, {"c": 2}]}}
    members |= {name: draw.choice(values) for name, values in VALUES.items()}
    if draw.random() < 0.2:
        members.pop(draw.choice(list(members)))
    line = json.dumps(members, ensure_ascii=draw.random() < 0.5)
    return draw.choice(ODD)(line) if draw.random() < 0.1 else line


def lines(count: int = 600) -> str:
    """This many lines, the same for each seed."""
    draw = random.Random(SEED)
    return "\n".join(_line(draw, number) for number in range(count))
