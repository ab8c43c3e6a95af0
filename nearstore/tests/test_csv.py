"""The shipped storlet `csv` in the store returns the same rows as awk, by every kind of request."""

import json
import random
import subprocess

import pytest
from headwater.core.artifacts import shipped
from store_support import HEADWATER, headwater

from storlet_support import Store, run_headers, s3_get

SELECTION = json.dumps({"column": 2, "type": "string", "op": "eq", "value": "Tours"})
CITIES = ["Tours", "Haifa", "Rotterdam"]


def rows(number: int, seed: int = 7) -> bytes:
    """Rows of a number, a decimal number and a city."""
    rng = random.Random(seed)
    return b"".join(
        f"{at},{rng.randrange(10**6) / 100},{rng.choice(CITIES)}\n".encode() for at in range(number)
    )


def awk(content: bytes) -> bytes:
    """The result of the same query outside the store."""
    program = '$3 == "Tours" {print $3 "," $1}'
    return subprocess.run(["awk", "-F,", program], input=content, capture_output=True, check=True).stdout


@pytest.fixture(scope="module")
def csv(store: Store) -> Store:
    """The store with the storlet."""
    module = shipped("storlets") / "csv.wasm"
    done = headwater("storlets", "deploy", module, "--data", store.data)
    assert done.returncode == 0, done.stderr
    return store


def run(store: Store, key: str, *options: str) -> bytes:
    parameters = ("-p", f"selection={SELECTION}", "-p", "columns=2,0")
    command = [HEADWATER, "storlets", "run", "csv", f"box/{key}", *parameters, *options, "--data", store.data]
    return subprocess.run(command, capture_output=True, timeout=600, check=True).stdout


@pytest.mark.parametrize("api", [[], ["--s3"]])
def test_the_command_has_the_output_of_awk(csv: Store, api: list[str]):
    content = rows(100_000)
    csv.owner.send_ok("PUT", "/box/rows.csv", data=content)
    assert run(csv, "rows.csv", *api) == awk(content)
    third = len(content) // 3
    ranges = [f"0-{third - 1}", f"{third}-{2 * third - 1}", f"{2 * third}-"]
    assert b"".join(run(csv, "rows.csv", "--range", each, *api) for each in ranges) == awk(content)


def test_splits_of_every_size(csv: Store):
    content = rows(8)
    csv.owner.send_ok("PUT", "/box/few.csv", data=content)
    for size in range(1, len(content) + 1):
        parts = [
            csv.owner.run("/box/few.csv", "csv", split(at, size), selection=SELECTION, columns="2,0")
            for at in range(0, len(content), size)
        ]
        assert b"".join(parts) == awk(content), size


def test_splits_of_some_sizes_by_the_s3_api(csv: Store):
    content = rows(8, seed=8)
    csv.owner.send_ok("PUT", "/box/few-s3.csv", data=content)
    client = csv.s3()
    for size in (1, 2, 7, 16, 50, len(content)):
        headers = [
            run_headers("csv", selection=SELECTION, columns="2,0") | split(at, size)
            for at in range(0, len(content), size)
        ]
        parts = [s3_get(client, "few-s3.csv", each)["Body"].read() for each in headers]
        assert b"".join(parts) == awk(content), size


def split(at: int, size: int) -> dict[str, str]:
    return {"X-Storlet-Range": f"bytes={at}-{at + size - 1}"}
