"""The cache middleware, through the methods that Swift uses."""

import pytest

from headwater.embedded.cache import MemoryCache, filter_factory


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def cache(clock) -> MemoryCache:
    return MemoryCache(max_bytes=1000, now=clock)


def test_values_come_back_as_from_memcached(cache):
    for value in ({"a": [1, None]}, "text", 7, [1.5, "g"]):
        cache.set("k", value)
        assert cache.get("k") == value
    cache.set("k", (1, "groups"))
    assert cache.get("k") == [1, "groups"]
    cache.set("k", b"bytes")
    assert cache.get("k") == "bytes"
    assert cache.get("absent") is None


def test_a_value_is_not_shared_with_its_caller(cache):
    value = {"a": 1}
    cache.set("k", value)
    value["a"] = 2
    cache.get("k")["a"] = 3
    assert cache.get("k") == {"a": 1}


def test_values_expire(cache, clock):
    cache.set("short", 1, time=10)
    cache.set("long", 1, time=0)
    clock.now += 9.9
    assert cache.get("short") == 1
    clock.now += 0.1
    assert cache.get("short") is None
    clock.now += 10**9
    assert cache.get("long") == 1


def test_counts(cache, clock):
    assert cache.incr("n", time=10) == 1
    clock.now += 5
    assert cache.incr("n", delta=4, time=10) == 5
    assert cache.decr("n", 7) == 0
    clock.now += 5
    assert cache.incr("n") == 1, "a later increment must not prolong the count's life"
    assert cache.decr("new", 3) == 0


def test_delete(cache):
    cache.set("k", 1)
    cache.delete("k")
    cache.delete("k")
    assert cache.get("k") is None


def test_several_at_once(cache):
    cache.set_multi({"a": 1, "b": 2}, "server", time=5)
    assert cache.get_multi(["b", "x", "a"], "server") == [2, None, 1]


def test_size_is_bounded_and_the_least_recently_used_leaves(cache):
    for name in "abc":
        cache.set(name, "x" * 300)
    cache.get("a")
    cache.set("d", "x" * 300)
    assert [name for name in "abcd" if cache.get(name)] == ["a", "c", "d"]
    cache.set("e", "x" * 2000)
    assert cache.get("e") is None
    assert [name for name in "abcd" if cache.get(name)] == ["a", "c", "d"]


def test_replacing_a_value_frees_its_room(cache):
    cache.set("a", "x" * 300)
    for _ in range(100):
        cache.set("b", "x" * 300)
    assert cache.get("a")


def test_middleware_gives_every_request_the_same_cache():
    seen = []
    app = filter_factory({})(lambda env, _start: seen.append(env["swift.cache"]) or [])
    app({}, None)
    app({}, None)
    assert seen[0] is seen[1]
