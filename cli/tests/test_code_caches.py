"""`python tools/code --check` reports a cache that docs/reference/settings.md does not name."""

from pathlib import Path, PurePath

import pytest

from code_support import check

CACHES = {
    "java: bounded map": ("java", "private final Map<A, B> all = BoundedMap.shared(9);"),
    "java: least recently used": (
        "java",
        "private final Map<A, B> all = new LinkedHashMap<>(16, 0.75f, true);",
    ),
    "java: static map": ("java", "private static final Map<A, B> ALL = new HashMap<>();"),
    "java: static set": ("java", "private static final Set<A> ALL = ConcurrentHashMap.newKeySet();"),
    "java: thread-local": ("java", "private static final ThreadLocal<A> LAST = new ThreadLocal<>();"),
    "java: nested class": ("java", "class In { static final List<A> ALL = new ArrayList<>(); }"),
    "java: variable": ("java", "private static volatile A last;"),
    "scala: bounded map": ("class.scala", "private val all = BoundedMap.shared[A, B](9)"),
    "scala: map of an object": ("scala", "private val all = new ConcurrentHashMap[A, B]"),
    "scala: mutable collection": ("scala", "private val all = mutable.Map[A, B]()"),
    "scala: variable": ("scala", "@volatile private var last: A = null"),
}
"""The kind of a file, and a member that is a cache or a process's state."""

NO_CACHES = {
    "java: constant": ("java", 'private static final Map<String, A> ALL = Map.of("new HashMap", A.B);'),
    "java: static method": ("java", "static Map<A, B> f() { return new HashMap<>(); }"),
    "java: field": ("java", "private final Map<A, B> all = new HashMap<>();"),
    "scala: constant": ("scala", "private val All = Map[A, B](a -> b)"),
    "scala: local": ("scala", "def f(): Int = { var sum = mutable.Set(1); sum.size }"),
    "scala: field": ("class.scala", "private var last: A = _"),
    "test": ("test.java", "static final Map<A, B> ALL = new HashMap<>();"),
}


def member(kind: str, code: str) -> dict[str, str]:
    """A repository of one file, a class or an object `Cache` with this member."""
    folder = "m/src/test" if kind.startswith("test") else "m/src/main"
    keyword = "object" if kind == "scala" else "class"
    suffix = PurePath(kind).suffix or f".{kind}"
    return {f"{folder}/Cache{suffix}": f"{keyword} Cache {{ {code} }}\n"}


@pytest.mark.parametrize("kind", CACHES)
def test_a_cache_is_reported_unless_a_table_has_it(tmp_path: Path, kind: str) -> None:
    files = member(*CACHES[kind])
    page = {"docs/reference/settings.md": "| `Cache` | not in the section |\n## Caches\n"}
    found = check(tmp_path, files | page)
    assert len(found) == 1
    assert found[0].startswith(f"{next(iter(files))} keeps a cache or a process's state. Add `Cache` to ")
    row = {"docs/reference/settings.md": "## Caches\n### Of files\n| `Cache` | lengths |\n## Other\n"}
    assert check(tmp_path, row) == []


@pytest.mark.parametrize("kind", NO_CACHES)
def test_what_is_no_cache_needs_no_row(tmp_path: Path, kind: str) -> None:
    assert check(tmp_path, member(*NO_CACHES[kind])) == []


def test_a_row_of_a_missing_cache_is_reported(tmp_path: Path) -> None:
    found = check(tmp_path, {"docs/reference/settings.md": "## Caches\n| `Gone` | lengths |\n"})
    assert found[0].startswith("docs/reference/settings.md names a cache `Gone`, but no class ")
