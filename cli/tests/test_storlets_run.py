"""The headers with which `headwater storlets run` names storlets and their parameters."""

import click
import pytest

from headwater.commands.storlets_run import _headers


def test_a_parameter_names_its_storlet_by_a_number():
    headers = _headers("grep,csv", ("pattern=a", "2.sep=;", "1.invert=true"), None)
    parameters = {name: value for name, value in headers.items() if "Parameter" in name}
    assert parameters == {
        "X-Storlet-Parameter-1": "pattern:a",
        "X-Storlet-2-Parameter-2": "sep:%3B",
        "X-Storlet-Parameter-3": "invert:true",
    }


@pytest.mark.parametrize("parameter", ["3.sep=;", "0.sep=;"])
def test_a_parameter_of_no_storlet_is_refused_with_the_storlets(parameter: str):
    with pytest.raises(click.BadParameter, match="is of no storlet: 1 is grep, 2 is csv"):
        _headers("grep,csv", (parameter,), None)
