"""The programs of docs/guides/python.md read exactly the committed rows."""

import subprocess
import sys
from pathlib import Path

import page_support
from dataset_support import A, B, Lake, part
from parquet_support import parquet

PAGE = page_support.page("guides/python.md")
ROOT = "flights"


def test_the_programs_print_the_committed_rows(store: dict, s3, tmp_path: Path) -> None:
    lake = Lake(store, s3, "python-page")
    days = [lake.put(part(ROOT, A, n, f"month={n + 1}/"), parquet(10 * n, 10)) for n in (0, 1)]
    lake.commit(ROOT, A, days)
    lake.commit(ROOT, B, [lake.put(part(ROOT, B, 0, "month=2/"), parquet(20, 5))], kind="delta")
    lake.put(part(ROOT, A, 0, "month=1/", attempt=1), parquet(0, 3))
    environment = page_support.environment(Path(store["data"]), tmp_path)

    def run(name: str) -> list[str]:
        program = page_support.programs(PAGE)[name].replace("s3://lake/", lake.uri(""))
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    assert run("read_flights.py") == ["25 rows", "15 of February", str(sum(range(25)))]
    assert run("query_flights.py") == ["[(1, 10), (2, 15)]", "[(5,)]"]
    assert run("write_flights.py") == ["30 rows"]


def test_swift_is_read_by_its_own_api(store: dict, s3, tmp_path: Path) -> None:
    lake = Lake(store, s3, "python-page-swift")
    lake.commit(ROOT, A, [lake.put(part(ROOT, A), parquet(0, 10))])
    swift = store["swift"]
    environment = page_support.environment(Path(store["data"]), tmp_path) | {
        "ST_AUTH": swift["auth_url"],
        "ST_USER": swift["user"],
        "ST_KEY": swift["key"],
    }
    program = page_support.programs(PAGE)["read_swift.py"].replace("//lake.", f"//{lake.bucket}.")
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "10 rows\n10 rows of the first file\n"), done.stderr
    assert "notes.txt" in lake.stored()


def test_the_queries_print_what_the_page_shows(store: dict, lake_of_the_pages: Lake, tmp_path: Path) -> None:
    lake_of_the_pages.put(
        "meters.csv",
        b"date,city,kwh\n2015-01-02,Rotterdam,7.25\n2015-02-02,Rotterdam,1.5\n2015-01-03,Delft,3.5\n",
    )
    environment = page_support.environment(Path(store["data"]), tmp_path)
    program = page_support.programs(PAGE)["query_meters.py"]
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "1 rows ['date', 'kwh']\n"), done.stderr
    page_support.run(page_support.examples(PAGE), tmp_path, environment)
    assert (tmp_path / "found.parquet").exists()
