"""What a bucket of a store does with several requests."""

from headwater.core import bucket as buckets


def test_a_bucket_is_cleared_by_several_requests(lake, monkeypatch):
    monkeypatch.setattr(buckets, "DELETES", 2)
    for number in range(5):
        lake.put(f"folder/{number}", b"x")
    bucket = lake.connect()
    bucket.clear()
    assert list(bucket.list("")) == []
    bucket.clear()
