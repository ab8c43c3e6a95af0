"""The faults of a device, on a real store."""

import device
from storlet_support import Store


def put(store: Store) -> int:
    return store.owner.call("/box/kept", "PUT", data=b"content").status_code


def test_a_full_device_refuses_writes_and_answers_reads(store: Store) -> None:
    assert put(store) == 201
    with device.full(store):
        assert put(store) == 503
        assert store.owner.call("/box/kept").content == b"content"
    assert put(store) == 201


def test_a_device_that_is_not_mounted_refuses_everything(store: Store) -> None:
    device.mount(store)
    assert put(store) == 201
    with device.unmounted(store):
        assert put(store) == 503
        assert store.owner.call("/box/kept").status_code == 503
        assert store.owner.call("/box/none").status_code == 503
    assert store.owner.call("/box/kept").content == b"content"
