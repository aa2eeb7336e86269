"""Source that real packages have and a grammar alone does not read."""

import pytest

from stemguard.units.extract import extract

SHELL = """\
one() {
    if [[ $1 == *.@(jar|zip) && $1 != !(a|+([0-9])) ]]; then
        return
    fi
    case $1 in
        @(verbose|quiet)) ;;
        -!(-*)[isr]) ;;
    esac
    while [[ $line =~ ^(\\$\\{[#!]?)([a-z]*)\\[([^]]*)$ ]]; do
        line=${line%%[<{().[]*}
    done
}
two() { :; }
"""

C = """\
#define INIT(root) do {  \\
  (root)->up = 0;   /* the top */ \\
} while (/*CONSTCOND*/ 0)
#define NEXT 1
typedef BOOL (PASCAL *callback)(int size);
typedef int (WINAPI *wide_t)
    (void);
typedef ULONG CALLBACK routine_t(void *of);
typedef DWORD handler_t(int);
BOOL WINAPI started(int reason) { return 1; }
typedef unsigned __int32 uint32_t;
"""

SWIFT = """\
class App {
    func heard(_ name: Name) {
        switch name {
        #if os(iOS)
        case Phone.woke:
            wake()
        #elseif os(macOS)
        case Desk.woke:
            wake()
        #endif
        default:
            return
        }
    }
    func build(_ done: sending @escaping () -> Void) {
        nonisolated(unsafe) let value = 1
        switch consume result {
        case .success(let value): keep(value)
        }
    }
    func after() {}
}
"""


def _found(text: str, language: str) -> list[tuple[str, str]]:
    units = extract("x", text, language).units
    return [(unit.name, unit.kind) for unit in units if unit.kind != "file"]


def test_patterns_of_the_shell_do_not_hide_the_functions_behind_them() -> None:
    assert _found(SHELL, "shellscript") == [("one", "function"), ("two", "function")]


def test_alternatives_in_a_pattern_do_not_end_a_function() -> None:
    one, two = (unit for unit in extract("x", SHELL, "shellscript").units if unit.kind != "file")
    assert (one.range.start.line, one.range.end.line) == (0, 11)
    assert (two.range.start.line, two.range.end.line) == (12, 12)


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_comments_in_macros_and_calling_conventions_in_types_hide_nothing(language: str) -> None:
    assert _found(C, language) == [
        ("INIT", "macro"),
        ("NEXT", "macro"),
        ("callback", "type"),
        ("wide_t", "type"),
        ("routine_t", "type"),
        ("handler_t", "type"),
        ("started", "function"),
        ("uint32_t", "type"),
    ]


def test_what_is_implemented_for_references_is_named_after_what_they_refer_to() -> None:
    text = "impl Shape for &Square {\n    fn area(&self) {}\n}\nimpl Same<Id> for &'_ str {}\n"
    units = [unit for unit in extract("x", text, "rust").units if unit.kind != "file"]
    assert [(unit.name, unit.kind, unit.container) for unit in units] == [
        ("Square", "impl", ""),
        ("area", "method", "Square"),
        ("str", "impl", ""),
    ]


def test_what_a_constructor_keeps_is_a_property() -> None:
    text = (
        "class Timer {\n  constructor(private start: number, public end?: number, step = 1) {}\n}\n"
    )
    assert _found(text, "typescript") == [
        ("Timer", "class"),
        ("constructor", "constructor"),
        ("start", "property"),
        ("end", "property"),
    ]


def test_conditions_and_new_words_of_swift_do_not_hide_the_class_around_them() -> None:
    assert _found(SWIFT, "swift") == [
        ("App", "class"),
        ("heard", "method"),
        ("build", "method"),
        ("after", "method"),
    ]


def test_both_branches_of_a_condition_in_haskell_are_read() -> None:
    text = "module M where\n#if OLD\none = 1\n#else\none = 2\ntwo = 3\n#endif\nthree = 4\n"
    assert _found(text, "haskell") == [
        ("M", "module"),
        ("one", "function"),
        ("one", "function"),
        ("two", "function"),
        ("three", "function"),
    ]


@pytest.mark.parametrize("language", ["javascript", "typescript", "typescriptreact"])
def test_what_is_taken_out_of_an_object_is_defined_unless_a_module_gives_it(language: str) -> None:
    text = (
        "const { join } = require('path');\n"
        "export const { Provider, Consumer } = context;\n"
        "const { isArray } = Array;\n"
        "function f() {\n  const { inner } = Array;\n}\n"
    )
    assert _found(text, language) == [
        ("Provider", "constant"),
        ("Consumer", "constant"),
        ("isArray", "constant"),
        ("f", "function"),
    ]


def test_the_values_that_an_enum_does_not_name_are_no_member() -> None:
    text = "const Status = enum(u8) {\n    ok = 200,\n    _,\n};\n"
    assert _found(text, "zig") == [("Status", "enum"), ("ok", "member")]
