"""Required storlets run by every access path."""

import json

import pytest

from policy_support import HIDDEN, SECRET
from storlet_support import Store, run_headers, with_headers


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


def test_storlets_of_an_s3_reader_run_after_the_required_ones(private, store: Store):
    s3 = store.s3("readonly")
    answer = with_headers(s3, run_headers(do="upper"), lambda: s3.get_object(Bucket="private", Key="data"))
    assert answer["Body"].read() == HIDDEN.upper()
    assert "storlet-source-etag" not in answer["Metadata"]
