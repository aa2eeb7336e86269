"""What holds for all readers of configuration and data, and where their keys have an end."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stemguard.units.configuration import CONFIGURATION
from stemguard.units.extract import EXTRACTORS, Extraction, extract
from stemguard.units.lines import Lines

FIXTURES = Path(__file__).parent / "languages"
WITH_FIXTURE = sorted(set(CONFIGURATION) & {folder.name for folder in FIXTURES.iterdir()})


def _text(language: str) -> str:
    (example,) = (FIXTURES / language).glob("example.*")
    return example.read_text("utf-8")


def _names(text: str, language: str) -> list[str]:
    return [unit.name for unit in extract("example", text, language).units if unit.kind != "file"]


def _paths(text: str, language: str) -> list[str]:
    units = extract("example", text, language).units
    return [
        f"{unit.container} > {unit.name}".removeprefix(" > ")
        for unit in units
        if unit.kind != "file"
    ]


def _assert_whole(text: str, extraction: Extraction) -> None:
    stretches = sorted(stretch for own in extraction.spans for stretch in own)
    assert "".join(text[start:end] for start, end in stretches) == text
    assert all(left[1] == right[0] for left, right in pairwise(stretches))
    keys = [unit.key for unit in extraction.units]
    assert len(set(keys)) == len(keys)
    for unit in extraction.units:
        assert unit.range.start <= unit.selection.start <= unit.selection.end <= unit.range.end


@pytest.mark.parametrize("language", sorted(set(CONFIGURATION) - {"hcl"}))
def test_every_reader_has_a_fixture(language: str) -> None:
    assert language in WITH_FIXTURE


@pytest.mark.parametrize("language", WITH_FIXTURE)
@pytest.mark.parametrize("ending", ["\r", "\r\n"])
def test_line_endings_change_no_key(language: str, ending: str) -> None:
    text = _text(language)
    marks = EXTRACTORS[language](Lines(text)).marks
    others = EXTRACTORS[language](Lines(text.replace("\n", ending))).marks
    assert [(mark.name, mark.kind, mark.container, mark.doc) for mark in others] == [
        (mark.name, mark.kind, mark.container, mark.doc) for mark in marks
    ]


@pytest.mark.parametrize("language", WITH_FIXTURE)
@pytest.mark.parametrize("cut", range(1, 24))
def test_a_text_that_breaks_off_anywhere_is_still_cut(language: str, cut: int) -> None:
    text = _text(language)
    text = text[: len(text) * cut // 24]
    _assert_whole(text, extract("example", text, language))


@pytest.mark.parametrize("language", WITH_FIXTURE)
def test_a_text_without_any_of_its_characters_is_still_cut(language: str) -> None:
    text = _text(language)
    chosen = random.Random(1)
    for _ in range(25):
        start = chosen.randrange(len(text))
        broken = text[:start] + text[start + chosen.randrange(1, 9) :]
        _assert_whole(broken, extract("example", broken, language))


PIECES = st.sampled_from(
    [
        *(
            "a",
            "name",
            " b ",
            "-",
            "- ",
            ": ",
            ":",
            "=",
            " = ",
            ",",
            ";",
            "#",
            "# c",
            "//",
            "/* ",
            "*/",
        ),
        *("{", "}", "[", "]", "(", ")", '"', "'", '"""', "'''", "|", ">", "\\", "$", "${", "<<EOF"),
        *("EOF", "---", "...", "&a ", "!t ", "? ", "<<: *a", "define x", "endef", "FROM a AS b"),
        *(
            "ENV A=1",
            "set(A ",
            "function(f)",
            "message A {",
            "type A {",
            'resource "a" "b" {',
            "😀",
        ),
        *(
            "\n",
            "\n",
            "\n",
            "\n  ",
            "\n    ",
            "\n\t",
            "\r\n",
            "\r",
            "\x0c",
            "\u2028",
            " ",
            "\ufeff",
        ),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join), st.sampled_from(sorted(CONFIGURATION)))
@example("a:\n  - - name: b\n-", "yaml")
@example("{a}: b", "yaml")
@example("[[a]]\n[a.b]\nname=''", "toml")
def test_what_has_pieces_of_a_format_is_cut_into_units(text: str, language: str) -> None:
    _assert_whole(text, extract("example", text, language))


@pytest.mark.parametrize("language", sorted(CONFIGURATION))
@pytest.mark.parametrize(
    "text",
    [
        '{"a":' * 30_000,
        '{"a":' * 30_000 + "1" + "}" * 30_000,
        "[" * 60_000,
        "[" * 60_000 + "]" * 60_000,
        "{" * 60_000,
        "- [\n" * 7_000,
        "a: {\n" * 7_000,
        'a = "\n' * 7_000,
        "a: 'b\n" * 7_000,
        "- " * 10_000,
        '"' * 20_000,
        "'" * 20_001,
        "a " * 20_000,
        "a:" * 20_000,
        "a=" * 20_000,
        "/*" * 20_000,
        "#[[" * 10_000,
        "a = <<X\n" * 7_000,
        "RUN a <<X\n" * 7_000,
        "RUN a \\\n" * 7_000,
        "$(" * 10_000,
        "a: \\\n" * 7_000,
        "message A {" * 7_000,
        "resource a {" * 7_000,
        "define a\n" * 7_000,
        "function(a)\n" * 7_000,
        "a" * 30_000,
        " " * 30_000 + "a",
        "a: |\n" * 7_000,
        "".join(f"{' ' * depth}a:\n" for depth in range(400)),
    ],
    ids=range(30),
)
def test_a_hostile_text_is_cut(text: str, language: str) -> None:
    extraction = extract("example", text, language)
    _assert_whole(text, extraction)
    assert len(extraction.units) < 12_000
    assert max(len(unit.container) for unit in extraction.units) < 20_000


def test_keys_are_units_by_whole_levels_from_the_outermost_on() -> None:
    """Ten keys, fifty in each, and one in each of these: 10 and 500 are more than 500 together."""
    text = "".join(
        f"outer{i}:\n" + "".join(f"  inner{i}_{j}: {{deep: 1}}\n" for j in range(50))
        for i in range(10)
    )
    assert _names(text, "yaml") == [f"outer{i}" for i in range(10)]


def test_a_level_that_has_room_is_there_as_a_whole() -> None:
    text = "".join(
        f"outer{i}:\n" + "".join(f"  inner{i}_{j}: {{deep: 1}}\n" for j in range(49))
        for i in range(10)
    )
    names = _names(text, "yaml")
    assert len(names) == 500
    assert names[:2] == ["outer0", "inner0_0"]
    assert names[-1] == "inner9_48"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("json", "{" + ",\n".join(f'"key{i}": {i}' for i in range(100_000)) + "}"),
        ("yaml", "\n".join(f"key{i}: {i}" for i in range(100_000))),
        ("toml", "\n".join(f"key{i} = {i}" for i in range(100_000))),
        ("properties", "\n".join(f"key{i}={i}" for i in range(100_000))),
        ("json", "[" + ",\n".join(f'{{"name": "n{i}"}}' for i in range(100_000)) + "]"),
        ("toml", "\n".join(f'[[package]]\nname = "n{i}"\n' for i in range(25_000))),
    ],
    ids=["json", "yaml", "toml", "properties", "records of json", "records of toml"],
)
def test_what_holds_a_hundred_thousand_keys_is_data(language: str, text: str) -> None:
    extraction = extract("example", text, language)
    assert {unit.kind for unit in extraction.units} == {"file"}
    _assert_whole(text, extraction)


@pytest.mark.parametrize(
    ("path", "language", "text"),
    [
        ("package-lock.json", "json", '{"name": 1}'),
        ("a/npm-shrinkwrap.json", "json", '{"name": 1}'),
        ("pnpm-lock.yaml", "yaml", "name: 1"),
        ("composer.lock", "json", '{"name": 1}'),
        ("Cargo.lock", "toml", "name = 1"),
        (".terraform.lock.hcl", "hcl", "name = 1"),
    ],
)
def test_a_lock_file_is_data_without_keys(path: str, language: str, text: str) -> None:
    (unit,) = extract(path, text, language).units
    assert unit.kind == "file"
    assert unit.body == text
    assert "name" in [unit.name for unit in extract(f"{path}.x", text, language).units]


def test_a_long_list_of_packages_has_its_outermost_keys_and_pieces_of_bounded_length() -> None:
    packages = ",\n".join(
        f'    "node_modules/p{i}": {{\n      "version": "1.0.{i}",\n      "dev": true\n    }}'
        for i in range(2000)
    )
    text = f'{{\n  "name": "app",\n  "packages": {{\n{packages}\n  }}\n}}\n'
    extraction = extract("packages.json", text, "json")
    _assert_whole(text, extraction)
    keys = [unit for unit in extraction.units if unit.kind == "key"]
    assert [unit.name for unit in keys] == ["name", "packages"]
    assert keys[1].range.end.line == 8003
    assert keys[1].body.endswith(": {\n")
    assert max(unit.body.count("\n") for unit in extraction.units) <= 61


def test_a_long_value_belongs_to_the_pieces_of_the_file_but_a_short_one_to_its_key() -> None:
    short = "run: |\n" + "  echo\n" * 190
    long = "run: |\n" + "  echo\n" * 210
    (_, run) = extract("a.yml", short, "yaml").units
    assert run.body.count("echo") == 190
    units = extract("a.yml", long, "yaml").units
    assert [unit.kind for unit in units] == ["file", "key", "file", "file", "file"]
    assert sum(unit.body.count("echo") for unit in units if unit.kind == "file") == 210


def test_a_type_of_more_fields_than_there_is_room_for_belongs_to_the_pieces_of_the_file() -> None:
    text = "type A {\n" + "".join(f"  field{i}: Int\n" for i in range(5000)) + "}\n"
    units = extract("a.graphql", text, "graphql").units
    assert {unit.kind for unit in units} == {"file", "type"}
    assert max(unit.body.count("\n") for unit in units) <= 61
    assert len(extract("a.graphql", text.replace("field0: Int", ""), "graphql").units) == 5001


def test_a_function_of_any_length_is_one_text() -> None:
    text = "function(f)\n" + "  message(a)\n" * 300 + "endfunction()\n"
    (_, function) = extract("a.cmake", text, "cmake").units
    assert function.body.count("message") == 300


def test_a_name_as_long_as_a_text_is_none() -> None:
    assert _names("a" * 401 + ": 1\nb: 2", "yaml") == ["b"]
    assert _names("a" * 400 + ": 1", "yaml") == ["a" * 400]


def test_what_is_too_deep_belongs_to_the_innermost_that_is_not() -> None:
    text = "".join(f"{' ' * depth}k{depth}:\n" for depth in range(50)) + " " * 50 + "last: x\n"
    units = extract("a.yml", text, "yaml").units
    assert units[-1].name == "k39"
    assert "last: x" in units[-1].body


def test_a_text_of_nothing_but_a_comment_is_documented_by_it() -> None:
    (file,) = extract("a.yml", "# Later.\n", "yaml").units
    assert (file.doc, file.body.strip()) == ("Later.", "")


def test_a_template_of_yaml_has_the_keys_that_it_will_have() -> None:
    text = (
        "{{- if .Values.enabled }}\nmetadata:\n  name: {{ .Name }}-x\n"
        "  labels: {{ toYaml . | nindent 4 }}\n  {{ .Key }}: value\n{%- if a %}\nspec: {% b %}\n"
    )
    assert _paths(text, "yaml") == [
        *("metadata", "metadata > name", "metadata > labels", "spec"),
    ]


def test_a_quote_or_bracket_that_nothing_closes_hides_no_key_below() -> None:
    assert _names("a: 'it\nb: [1,\nc: 1\nd: \"x\ne: 1\n", "yaml") == ["a", "b", "c", "d", "e"]
    assert _names("a = [1,\nb = 1\n", "toml") == ["a", "b"]


def test_the_text_of_a_block_has_no_keys_however_it_is_indented() -> None:
    text = "a:\n- |\n b: 1\n\n  - name: x\n- >2-\n   c: 1\nd: |  # e: 1\n\n    f: 1\n  g: 1\nh: 1\n"
    assert _names(text, "yaml") == ["a", "d", "h"]


def test_a_value_that_goes_on_has_no_keys() -> None:
    assert _names("a: one\n  b: two\n  'c': three\nd: 1\n", "yaml") == ["a", "d"]


def test_the_first_of_name_label_and_id_that_a_record_has_is_its_name() -> None:
    text = "a:\n- id: one\n  name: two\n- label: three\n  id: four\n- name: five\n  id: six\n"
    assert _names(text, "yaml") == ["a", "two", "three", "five"]
    text = '[{"id": "one", "name": "two"}, {"label": "three", "id": "four"}]'
    assert _names(text, "json") == ["two", "three"]


def test_keys_of_yaml_may_be_told_by_tabs_and_anchors() -> None:
    text = "&x a: &y\n  !!str b:\t1\nc: !t\n  d: *y\n"
    assert _paths(text, "yaml") == ["a", "a > b", "c", "c > d"]


def test_a_configuration_in_xml_has_no_properties() -> None:
    assert _names('\n<policy>\n  user="root"\n</policy>\n', "properties") == []


def test_what_continues_in_ini_is_indented_more_than_its_key_and_not_than_the_section() -> None:
    text = "[a]\n\tb = 1\n\tc = 2\n\t  d = 3\n[e]\nf = 1\n# About.\n g = 2\n"
    assert _paths(text, "ini") == ["a", "a > b", "a > c", "e", "e > f"]


def test_a_rule_of_make_has_its_recipe_up_to_the_next_rule_or_variable() -> None:
    text = "a: b; c\n\td\n\n\te\nifdef f\n\tg\nendif\nh: i\nj := k:l\n"
    units = extract("Makefile", text, "makefile").units
    assert [(unit.name, unit.range.end.line) for unit in units[1:]] == [
        ("a", 5),
        ("h", 7),
        ("j", 8),
    ]


def test_terraform_and_hcl_are_read_alike() -> None:
    assert EXTRACTORS["hcl"] is EXTRACTORS["terraform"]
