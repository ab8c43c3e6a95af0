"""The ends of answers: their counters, and answers whose client disconnects."""

import pytest

from headwater_swift.wire.names import MEDIA_TYPE
from storlet_support import Store, await_true, run_headers

TEXT = b"a line of text, one of many\n" * 1000


@pytest.mark.parametrize("accept", ["*/*", MEDIA_TYPE])
@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_a_client_that_leaves_midway_frees_the_worker(store: Store, owner, put, on_proxy, accept):
    await_true(lambda: store.engine_status()["busy"] == 0)
    broken = store.counted("requests", status="broken")
    headers = {**run_headers(do="flood"), "X-Storlet-Run-On-Proxy": on_proxy, "Accept": accept}
    response = owner.call(put(TEXT), headers=headers, stream=True)
    chunks = response.iter_content(65536)  # kept: without it, the connection is closed
    assert next(chunks)
    assert store.engine_status()["busy"] == 1
    response.close()
    await_true(lambda: store.engine_status()["busy"] == 0)
    await_true(lambda: store.counted("requests", status="broken") == broken + 1)


def test_complete_answers_are_counted_with_their_bytes(store: Store, owner, put):
    def seen() -> tuple[float, float]:
        complete = store.counted("requests", status="complete", storlet="many,many,many")
        return complete, store.counted("bytes_sent", storlet="many,many,many")

    complete, sent = seen()
    assert owner.run(put(TEXT), "many,many,many") == TEXT
    await_true(lambda: seen() == (complete + 1, sent + len(TEXT)))
