"""What a store needs for tenants: the arithmetic, and the table of the command."""

import pytest
from click.testing import CliRunner

from bench_support import row, sample
from headwater_bench.command import bench
from headwater_bench.core.files import CHECKOUT
from headwater_bench.pages.cells import cost
from headwater_bench.scale.sizing import BUSY, Cost, need


def test_the_busy_share_of_the_processors_is_the_seconds_of_each_second():
    found = need(2.0, Cost(seconds=1.2, sent=0.5, proxies=0.25), cores=8)
    assert BUSY * (found.proxies + found.objects) == pytest.approx(2.0 * 1.2)
    assert found.objects == pytest.approx(3 * found.proxies)
    assert found.sent == 1.0


@pytest.mark.parametrize(("cores", "servers", "memory_gib"), [(1, 11, 3.85), (4, 3, 4.6), (32, 1, 11.6)])
def test_machines_are_whole_with_a_worker_for_each_processor(cores, servers, memory_gib):
    found = need(1.0, Cost(seconds=6.3, sent=1.0, proxies=0.0), cores)
    assert (found.servers, found.workers) == (servers, servers * cores)
    assert found.memory_gib == pytest.approx(memory_gib)


def test_a_gib_costs_the_median_of_the_rows_by_the_bytes_that_a_query_reads():
    rows = [row("One", on=[sample(1.0, received)]) for received in (2**20, 2**26, 2**27)]
    assert cost(rows, "on", size=2**28, proxies=0.1) == Cost(seconds=2.0, sent=0.25, proxies=0.1)


def test_the_page_has_the_table_of_the_command():
    done = CliRunner().invoke(bench, ["sizing"])
    assert done.exit_code == 0, done.output
    assert "| plain GETs |" in done.output
    assert done.output in (CHECKOUT / "docs/operate/sizing.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("odd", ["--rate=nan", "--rate=inf", "--rate=0", "--tenants=0", "--cores=1e9"])
def test_an_odd_number_is_refused(odd: str):
    assert CliRunner().invoke(bench, ["sizing", odd]).exit_code == 2
