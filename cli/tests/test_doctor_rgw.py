"""`headwater doctor` on Ceph's gateway: `tools/with-rgw .venv/bin/pytest cli/tests/test_doctor_rgw.py`."""

import os

import pytest

from headwater.core.s3 import Endpoint, connect
from headwater.doctor.examination import examine
from headwater.doctor.finding import Grade
from headwater.doctor.subject import subject

pytestmark = [
    pytest.mark.server,
    pytest.mark.skipif(
        "HEADWATER_TEST_RGW_ENDPOINT" not in os.environ,
        reason="Ceph is not installed, or tools/with-rgw not used",
    ),
]
BUCKET = "doctor"


def test_the_gateway_has_conditions_and_no_storlets():
    keys = {name: os.environ[f"HEADWATER_TEST_RGW_{name.upper()}"] for name in ("access_key", "secret_key")}
    server = Endpoint(os.environ["HEADWATER_TEST_RGW_ENDPOINT"], "us-east-1", **keys)
    client = connect(server)
    client.create_bucket(Bucket=BUCKET)
    findings = {each.check: each for each in examine(subject(server, BUCKET, "data/"))}
    wrong = [each for each in findings.values() if each.grade in (Grade.WARNING, Grade.ERROR)]
    assert wrong == []
    conditions = findings["conditions"].figures
    assert (conditions["create"], conditions["replace"], conditions["quoted"]) == (True, True, False)
    assert conditions["atomic"] is True
    assert findings["storlets"].message == (
        "The store is not an OpenStack Swift, and runs no storlets. Queries read complete objects."
    )
    assert client.list_objects_v2(Bucket=BUCKET).get("KeyCount") == 0
