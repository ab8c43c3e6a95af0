"""`headwater policy set` refuses documents that could be read in two ways, before it sends anything."""

import pytest
from click.testing import CliRunner

from headwater.commands.policy import policy


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"require": [{"storlet": "redact"}], "require": []}', "a member occurs twice"),
        ('{"quota": {"time": 1, "time": 60}}', "a member occurs twice"),
        ("{", "Expecting property name"),
        (b"\xff", "can't decode byte"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_an_ambiguous_or_invalid_policy_is_refused(text: str | bytes, reason: str):
    result = CliRunner().invoke(policy, ["set", "box", "--file", "-"], input=text)
    assert result.exit_code == 2
    assert reason in result.output
