"""Policies: required storlets by every access path, what may run where, and the ACL's storlet words."""

import json

import pytest

from storlet_support import READER, Store, run_headers, s3_get, with_headers

SECRET = b"name,secret\n" * 5
HIDDEN = SECRET.replace(b"secret", b"******")
REDACT = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}


def require(store: Store, container: str, *, excepted: tuple[str, ...] = ()) -> None:
    policy = {"require": [{**REDACT, "except": list(excepted)}]}
    headers = {"X-Container-Storlet-Policy": json.dumps(policy)}
    store.owner.send_ok("POST", f"/{container}", headers=headers)


@pytest.fixture(scope="module")
def private(store: Store) -> str:
    """A container whose readers receive no secret, with the object `data`, and two segments."""
    store.owner.send_ok("PUT", "/private")
    require(store, "private")
    for name in ("data", "part-1", "part-2"):
        store.owner.send_ok("PUT", f"/private/{name}", data=SECRET, headers={"Content-Type": "text/csv"})
    return "/private/data"


def test_the_owner_reads_the_object_and_a_reader_the_filtered_answer(private, owner, reader):
    assert owner.send_ok("GET", private).content == SECRET
    response = reader.call(private)
    assert (response.status_code, response.content) == (200, HIDDEN)
    assert not {"ETag", "Content-Length", "X-Storlet-Source-Etag"} & set(response.headers)


def test_storlets_of_a_reader_run_after_the_required_ones(private, reader):
    headers = {"X-Storlet-Run-On-Proxy": "true"}
    assert reader.run(private, do="upper") == HIDDEN.upper()
    assert reader.run(private, headers=headers, do="upper") == HIDDEN.upper()
    assert reader.run(private, do="report").startswith(b"argument many\nargument do=report\n")


def test_required_and_requested_storlets_have_a_common_limit(private, reader):
    assert reader.call(private, headers=run_headers(",".join(["many"] * 7))).content == HIDDEN
    refused = reader.call(private, headers=run_headers(",".join(["many"] * 8)))
    assert (refused.status_code, refused.json()["error"]) == (400, "parameters")


@pytest.mark.parametrize(
    "headers", [{"Range": "bytes=0-3"}, run_headers(do="lines") | {"X-Storlet-Range": "bytes=0-3"}]
)
def test_ranges_of_a_filtered_answer_are_refused(private, reader, headers):
    refused = reader.call(private, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (403, "policy")
    if "Range" in headers:
        assert reader.call(private, "HEAD", headers=headers).status_code == 403


def test_head_hides_length_and_etag(private, owner, reader):
    response = reader.send_ok("HEAD", private)
    assert response.headers["Content-Type"] == "text/csv"
    assert not {"ETag", "Content-Length"} & set(response.headers)
    assert owner.send_ok("HEAD", private).headers["Content-Length"] == str(len(SECRET))


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_an_end_frame_hides_the_members_about_the_source(private, owner, reader, on_proxy):
    headers = {**run_headers(do="upper"), "X-Storlet-Run-On-Proxy": on_proxy}
    revealing = {"bytes_in", "records_in", "cpu_seconds", "fuel"}
    end = reader.frames(private, headers)[-1].document()
    assert not revealing & set(end)
    assert (end["bytes_out"], [each["bytes_in"] for each in end["stages"]]) == (len(HIDDEN), [len(HIDDEN)])
    alone = reader.frames(private, {})[-1].document()
    assert (revealing & set(alone), alone["stages"]) == (set(), [])
    assert owner.frames(private, headers)[-1].document()["bytes_in"] == len(SECRET)


def test_the_s3_api_does_not_bypass_a_policy(private, store: Store):
    s3 = store.s3("readonly")
    assert s3.get_object(Bucket="private", Key="data")["Body"].read() == HIDDEN
    with pytest.raises(s3.exceptions.ClientError) as refused:
        s3.get_object(Bucket="private", Key="data", Range="bytes=0-3")
    assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 403
    head = s3.head_object(Bucket="private", Key="data")
    assert head.get("ContentLength", 0) == 0
    assert "ETag" not in head


def test_the_policy_pass_of_an_object_excludes_its_resources(private, reader):
    headers = {**run_headers(do="resource"), "X-Storlet-Extra-Resources": "/private/part-1"}
    refused = reader.call(private, headers=headers)
    assert (refused.status_code, refused.json()["error"]) == (400, "parameters")


def test_an_answer_without_bytes_hides_the_headers_about_them(private, reader):
    unchanged = reader.call(private, headers={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"})
    assert unchanged.status_code == 304
    assert "ETag" not in unchanged.headers
    failed = reader.call(private, headers={"If-Match": "0"})
    assert failed.status_code == 412
    assert "ETag" not in failed.headers


def test_parts_of_large_objects_are_ranges_too(private, store: Store, owner, reader):
    upload = {"Bucket": "private", "Key": "multipart"}
    s3, readonly = store.s3(), store.s3("readonly")
    owner.send_ok("PUT", "/private+segments")
    upload["UploadId"] = s3.create_multipart_upload(**upload)["UploadId"]
    etag = s3.upload_part(**upload, PartNumber=1, Body=SECRET)["ETag"]
    s3.complete_multipart_upload(**upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": etag}]})
    assert readonly.get_object(Bucket="private", Key="multipart")["Body"].read() == HIDDEN
    for part in owner.send_ok("GET", "/private+segments").text.split("\n")[:-1]:
        assert owner.send_ok("GET", f"/private+segments/{part}").content == SECRET
        assert reader.call(f"/private+segments/{part}").content == HIDDEN
    head = readonly.head_object(Bucket="private", Key="multipart")
    assert "ETag" not in head
    for call in (readonly.get_object, readonly.head_object):
        with pytest.raises(s3.exceptions.ClientError) as refused:
            call(Bucket="private", Key="multipart", PartNumber=1)
        assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 403
    for method in ("GET", "HEAD"):
        assert reader.call("/private/multipart?part-number=1", method).status_code == 403


@pytest.fixture
def writable(store: Store) -> str:
    """A container that the reader may also write."""
    store.owner.send_ok("PUT", "/writable", headers={"X-Container-Write": READER, "X-Container-Read": READER})
    return "writable"


def test_a_copy_is_a_read(private, writable, owner, reader, store: Store):
    reader.send_ok("COPY", private, headers={"Destination": f"{writable}/one"})
    reader.send_ok("PUT", f"/{writable}/two", headers={"X-Copy-From": private})
    s3 = store.s3("readonly")
    s3.copy_object(Bucket=writable, Key="three", CopySource={"Bucket": "private", "Key": "data"})
    for name in ("one", "two", "three"):
        assert owner.send_ok("GET", f"/{writable}/{name}").content == HIDDEN
    part = {"X-Copy-From": private, "Range": "bytes=0-3"}
    assert reader.call(f"/{writable}/four", "PUT", headers=part).status_code == 403


def test_segments_of_another_containers_manifest(private, writable, owner, reader):
    manifest = [{"path": "/private/part-1"}, {"path": "/private/part-2"}]
    refused = reader.call(f"/{writable}/slo?multipart-manifest=put", "PUT", data=json.dumps(manifest))
    assert refused.status_code >= 400
    owner.send_ok("PUT", f"/{writable}/slo?multipart-manifest=put", data=json.dumps(manifest))
    reader.send_ok("PUT", f"/{writable}/dlo", headers={"X-Object-Manifest": "private/part-"})
    for name in ("slo", "dlo"):
        assert owner.send_ok("GET", f"/{writable}/{name}").content == SECRET * 2
        for headers in ({}, run_headers(), {"Range": "bytes=0-20"}):
            refused = reader.call(f"/{writable}/{name}", headers=headers)
            assert (refused.status_code, refused.json()["error"]) == (403, "policy"), (name, headers)
        copied = reader.call(f"/{writable}/{name}", "COPY", headers={"Destination": f"{writable}/stolen"})
        assert copied.status_code == 403
        assert owner.call(f"/{writable}/stolen").status_code == 404


def test_segments_of_the_same_container(private, owner, reader):
    manifest = [{"path": "/private/part-1"}, {"path": "/private/part-2"}]
    owner.send_ok("PUT", "/private/slo?multipart-manifest=put", data=json.dumps(manifest))
    owner.send_ok("PUT", "/private/dlo", headers={"X-Object-Manifest": "private/part-"})
    for name in ("slo", "dlo"):
        response = reader.call(f"/private/{name}")
        assert (response.status_code, response.content) == (200, HIDDEN * 2)
        head = reader.send_ok("HEAD", f"/private/{name}")
        assert not {"ETag", "Content-Length"} & set(head.headers)
    assert b"******" not in reader.call("/private/slo?multipart-manifest=get").content


def test_excepted_users_read_the_object(store: Store, owner, reader):
    owner.send_ok("PUT", "/trusted")
    owner.send_ok("PUT", "/trusted/data", data=SECRET)
    require(store, "trusted", excepted=(READER,))
    assert reader.send_ok("GET", "/trusted/data").content == SECRET
    require(store, "trusted", excepted=("headwater:other",))
    assert reader.send_ok("GET", "/trusted/data").content == HIDDEN
    owner.send_ok("POST", "/trusted", headers={"X-Container-Storlet-Policy": ""})
    assert reader.send_ok("GET", "/trusted/data").content == SECRET


def test_a_container_policy_overrides_the_policy_of_its_account(own_store: Store):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("PUT", "/box/data", data=SECRET)
    owner.send_ok("PUT", "/open")
    owner.send_ok("PUT", "/open/data", data=SECRET)
    policy = json.dumps({"require": [REDACT]})
    owner.send_ok("POST", headers={"X-Account-Storlet-Policy": policy})
    assert json.loads(owner.send_ok("HEAD").headers["X-Account-Storlet-Policy"]) == {"require": [REDACT]}
    owner.send_ok("POST", "/open", headers={"X-Container-Storlet-Policy": '{"require": []}'})
    assert reader.send_ok("GET", "/box/data").content == HIDDEN
    assert reader.send_ok("GET", "/open/data").content == SECRET
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "false"})
    assert reader.call("/box/data").status_code == 403


def test_allow_and_stage_of_a_policy(owner, put):
    owner.send_ok("PUT", "/strict")
    owner.send_ok("PUT", "/strict/data", data=b"text")
    owner.send_ok("PUT", "/strict/dlo", headers={"X-Object-Manifest": "strict/data"})

    def policy(**members) -> None:
        owner.send_ok("POST", "/strict", headers={"X-Container-Storlet-Policy": json.dumps(members)})

    policy(allow=["other"])
    refused = owner.call("/strict/data", headers=run_headers())
    assert (refused.status_code, refused.json()["error"]) == (403, "policy")
    policy(allow=["many"], stage={"many": "object"})
    assert owner.run("/strict/data") == b"text"
    refused = owner.call("/strict/data", headers=run_headers() | {"X-Storlet-Run-On-Proxy": "true"})
    assert refused.status_code == 403
    assert owner.call("/strict/dlo", headers=run_headers()).status_code == 403
    policy(stage={"many": "proxy"}, priority="gold")
    assert owner.run("/strict/data") == b"text"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[" * 3000,
        '{"allow": "csv"}',
        '{"demand": []}',
        '{"require": [{}]}',
        '{"require": [{"storlet": "many", "parameters": {"a=b": "c"}}]}',
        '{"require": [{"storlet": "many", "parameters": {"a": "\\u0000"}}]}',
        '{"require": [{"storlet": "many", "parameters": {"a": "\\ud800"}}]}',
        b'{"require": [{"storlet": "many", "parameters": {"a": "\xff"}}]}',
        *(f'{{"quota": {{"time": {value}}}}}' for value in ("0", "1.5", "0.5", "NaN", "1e400", "1e30")),
        f'{{"quota": {{"memory": {10**26}}}}}',
        '{"quota": {"output": -Infinity}}',
    ],
    ids=lambda text: str(text[:60]),
)
def test_a_policy_is_checked(owner, text):
    refused = owner.call("/box", "POST", headers={"X-Container-Storlet-Policy": text})
    assert (refused.status_code, refused.json()["error"]) == (400, "parameters")


def test_whole_numbers_however_they_are_written(owner):
    owner.send_ok("PUT", "/numbers")
    owner.send_ok("PUT", "/numbers/data", data=b"text")
    quota = '{"quota": {"memory": 67108864.0, "at_once": 1.0, "time": 6e1}}'
    owner.send_ok("POST", "/numbers", headers={"X-Container-Storlet-Policy": quota})
    assert owner.run("/numbers/data") == b"text"


def test_a_policy_accepts_file_names_and_any_alphabet(owner, reader):
    owner.send_ok("PUT", "/files")
    owner.send_ok("PUT", "/files/data", data=b"blue")
    required = {"storlet": "many.wasm", "parameters": {"do": "replace", "from": "blue", "to": "grün"}}
    policy = {"allow": ["many.wasm"], "stage": {"many.wasm": "object"}, "require": [required]}
    text = json.dumps(policy, ensure_ascii=False).encode()
    owner.send_ok("POST", "/files", headers={"X-Container-Storlet-Policy": text})
    assert reader.run("/files/data", do="copy").decode() == "grün"
    refused = owner.call("/files/data", headers=run_headers() | {"X-Storlet-Run-On-Proxy": "true"})
    assert refused.status_code == 403


def test_only_the_owner_sets_and_reads_a_policy(private, owner, reader, writable):
    headers = {"X-Container-Storlet-Policy": ""}
    assert reader.call("/private", "POST", headers=headers).status_code == 403
    assert reader.call(f"/{writable}", "POST", headers=headers).status_code == 403
    assert reader.call("", "POST", headers={"X-Account-Storlet-Policy": ""}).status_code == 403
    assert json.loads(owner.send_ok("HEAD", "/private").headers["X-Container-Storlet-Policy"])["require"]
    assert "X-Container-Storlet-Policy" not in reader.send_ok("HEAD", "/private").headers


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Container-Read": f".storlet:many.user:{READER}"},
        {"X-Storlet-Container-Read": READER, "X-Storlet-Name": "many"},
    ],
)
def test_a_user_who_may_only_read_by_a_storlet(own_store: Store, headers):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("POST", headers={"X-Account-Access-Control": "{}"})
    for name in ("one", "part-1"):
        owner.send_ok("PUT", f"/box/{name}", data=b"text")
    owner.send_ok("PUT", "/box/dlo", headers={"X-Object-Manifest": "box/part-"})
    owner.send_ok("PUT", "/storlet/other", data=owner.send_ok("GET", "/storlet/many").content)
    assert reader.call("/box/one", headers=run_headers()).status_code == 403
    owner.send_ok("POST", "/box", headers=headers)
    assert owner.send_ok("HEAD", "/box").headers["X-Container-Read"] == f".storlet:many.user:{READER}"
    assert reader.run("/box/one", do="upper") == b"TEXT"
    assert reader.run("/box/dlo", do="upper") == b"TEXT"
    s3 = own_store.s3("readonly")
    assert s3_get(s3, "one", run_headers(do="upper"))["Body"].read() == b"TEXT"
    for path, storlet_headers in (
        ("/box/one", {}),
        ("/box/one", run_headers("other")),
        ("/storlet/many", {}),
    ):
        assert reader.call(path, headers=storlet_headers).status_code == 403, (path, storlet_headers)
    assert reader.call("/box/one", "HEAD").status_code == 403
    owner.send_ok("POST", "/box", headers={"X-Container-Read": ""})
    assert reader.call("/box/one", headers=run_headers()).status_code == 403


def test_storlets_of_an_s3_reader_run_after_the_required_ones(private, store: Store):
    s3 = store.s3("readonly")
    answer = with_headers(s3, run_headers(do="upper"), lambda: s3.get_object(Bucket="private", Key="data"))
    assert answer["Body"].read() == HIDDEN.upper()
    assert "storlet-source-etag" not in answer["Metadata"]
