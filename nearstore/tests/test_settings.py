"""The settings of the filters' sections: the documented ones, bad values, and unknown names."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from swift.common.wsgi import NamedConfigLoader

from headwater_swift.access.policy import PRIORITIES
from headwater_swift.http.settings import PARSERS, Settings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operate" / "swift.md"
SECTIONS = """
[DEFAULT]
swift_dir = /etc/swift
engine_timout = 1
log_custom_handlers = headwater.embedded.logs.to_file
log_file = {log}

[filter:storlets]
use = egg:headwater_swift#storlets
set log_level = INFO
log_name = near
execution_server = proxy
{setting}

[filter:guard]
use = egg:headwater_swift#storlets_guard
{setting}
"""


def warnings(folder: Path, section: str, setting: str) -> str:
    """What the log says after the filter of a section was made."""
    log, conf = folder / "log", folder / "server.conf"
    conf.write_text(SECTIONS.format(log=log, setting=setting))
    NamedConfigLoader(str(conf)).get_filter(section)
    return log.read_text() if log.exists() else ""


@pytest.mark.parametrize(
    ("setting", "advice"),
    [
        ("engine_timeuot = 5", " Use engine_timeout."),
        ("container = a", " Use storlet_container."),
        ("q = 1", ""),
    ],
)
def test_a_setting_that_does_not_exist_is_reported_with_the_nearest(tmp_path, setting, advice):
    name = setting.partition(" ")[0]
    expected = f"[filter:storlets] has no setting {name}, so it is ignored.{advice}\n"
    assert warnings(tmp_path, "storlets", setting).endswith(expected)


@pytest.mark.parametrize(
    ("section", "setting"),
    [("storlets", "engine_timeout = 5"), ("storlets", "log_level = INFO"), ("guard", "")],
)
def test_settings_of_the_filter_and_of_swift_are_not_reported(tmp_path, section, setting):
    assert warnings(tmp_path, section, setting) == ""


def test_the_guard_has_no_settings(tmp_path):
    assert "[filter:guard] has no setting cache_seconds, so" in warnings(
        tmp_path, "guard", "cache_seconds = 1"
    )


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("execution_server", "both", "one of proxy, object"),
        ("engine_socket", "", "a text with at least one character"),
        ("engine_timeout", "ten", "a number of seconds greater than 0"),
        ("engine_timeout", "inf", "a number of seconds greater than 0"),
        ("storlet_container", "a/b", "a container's name, without /"),
        ("max_module_size", "32 MiB", "a whole number of bytes greater than 0"),
        ("cache_seconds", "0", "a whole number of seconds greater than 0"),
        ("max_priority", "platinum", "one of gold, silver, bronze"),
        ("max_requests", "-1", "a whole number of requests greater than 0"),
        ("weights", "AUTH_a", "ACCOUNT:WEIGHT, separated by commas, each account once"),
        ("weights", "AUTH_a:2,AUTH_a:3", "ACCOUNT:WEIGHT, separated by commas, each account once"),
        ("weights", "AUTH_a:1;AUTH_b:2", "ACCOUNT:WEIGHT, separated by commas, each account once"),
        ("weights", "AUTH_a:1 AUTH_b:2", "ACCOUNT:WEIGHT, separated by commas, each account once"),
        ("weights", "AUTH_a:much", "ACCOUNT:WEIGHT, with weights from 0.01 to 100"),
        ("weights", "AUTH_a:nan", "ACCOUNT:WEIGHT, with weights from 0.01 to 100"),
        ("weights", "AUTH_a:101", "ACCOUNT:WEIGHT, with weights from 0.01 to 100"),
    ],
)
def test_a_bad_value_is_an_error(name, value, expected):
    message = f"{name} of [filter:storlets] is {value!r}: it must be {expected}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Settings.parse({"execution_server": "proxy", name: value})


def test_accounts_have_weights():
    settings = Settings.parse({"execution_server": "proxy", "weights": "AUTH_a:4, AUTH_b:c:0.5,"})
    assert settings.weights == {"AUTH_a": 4, "AUTH_b:c": 0.5}


def test_the_server_must_be_named():
    with pytest.raises(ValueError, match="execution_server of"):
        Settings.parse({})


def test_the_page_has_every_setting_with_its_default():
    table = PAGE.read_text(encoding="utf-8").split("\n## Settings\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", table, re.MULTILINE)
    documented = {name: value.strip("`") for name, value in rows}
    assert documented.keys() == PARSERS.keys() == {field.name for field in fields(Settings)}
    for field in fields(Settings):
        if field.default is not MISSING:
            assert PARSERS[field.name](documented[field.name]) == field.default
    assert set(PRIORITIES) <= set(re.findall(r"`(\w+)`", table))
