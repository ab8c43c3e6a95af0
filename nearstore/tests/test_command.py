"""The commands `headwater storlets` and `headwater policy`."""

import json
import subprocess

import pytest
from store_support import HEADWATER, headwater

from headwater_swift.wire.frames import FrameReader
from storlet_support import Store, module

TEXT = b"one\ntwo\nthree\n"


@pytest.fixture(scope="module")
def command(store: Store, tmp_path_factory: pytest.TempPathFactory):
    """Run a command on the store. Its output is in bytes if `raw`."""
    store.owner.send_ok("PUT", "/box/command", data=TEXT)
    path = tmp_path_factory.mktemp("modules") / "mine.wasm"
    path.write_bytes(module("many"))

    def call(*arguments: object, raw: bool = False, stdin: str | None = None) -> subprocess.CompletedProcess:
        wanted = [HEADWATER, *map(str, arguments), "--data", store.data]
        if raw:
            return subprocess.run(wanted, capture_output=True, timeout=600, check=False)
        return headwater(*arguments, "--data", store.data, input=stdin)

    assert call("storlets", "deploy", path).returncode == 0
    return call


def test_list_and_show_and_remove(command, tmp_path):
    path = tmp_path / "passing.wasm"
    path.write_bytes(module("hello"))
    assert "deployed passing" in command("storlets", "deploy", path).stdout
    deployed = json.loads(command("storlets", "deploy", path, "--json").stdout)
    assert deployed == [{"name": "passing", "bytes": len(module("hello"))}]
    listed = json.loads(command("storlets", "list", "--json").stdout)
    assert {each["name"]: each["bytes"] for each in listed}["passing"] == len(module("hello"))
    assert "passing" in command("storlets", "list").stdout
    assert f"{len(module('hello'))}" in command("storlets", "show", "passing").stdout
    shown = json.loads(command("storlets", "show", "passing", "--json").stdout)
    assert (shown["name"], shown["bytes"]) == ("passing", len(module("hello")))
    assert command("storlets", "remove", "passing").returncode == 0
    gone = command("storlets", "show", "passing")
    assert gone.returncode == 1
    assert "there is no storlet 'passing'" in gone.stderr


def test_a_broken_module_is_not_deployed(command, tmp_path):
    path = tmp_path / "broken.wasm"
    path.write_bytes(b"no module")
    refused = command("storlets", "deploy", path)
    assert refused.returncode == 1
    assert "module:" in refused.stderr


@pytest.mark.parametrize("api", [[], ["--s3"]])
def test_run(command, api):
    upper = command("storlets", "run", "mine", "box/command", "-p", "do=upper", *api, raw=True)
    assert (upper.returncode, upper.stdout) == (0, TEXT.upper())
    parts = [
        command(
            "storlets",
            "run",
            "mine",
            "box/command",
            "-p",
            "do=lines",
            "--range",
            f"{at}-{at + 4}",
            *api,
            raw=True,
        )
        for at in range(0, len(TEXT), 5)
    ]
    assert b"".join(part.stdout for part in parts) == TEXT
    framed = command("storlets", "run", "mine", "box/command", "--framed", *api, raw=True)
    chunks = iter([framed.stdout])
    reader = FrameReader(lambda: next(chunks, b""))
    assert reader.read().payload == TEXT
    assert reader.read().document()["bytes_out"] == len(TEXT)


def test_an_error_cannot_control_the_terminal(command):
    failed = command("storlets", "run", "mine", "box/command", "-p", "do=\x1b]0;title\x07\u202e")
    assert failed.returncode == 1
    assert r"do=\x1b]0;title\x07\u202e: unknown action" in failed.stderr
    assert not {"\x1b", "\x07", "\u202e"} & set(failed.stderr)


@pytest.mark.parametrize("api", [[], ["--s3"]])
def test_a_failure_is_reported_with_the_exit_code(command, api):
    failed = command("storlets", "run", "mine", "box/command", "-p", "do=fail", *api)
    assert failed.returncode == 1
    assert "this is what went wrong" in failed.stderr
    late = command("storlets", "run", "mine", "box/command", "-p", "do=fail", "-p", "after=3000000", *api)
    assert late.returncode == 1
    assert "this is what went wrong" in late.stderr
    assert command("storlets", "run", "nothing", "box/command", *api).returncode == 1
    assert command("storlets", "run", "mine", "box", *api).returncode == 2


def test_a_long_value(command):
    value = "ä" * 5000
    done = command(
        "storlets",
        "run",
        "mine",
        "box/command",
        "-p",
        "do=replace",
        "-p",
        "from=one",
        "-p",
        f"to={value}",
        raw=True,
    )
    assert done.stdout == TEXT.replace(b"one", value.encode())


def test_policies(command, store: Store):
    store.owner.send_ok("PUT", "/command-policy")
    assert command("policy", "show", "command-policy").stdout == "{}\n"
    policy = {"priority": "gold", "quota": {"at_once": 3}}
    done = command("policy", "set", "command-policy", "--file", "-", stdin=json.dumps(policy))
    assert done.returncode == 0, done.stderr
    assert json.loads(command("policy", "show", "command-policy").stdout) == policy
    refused = command("policy", "set", "command-policy", "--file", "-", stdin='{"priority": "best"}')
    assert refused.returncode == 1
    assert "priority" in refused.stderr
    assert command("policy", "remove", "command-policy").returncode == 0
    assert command("policy", "show", "command-policy").stdout == "{}\n"
    assert command("policy", "show").stdout == "{}\n"


@pytest.mark.parametrize("bucket", ["command-names/object", ""])
def test_an_invalid_bucket_name_has_no_policy(command, store: Store, bucket):
    store.owner.send_ok("PUT", "/command-names")
    store.owner.send_ok("PUT", "/command-names/object", data=TEXT, headers={"X-Object-Meta-Color": "blue"})
    for arguments in (("set", bucket, "--file", "-"), ("show", bucket), ("remove", bucket)):
        refused = command("policy", *arguments, stdin='{"priority": "gold"}')
        assert refused.returncode == 2
        assert "not a bucket's name" in refused.stderr
    assert store.owner.send_ok("HEAD", "/command-names/object").headers["X-Object-Meta-Color"] == "blue"
    assert command("policy", "show").stdout == "{}\n"


@pytest.mark.parametrize("key", ["../command-other/one", "./a//b/.."])
def test_a_name_with_dots_is_not_resolved(command, store: Store, key):
    for path, content in (
        ("command-dots", None),
        ("command-other", None),
        ("command-other/one", b"another's"),
    ):
        store.owner.send_ok("PUT", f"/{path}", data=content)
    store.s3().put_object(Bucket="command-dots", Key=key, Body=TEXT)
    done = command("storlets", "run", "mine", f"command-dots/{key}", raw=True)
    assert (done.returncode, done.stdout) == (0, TEXT), done.stderr
    assert command("storlets", "run", "mine", f"/{key}", raw=True).returncode == 2
