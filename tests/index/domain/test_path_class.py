import pytest

from stemguard.domain.path_class import path_class_factor


@pytest.mark.parametrize(
    "path",
    [
        "src/app.py",
        "testing.py",
        "contest.py",
        "src/latest.js",
        "lib/special/spec.rb",
        "my_tests_folder/a.py",
        "block.rs",
        "src/minute.min",
        "protest_case.py",
        "tests.py",
        "",
    ],
)
def test_what_only_resembles_a_test_is_source(path: str) -> None:
    assert path_class_factor(path, generated=False) == 1.0


@pytest.mark.parametrize(
    "path",
    [
        "test/a.py",
        "a/tests/b.py",
        "a/testing/b.py",
        "spec/a.rb",
        "specs/a.rb",
        "src/__tests__/a.js",
        "e2e/a.ts",
        "testdata/a.go",
        "fixtures/a.json",
        "examples/a.py",
        "example/a.py",
        "demo/a.py",
        "demos/a.py",
        "src/test_a.py",
        "src/a_test.go",
        "src/a.test.ts",
        "src/a.spec.ts",
        "src/conftest.py",
        "SRC/Tests/A.PY",
        "Test_A.py",
    ],
)
def test_tests_and_examples_count_half(path: str) -> None:
    assert path_class_factor(path, generated=False) == 0.5


@pytest.mark.parametrize(
    "path",
    [
        "vendor/a.go",
        "a/vendored/b.py",
        "third_party/a.c",
        "thirdparty/a.c",
        "external/a.c",
        "node_modules/m/i.js",
        "lib/site-packages/m.py",
        "app.min.js",
        "a_pb2.py",
        "a_pb2_grpc.py",
        "a.pb.go",
        "a.g.dart",
        "a.generated.ts",
        "package-lock.json",
        "poetry.lock",
        "Vendor/A.go",
    ],
)
def test_vendored_and_generated_files_count_a_quarter(path: str) -> None:
    assert path_class_factor(path, generated=False) == 0.25


def test_the_lowest_class_that_applies_counts() -> None:
    assert path_class_factor("vendor/tests/test_a.py", generated=False) == 0.25
    assert path_class_factor("tests/a_pb2.py", generated=False) == 0.25


def test_a_file_that_says_it_is_generated_counts_a_quarter_wherever_it_is() -> None:
    assert path_class_factor("src/a.py", generated=True) == 0.25
    assert path_class_factor("tests/a.py", generated=True) == 0.25


def test_a_file_is_not_classed_by_a_folders_name() -> None:
    assert path_class_factor("src/vendor", generated=False) == 1.0
    assert path_class_factor("tests", generated=False) == 1.0
