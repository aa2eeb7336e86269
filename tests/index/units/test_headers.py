"""Which headers are C++."""

from __future__ import annotations

import pytest

from stemguard.units.headers import is_cpp
from stemguard.units.languages import language_of


@pytest.mark.parametrize(
    "text",
    [
        "class Store {\n};\n",
        "class EXPORTED Store final\n  : public Base {\n};\n",
        "class Store;\n",
        "#pragma once\nnamespace maps {\n}\n",
        "inline namespace v1::v2\n{\n}\n",
        "template <typename T>\nT twice(T);\n",
        "struct Store {\n public:\n  int open;\n};\n",
        "enum class Side { left };\n",
        "std::string name();\n",
        "Store::~Store();\n",
        '/* C */\n// C\n#define NAME "C"\nclass Store {\r\n};\r\n',
        "#ifdef __cplusplus\nint one;\n#endif\nclass Store {\n};\n",
        "int one;\n#if __cplusplus\nint two;\n#else\nint two();\n#endif\nstd::string name();\n",
    ],
)
def test_a_header_with_what_c_does_not_have_is_cpp(text: str) -> None:
    assert is_cpp(text)
    assert language_of("include/store.h", text=text) == "cpp"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "struct store { int open; };\nint class;\n",
        "/* class Store { };\n * std::string */\n// namespace maps {\n",
        '#define NAME "std::string"\n',
        '#ifdef __cplusplus\nextern "C" {\n#endif\nint one;\n',
        "#if defined(__cplusplus)\nclass Store {\n};\ntemplate <class T>\n#endif\n",
        "#  ifdef __cplusplus\nnamespace maps {\n# else\nint one;\n# endif\n",
        "[[gnu::packed]] struct store { int one; };\n",
        "/* never closed\nclass Store {\n",
        "  the class of stores: all of them\n  namespace or not\n",
    ],
)
def test_a_header_with_nothing_else_is_c(text: str) -> None:
    assert not is_cpp(text)
    assert language_of("include/store.h", text=text) == "c"


def test_only_the_name_h_leaves_it_open() -> None:
    text = "class Store {\n};\n"
    assert language_of("store.c", text=text) == "c"
    assert language_of("store.hh") == "cpp"
    assert language_of("store.h", {"*.h": "objective-c"}, text) == "objective-c"
