"""How much a file's path says that its units are not the source: tests, vendored, generated."""

from __future__ import annotations

import re

#: Section 8 of the ranking rules, "Path classes".
SOURCE_FACTOR = 1.0
TEST_FACTOR = 0.5
VENDORED_FACTOR = 0.25

_TEST_FOLDERS = frozenset(
    (
        *("test", "tests", "testing", "spec", "specs", "__tests__", "e2e", "testdata", "fixtures"),
        *("examples", "example", "demo", "demos"),
    )
)
_VENDORED_FOLDERS = frozenset(
    ["vendor", "vendored", "third_party", "thirdparty", "external", "node_modules", "site-packages"]
)
_TEST_FILE = re.compile(r"test_.*|.*_test\..*|.*\.test\..*|.*\.spec\..*|conftest\.py", re.DOTALL)
_GENERATED_FILE = re.compile(
    r".*\.min\..*|.*_pb2.*\.py|.*\.pb\.go|.*\.g\.dart|.*\.generated\..*|package-lock\.json|.*\.lock",
    re.DOTALL,
)


def path_class_factor(path: str, generated: bool) -> float:
    """The factor of the path's class: the lowest that applies, 1.0 if none does.

    `path` is relative to its folder, with `/`, so what the folder itself is called says nothing.
    `generated` is what the first lines of the file say.
    """
    *folders, name = path.casefold().split("/")
    if (
        generated
        or not _VENDORED_FOLDERS.isdisjoint(folders)
        or _GENERATED_FILE.fullmatch(name) is not None
    ):
        return VENDORED_FACTOR
    if not _TEST_FOLDERS.isdisjoint(folders) or _TEST_FILE.fullmatch(name) is not None:
        return TEST_FACTOR
    return SOURCE_FACTOR
