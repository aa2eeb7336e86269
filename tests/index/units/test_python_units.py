import pytest

from stemguard.domain.unit import Unit
from stemguard.units.extract import extract
from stemguard.units.lines import Lines


def units_of(*lines: str) -> list[Unit]:
    return list(extract("pkg/a.py", "\n".join(lines), "python").units)


def unit_named(name: str, *lines: str) -> Unit:
    (found,) = (unit for unit in units_of(*lines) if unit.name == name)
    return found


def outline(*lines: str) -> list[tuple[str, str, str]]:
    return [(u.kind, u.container, u.name) for u in units_of(*lines) if u.kind != "file"]


def words(text: str) -> str:
    return " ".join(text.split())


def test_functions_methods_classes_and_constants_are_found() -> None:
    assert outline(
        "LIMIT = 3",
        "class Reader(Base):",
        "    CHUNK: int = 4",
        "    def read(self): pass",
        "    async def close(self): pass",
        "def main(): pass",
    ) == [
        ("constant", "", "LIMIT"),
        ("class", "", "Reader"),
        ("constant", "Reader", "CHUNK"),
        ("method", "Reader", "read"),
        ("method", "Reader", "close"),
        ("function", "", "main"),
    ]


def test_a_nested_definition_is_qualified_by_everything_around_it() -> None:
    assert outline(
        "def outer():",
        "    def inner():",
        "        class Local:",
        "            def method(self): pass",
        "class A:",
        "    class B:",
        "        def f(self): pass",
    ) == [
        ("function", "", "outer"),
        ("function", "outer", "inner"),
        ("class", "outer.inner", "Local"),
        ("method", "outer.inner.Local", "method"),
        ("class", "", "A"),
        ("class", "A", "B"),
        ("method", "A.B", "f"),
    ]


@pytest.mark.parametrize(
    "opening",
    [
        "if TYPE_CHECKING:",
        "for x in y:",
        "while x:",
        "with x as y:",
        "try:\n    pass\nexcept E:",
        "try:\n    pass\nexcept* E:",
        "try:\n    pass\nfinally:",
        "if x:\n    pass\nelif y:",
        "if x:\n    pass\nelse:",
        "match x:\n  case 1:",
    ],
)
def test_definitions_in_compound_statements_are_found(opening: str) -> None:
    assert outline(opening, "    def found(): pass", "    LIMIT = 1") == [
        ("function", "", "found"),
        ("constant", "", "LIMIT"),
    ]
    assert outline(
        "def f():",
        "    x",
        f"    {opening.replace(chr(10), chr(10) + '    ')}",
        "        class C: pass",
    ) == [
        ("function", "", "f"),
        ("class", "f", "C"),
    ]


def test_two_definitions_on_one_line_have_keys_of_their_own() -> None:
    found = units_of("class A: X = 1; Y = 2")
    assert [tuple(unit.key) for unit in found] == [
        ("pkg/a.py", 0, 0, "class"),
        ("pkg/a.py", 0, 0, "file"),
        ("pkg/a.py", 0, 9, "constant"),
        ("pkg/a.py", 0, 16, "constant"),
    ]


def test_what_is_assigned_in_lower_case_or_in_a_function_is_no_constant() -> None:
    assert outline("value = 1", "class A:", "    field: int = 2", "def f():", "    LOCAL = 3") == [
        ("class", "", "A"),
        ("function", "", "f"),
    ]


def test_each_target_of_a_chained_assignment_is_a_constant() -> None:
    assert outline("FIRST = second = THIRD = 1") == [
        ("constant", "", "FIRST"),
        ("constant", "", "THIRD"),
    ]


def test_an_annotation_without_a_value_declares_a_constant() -> None:
    assert outline("LIMIT: Final[int]") == [("constant", "", "LIMIT")]


def test_type_aliases_are_types() -> None:
    assert outline("type Pair[T] = tuple[T, T]", "Row: TypeAlias = 'x'", "type X = int") == [
        ("type", "", "Pair"),
        ("type", "", "Row"),
        ("type", "", "X"),
    ]


def test_a_lambda_is_no_definition() -> None:
    assert outline("square = lambda x: x * x") == []


def test_the_key_is_the_declaration_and_the_range_begins_with_the_decorators() -> None:
    unit = unit_named("run", "# why", "@first", "# between", "@second(1)", "async def run(): pass")
    assert unit.key == ("pkg/a.py", 4, 0, "function")
    assert unit.range.start == (1, 0, 0, 0)
    assert unit.range.end == (4, 21, 21, 21)
    assert unit.selection.start == (4, 10, 10, 10)
    assert unit.selection.end == (4, 13, 13, 13)
    assert unit.doc == "why"
    assert words(unit.body) == "@first # between @second(1) async def (): pass"


def test_a_constant_is_keyed_by_its_name() -> None:
    assert unit_named("B", "if x:", "    B = 1").key == ("pkg/a.py", 1, 4, "constant")


def test_name_and_documentation_are_not_in_the_body() -> None:
    unit = unit_named("f", "# above", "def f(x):", '    """Inside f."""', "    return x")
    assert unit.doc == "above\nInside f."
    assert words(unit.body) == "def (x): return x"


@pytest.mark.parametrize(
    ("docstring", "doc"),
    [
        ('"""One."""', "One."),
        ("'One.'", "One."),
        ("r'''Raw\\d'''", "Raw\\d"),
        ("'One ' 'and two'", "One ' 'and two"),
        ('"""Two\n    lines."""', "Two\n    lines."),
        ("f'formatted'", ""),
        ("b'bytes'", ""),
        ("'One ' f'{x}'", ""),
        ("'a' + 'b'", ""),
        ("x = 'assigned'", ""),
        ("'a', 'b'", ""),
        ("f('called')", ""),
        ("pass; 'second'", ""),
    ],
)
def test_a_docstring_is_a_plain_string_that_is_the_first_statement(
    docstring: str, doc: str
) -> None:
    assert unit_named("f", "def f():", f"    {docstring}").doc == doc
    assert unit_named("C", "class C:", "    # first", f"    {docstring}").doc == doc


def test_a_module_docstring_documents_the_file() -> None:
    (unit,) = units_of("# licence", '"""What it is for."""', "import os")
    assert unit.doc == "What it is for."
    assert words(unit.body) == "# licence import os"


def test_only_a_comment_directly_above_and_as_far_indented_documents_a_definition() -> None:
    assert unit_named("f", "# one", "#: two", "def f(): pass").doc == "one\ntwo"
    assert unit_named("f", "# apart", "", "def f(): pass").doc == ""
    assert unit_named("f", "if x:", "    y", "    # deeper", "def f(): pass").doc == ""
    assert unit_named("f", "x = 1  # behind code", "def f(): pass").doc == ""
    assert unit_named("f", "x = '''", "# in a string", "'''", "def f(): pass").doc == ""
    assert unit_named("f", "x = '''", "# in a string '''", "def f(): pass").doc == ""


def test_a_comment_above_the_first_definition_of_a_block_documents_it() -> None:
    assert unit_named("f", "class A:", "    # about f", "    def f(self): pass").doc == "about f"
    assert unit_named("g", "def f():", "    # about g", "    def g(): pass").doc == "about g"


def test_comments_above_and_behind_a_constant_document_it() -> None:
    unit = unit_named("LIMIT", "#: How many.", "LIMIT = 3  # of them", "x = 1")
    assert words(unit.doc) == "How many. of them"
    assert words(unit.body) == "= 3"


def test_the_text_of_an_inner_definition_is_not_the_outer_ones() -> None:
    unit = unit_named("A", "class A:", "    x = 1", "    def f(self): y", "    z = 2")
    assert words(unit.body) == "class : x = 1 z = 2"


def test_module_code_is_in_the_file() -> None:
    file = units_of("import os", "def f(): pass", "main()")[0]
    assert (file.kind, file.name, file.container) == ("file", "a.py", "pkg")
    assert words(file.body) == "import os main()"


def test_lines_end_where_python_ends_them_and_positions_agree() -> None:
    extraction = extract("a.py", "x = 1\r# é😀\rdef f(): pass\r\ndef g(): pass\n", "python")
    assert [unit.key[1:] for unit in extraction.units] == [
        (0, 0, "file"),
        (2, 0, "function"),
        (3, 0, "function"),
    ]


def test_columns_behind_wide_characters_are_counted_in_each_encoding() -> None:
    unit = unit_named("F", "x = '😀é'; F = 1")
    assert unit.key.column == 10
    assert unit.selection.start == (0, 10, 11, 14)


def test_names_beyond_ascii_are_whole() -> None:
    assert unit_named("café_menu", "# é", "def café_menu(): pass").key.line == 1
    assert unit_named("ÄRA", "ÄRA = 1").kind == "constant"


def test_definitions_around_a_syntax_error_are_found() -> None:
    assert outline("def before(): pass", "def (:", "def after(): pass") == [
        ("function", "", "before"),
        ("function", "", "after"),
    ]


def test_definitions_behind_an_open_bracket_are_found_by_their_lines() -> None:
    assert outline(
        "class Reader:",
        "    def read(self):",
        "        call(a, [1,",
        "    def close(self):",
        "        pass",
        "",
        "def main(): pass",
    ) == [
        ("class", "", "Reader"),
        ("method", "Reader", "read"),
        ("method", "Reader", "close"),
        ("function", "", "main"),
    ]


def test_a_broken_header_defines_what_its_line_says_and_nothing_else() -> None:
    assert outline("def storag# connects", "copies copied", "", "e():", "    pass") == [
        ("function", "", "storag")
    ]


def test_a_string_in_broken_source_defines_nothing() -> None:
    assert outline("x = '''", "def inside(): pass", "'''", "y = (", "def real(): pass") == [
        ("function", "", "real")
    ]


@pytest.mark.parametrize("opening", ["def a():", "x = 1"])
def test_definitions_behind_an_unclosed_docstring_are_found_by_their_lines(opening: str) -> None:
    found = outline(
        opening,
        '    """What nothing closes.',
        "",
        "def c():",
        '    """About c."""',
        "",
        "class D:",
        "    def e(self):",
        '        """About e."""',
        "    def f(self): pass",
    )
    assert [one for one in found if one[2] != "a"] == [
        ("function", "", "c"),
        ("class", "", "D"),
        ("method", "D", "e"),
        ("method", "D", "f"),
    ]


def test_sixty_thousand_nested_brackets_do_not_exhaust_the_stack() -> None:
    deep = "(" * 60_000 + ")" * 60_000
    assert outline(f"x = {deep}", "def f(): pass") == [("function", "", "f")]
    assert extract("a.py", "[" * 60_000 + "\ndef f(): pass", "python").units


def test_python_2_is_read_as_far_as_it_goes() -> None:
    assert outline("def f():", "    print 'a' % b", "    exec 'x'", "def g(): pass") == [
        ("function", "", "f"),
        ("function", "", "g"),
    ]


def test_the_selection_is_the_name() -> None:
    text = "# 😀\nclass Ä:\n    def é(self): pass\nX = 1\n"
    lines = Lines(text)
    for unit in extract("a.py", text, "python").units:
        if unit.kind != "file":
            start, end = unit.selection
            assert lines.contents()[start.line][start.column : end.column] == unit.name
