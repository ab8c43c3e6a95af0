"""up, status and down with real servers."""

import json
import os
import stat
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import psutil
import pytest
import requests

from store_support import SwiftSession, headwater, s3_client, servers_of


def pids(document: dict) -> list[int]:
    return [server["pid"] for server in document["servers"]]


def test_data_outlives_down_and_up_through_both_apis(own_store, tmp_path):
    data = tmp_path / "with space ;= ü"  # difficult for a configuration file
    first = own_store("--bucket", "kept", data=data)
    s3_client(first).put_object(Bucket="kept", Key="by/s3", Body=b"from S3")
    SwiftSession(first).send_ok("PUT", "/kept/by/swift", data=b"from Swift")

    done = headwater("down", "--json", "--data", data)
    assert json.loads(done.stdout) == {"data": str(data), "was_running": True}
    assert servers_of(data) == []
    second = own_store(data=data)

    assert second["s3"] == first["s3"] | {"endpoint": second["s3"]["endpoint"]}
    client = s3_client(second)
    assert client.get_object(Bucket="kept", Key="by/swift")["Body"].read() == b"from Swift"
    assert SwiftSession(second).send_ok("GET", "/kept/by/s3").content == b"from S3"
    listed = [each["Key"] for each in client.list_objects_v2(Bucket="kept")["Contents"]]
    assert listed == ["by/s3", "by/swift"]


def test_a_second_up_reports_it_and_changes_nothing(store):
    done = headwater("up", "--json", "--data", store["data"], "--bucket", "another")
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert document["already_running"] is True
    assert pids(document) == pids(store)
    names = [bucket["Name"] for bucket in s3_client(store).list_buckets()["Buckets"]]
    assert {"shared", "another"} <= set(names)


def test_up_prints_settings_to_paste(store):
    done = headwater("up", "--data", store["data"])
    assert done.returncode == 0
    assert "already runs" in done.stdout
    assert f"spark.hadoop.fs.headwater.s3.endpoint {store['s3']['endpoint']}\n" in done.stdout
    assert f"spark.hadoop.fs.headwater.s3.access.key {store['s3']['access_key']}\n" in done.stdout
    assert f"spark.hadoop.fs.headwater.s3.secret.key {store['s3']['secret_key']}\n" in done.stdout
    assert "spark.hadoop.fs.headwater.s3.path.style.access true\n" in done.stdout
    assert "spark.hadoop.fs.headwater.s3.region us-east-1\n" in done.stdout
    service = "spark.hadoop.fs.headwater.swift.service.headwater"
    for name, key in (("auth.url", "auth_url"), ("user", "user"), ("secret.key", "key")):
        assert f"{service}.{name} {store['swift'][key]}\n" in done.stdout
    assert store["readonly"]["secret_key"] not in done.stdout + done.stderr


def test_status_shows_servers_and_ports(store):
    done = headwater("status", "--json", "--data", store["data"])
    document = json.loads(done.stdout)
    assert done.returncode == 0
    assert document["state"] == "running"
    assert {s["state"] for s in document["servers"]} == {"running"}
    names = {s["name"] for s in document["servers"]}
    assert names - {"engine"} == {"account", "container", "object", "proxy"}
    assert document["storlets"]["enabled"] == ("engine" in names)
    assert document["disk"]["used_bytes"] > 0
    assert document["disk"]["free_bytes"] > 0
    shown = headwater("status", "--data", store["data"]).stdout
    assert store["s3"]["endpoint"] in shown
    assert [pid for pid in pids(store) if str(pid) not in shown] == []
    assert str(Path(store["data"]) / "logs") in shown
    assert store["s3"]["secret_key"] not in shown


def test_env_is_understood_by_a_shell(store):
    exports = headwater("env", "--data", store["data"]).stdout
    script = f'{exports}\nprintf "%s" "$AWS_ENDPOINT_URL $AWS_SECRET_ACCESS_KEY"'
    said = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True).stdout
    assert said == f"{store['s3']['endpoint']} {store['s3']['secret_key']}"


def test_nothing_runs(tmp_path):
    assert headwater("status", "--data", tmp_path).returncode == 3
    assert "was not running" in headwater("down", "--data", tmp_path).stdout
    assert headwater("down", "--data", tmp_path / "absent").returncode == 0
    assert not (tmp_path / "absent").exists()
    env = headwater("env", "--data", tmp_path)
    assert env.returncode == 1
    assert "headwater up" in env.stderr


def test_all_servers_listen_on_loopback_only(store):
    for pid in pids(store):
        listening = [c for c in psutil.Process(pid).net_connections("inet") if c.status == psutil.CONN_LISTEN]
        assert [c.laddr.ip for c in listening] == ["127.0.0.1"]


def test_servers_are_independent_of_the_shell(store):
    for pid in pids(store):
        assert os.getsid(pid) == pid
        opened = [Path(f"/proc/{pid}/fd/{number}").readlink() for number in range(3)]
        logs = Path(store["data"], "logs")
        assert opened[0] == Path("/dev/null")
        assert all(each == Path("/dev/null") or each.parent == logs for each in opened[1:])


def test_keys_are_the_owners_only(store):
    data = Path(store["data"])
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    for file in (data / "credentials.json", *data.glob("etc/*.conf")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_down_leaves_alone_a_process_that_only_has_the_id_of_ours(tmp_path):
    with subprocess.Popen(["/bin/sleep", "60"]) as stranger:
        created = psutil.Process(stranger.pid).create_time()
        config = str(tmp_path / "etc" / "proxy-server.conf")
        server = {"name": "proxy", "pid": stranger.pid, "created": created, "port": 1, "config": config}
        earlier = server | {"created": created - 100, "config": "60"}
        state = {"port": 1, "started_at": "2026-01-01T00:00:00+00:00", "servers": [server, earlier]}
        (tmp_path / "state.json").write_text(json.dumps(state))
        try:
            done = headwater("down", "--data", tmp_path)
            assert "was not running" in done.stdout
            assert stranger.poll() is None
        finally:
            stranger.terminate()


@pytest.mark.server
@pytest.mark.parametrize("name", ["UPPER", "a", "-x-", "a..b", "x" * 64, "a/b"])
def test_bucket_names_that_s3_refuses_are_refused_first(tmp_path, name):
    done = headwater("up", "--data", tmp_path, f"--bucket={name}")
    assert done.returncode == 1
    assert repr(name) in done.stderr
    assert not (tmp_path / "state.json").exists()


def test_a_reader_reads_and_does_not_write(store, s3):
    s3.put_object(Bucket="shared", Key="readable", Body=b"1")
    reader = s3_client(store, "readonly")
    assert reader.get_object(Bucket="shared", Key="readable")["Body"].read() == b"1"
    assert "readable" in [each["Key"] for each in reader.list_objects_v2(Bucket="shared")["Contents"]]
    for forbidden in (
        lambda: reader.put_object(Bucket="shared", Key="readable", Body=b"2"),
        lambda: reader.delete_object(Bucket="shared", Key="readable"),
        lambda: reader.create_multipart_upload(Bucket="shared", Key="readable"),
        lambda: reader.create_bucket(Bucket="not-mine"),
    ):
        with pytest.raises(reader.exceptions.ClientError, match="AccessDenied"):
            forbidden()
    assert s3.get_object(Bucket="shared", Key="readable")["Body"].read() == b"1"


def test_no_secret_and_no_token_in_a_log(store, s3, swift):
    s3.put_object(Bucket="shared", Key="readable", Body=b"1")
    url = s3.generate_presigned_url("get_object", Params={"Bucket": "shared", "Key": "readable"})
    assert requests.get(url, timeout=60).text == "1"
    query = parse_qs(urlsplit(url).query)
    said = "".join(log.read_text() for log in Path(store["data"], "logs").iterdir())
    said = unquote(unquote(said))  # the log quotes the complete path, whose query is already quoted
    assert "Signature=..." in said
    secrets = json.loads(Path(store["data"], "credentials.json").read_text()).values()
    for secret in (
        *secrets,
        swift.headers["X-Auth-Token"],
        *(query.get("Signature") or query["X-Amz-Signature"]),
    ):
        assert secret not in said
