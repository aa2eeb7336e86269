"""Which of our kinds the kinds of universal-ctags are, and what is left out of a comparison.

Left out are classes of tags, each with the reason why: what is no definition, is local to a
function, or was misread.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bench.ctags import Tag


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A class of tags that are not compared, and the reason."""

    why: str
    holds: Callable[[Tag], bool]


def _as_it_is(name: str) -> tuple[str, ...]:
    return (name,)


@dataclass(frozen=True, slots=True)
class Compared:
    """How a language of ours is compared.

    `language` is what ctags calls it, `kinds` which of our kinds answer each of its kinds. A tag is
    called as `spelled` says, a unit of ours as `known_as` says of its name.
    """

    language: str
    kinds: Mapping[str, frozenset[str]]
    left_out: tuple[LeftOut, ...] = ()
    spelled: Callable[[Tag], str] = lambda tag: tag.name
    known_as: Callable[[str], Iterable[str]] = _as_it_is


def _kinds(said: str) -> dict[str, frozenset[str]]:
    """`struct=struct class` ..., separated by semicolons."""
    pairs = (one.strip().split("=") for one in said.split(";"))
    return {theirs: frozenset(ours.split()) for theirs, ours in pairs}


def _named(pattern: str) -> Callable[[Tag], bool]:
    return lambda tag: re.search(pattern, tag.name) is not None


def _written(pattern: str, kind: str = "") -> Callable[[Tag], bool]:
    """By its line, in which `NAME` stands for its name."""

    def holds(tag: Tag) -> bool:
        exact = pattern.replace("NAME", re.escape(tag.name))
        return kind in ("", tag.kind) and re.search(exact, tag.text) is not None

    return holds


def _inside(kinds: str, *scopes: str) -> Callable[[Tag], bool]:
    """By the kind of what it is in, for the kinds named."""
    return lambda tag: tag.kind in kinds.split() and tag.scope_kind in scopes


_UNNAMED = LeftOut("has no name: ctags makes one up", _named("^(__anon|Anonymous|anonymous)"))


def _guards(tag: Tag) -> bool:
    found = re.match(r"\s*#\s*ifndef\s+(\w+)", tag.before)
    without = re.search(rf"define\s+{re.escape(tag.name)}\s*(/\*.*)?$", tag.text)
    return tag.kind == "macro" and found is not None and found[1] == tag.name and bool(without)


_GUARD = LeftOut("a macro without a value that guards what follows", _guards)
_CALLED_MACRO = LeftOut(
    "a macro that is called, taken for a function of its name",
    _written(r"^\s*[A-Z][A-Z\d_]+\s*\(", "function"),
)


def _cpp_name(tag: Tag) -> str:
    test = re.match(r"\s*(?:TYPED_)?TEST(?:_[FP])?\(\s*\w+,\s*(\w+)", tag.text)
    return test[1] if test else re.sub(r"^operator (?=\W)", "operator", tag.name)


def _in_heredoc(tag: Tag) -> bool:
    """Whether an example in documentation was read, in Elixir and Python."""
    return sum(line.count('"""') for line in tag.lines[: tag.line - 1]) % 2 == 1


def _in_brackets(tag: Tag) -> bool:
    """Whether a comment in brackets, or a text that is written elsewhere, was read in CMake."""
    above = tag.lines[: tag.line - 1]
    opened = sum(len(re.findall(r"#\[=+\[", line)) for line in above)
    closed = sum(len(re.findall(r"\]=+\]", line)) for line in above)
    quotes = sum(line.count('"') for line in above if not line.lstrip().startswith("#"))
    return opened > closed or quotes % 2 == 1


def _is_its_file(tag: Tag) -> bool:
    return tag.kind == "module" and tag.line == 1 and tag.name == tag.path.stem.capitalize()


def _haskell_name(tag: Tag) -> str:
    """The whole name of a module, which ctags ends at the first dot."""
    found = re.match(r"module\s+([\w.]+)", tag.text)
    return found[1] if found and tag.kind == "module" else tag.name


def _last_part(separators: str) -> Callable[[Tag], str]:
    return lambda tag: re.split(separators, tag.name)[-1]


_TYPESCRIPT = Compared(
    "TypeScript",
    _kinds(
        "function=function; generator=function method; class=class; interface=interface;"
        "enum=enum; enumerator=member; alias=type; method=method constructor function;"
        "namespace=namespace module; property=property field method; constant=constant function"
    ),
    (
        LeftOut("a constant of a function", _written(r"^\s", "constant")),
        LeftOut("how something is made, which has no name", _named("^new$")),
    ),
)

COMPARED: Mapping[str, Compared] = {
    "c": Compared(
        "C",
        _kinds(
            "function=function; struct=struct; union=union; enum=enum; enumerator=member;"
            "typedef=type struct union enum; macro=macro constant; variable=variable constant"
        ),
        (_UNNAMED, _GUARD, _CALLED_MACRO),
    ),
    "cpp": Compared(
        "C++",
        _kinds(
            "function=function method constructor operator test; class=class; struct=struct;"
            "union=union; enum=enum; enumerator=member; typedef=type struct union enum;"
            "namespace=namespace; macro=macro constant; variable=variable constant"
        ),
        (_UNNAMED, _GUARD),
        spelled=_cpp_name,
    ),
    "csharp": Compared(
        "C#",
        _kinds(
            "class=class; interface=interface; struct=struct; enum=enum; enumerator=member;"
            "method=method constructor operator type; property=property; event=event;"
            "field=field constant; namespace=namespace"
        ),
        (
            LeftOut("a condition on a type parameter", _written(r"\bwhere\b.*\bNAME\b")),
            LeftOut(
                "an assignment, taken for a property", _written(r"^\s*(?:\w+\.)+\w+|= ", "property")
            ),
        ),
        spelled=lambda tag: (
            tag.name if tag.kind == "namespace" else re.sub(r"^operator |^(\w+\.)+", "", tag.name)
        ),
    ),
    "css": Compared(
        "CSS",
        _kinds("class=rule; id=rule; selector=rule"),
        (LeftOut("an attribute or its value in a selector", _written(r"\[[^]]*NAME[^[]*\]")),),
        spelled=lambda tag: _as_selector(tag.name),
        known_as=lambda name: {*map(_as_selector, name.split(",")), _as_selector(name)},
    ),
    "elixir": Compared(
        "Elixir",
        _kinds(
            "function=function method operator; macro=macro operator; module=module;"
            "protocol=protocol; implementation=impl; type=type; callback=function method;"
            "delegate=function method operator; guard=macro; operator=operator; test=test;"
            "exception=struct; record=struct macro"
        ),
        (
            LeftOut("an example in documentation", _in_heredoc),
            LeftOut("a name that is made while compiling", _named("^unquote$")),
        ),
        known_as=lambda name: {name, name.rpartition(".")[2]},
    ),
    "go": Compared(
        "Go",
        _kinds(
            "func=function method; const=constant; var=variable function;"
            "type=type struct interface; talias=type;"
            "struct=struct; interface=interface;"
            "member=field; methodSpec=method"
        ),
    ),
    "java": Compared(
        "Java",
        _kinds(
            "class=class; interface=interface; annotation=interface; enum=enum;"
            "enumConstant=member; field=field constant; method=method constructor"
        ),
    ),
    "javascript": Compared(
        "JavaScript",
        _kinds(
            "function=function method; generator=function method; class=class;"
            "method=method constructor function; getter=method property; setter=method property;"
            "constant=constant function"
        ),
        (
            _UNNAMED,
            LeftOut("what a module exports, which has no name", _named("^exports$")),
            LeftOut("a constant of a function", _written(r"^\s", "constant")),
            LeftOut(
                "an object, or a function with a prototype, taken for a class",
                lambda tag: tag.kind == "class" and "class" not in tag.text,
            ),
            LeftOut("what a module requires", _written(r"\brequire\(", "constant")),
        ),
        spelled=_last_part(r"\."),
    ),
    "julia": Compared(
        "Julia",
        _kinds(
            "function=function method constructor; macro=macro; module=module; struct=struct;"
            "type=type; constant=constant; field=field"
        ),
    ),
    "kotlin": Compared(
        "Kotlin",
        _kinds(
            "class=class enum interface; interface=interface; object=object; typealias=type;"
            "method=method function; constant=constant property; variable=variable property"
        ),
        (
            LeftOut("has no name: a lambda", _named("^<lambda>$")),
            LeftOut("an object that is called after its class", _named("^Companion$")),
            LeftOut("a parameter of a lambda", lambda tag: "<lambda>" in tag.scope),
            LeftOut("a value of a function", _inside("constant variable", "method")),
        ),
    ),
    "lua": Compared(
        "Lua",
        _kinds("function=function method"),
        (
            LeftOut(
                "a line with the word, which defines no function by a name",
                lambda tag: not re.search(r"^\s*(local\s+)?function\b|=\s*function\b", tag.text),
            ),
        ),
        spelled=_last_part(r"[.:]"),
    ),
    "php": Compared(
        "PHP",
        _kinds(
            "class=class enum; interface=interface; trait=trait;"
            "function=function method constructor; define=constant member; variable=property"
        ),
        (
            _UNNAMED,
            LeftOut(
                "a variable that is no property",
                lambda tag: tag.kind == "variable" and tag.scope_kind not in ("class", "trait"),
            ),
        ),
    ),
    "python": Compared(
        "Python",
        _kinds("class=class; function=function; member=method; variable=constant variable"),
        (
            LeftOut(
                "a variable that is not in capitals",
                lambda tag: (
                    tag.kind == "variable" and not re.fullmatch("_?[A-Z][A-Z0-9_]*", tag.name)
                ),
            ),
        ),
    ),
    "ruby": Compared(
        "Ruby",
        _kinds(
            "class=class struct; module=module; method=method function constructor;"
            "singletonMethod=method function; alias=method function; accessor=property;"
            "constant=constant class struct"
        ),
        spelled=lambda tag: tag.name.rstrip("=") if tag.kind == "accessor" else tag.name,
    ),
    "rust": Compared(
        "Rust",
        _kinds(
            "function=function method test; method=function method; struct=struct; enum=enum;"
            "enumerator=member; interface=trait; typedef=type; macro=macro; module=module;"
            "field=field; implementation=impl; variable=constant variable"
        ),
        (LeftOut("a variable of a function", _inside("variable", "function", "method")),),
    ),
    "shellscript": Compared(
        "Sh",
        _kinds("function=function; alias=function variable constant"),
        (
            LeftOut("an assignment or an expansion, taken for a function", _named("[={]$")),
            LeftOut(
                "an argument of `complete`", _written(r"^\s*complete\b|^ +[a-z]+ [a-z]+ [a-z]+")
            ),
        ),
    ),
    "cmake": Compared(
        "CMake",
        _kinds("function=function; macro=macro; target=target; project=module; option=variable"),
        (LeftOut("an example in documentation, or in a text", _in_brackets),),
    ),
    "haskell": Compared(
        "Haskell",
        _kinds(
            "constructor=member type; function=function method field; module=module;type=type class"
        ),
        (LeftOut("a word of the language", _named("^(infix[lr]?|class|instance|deriving)$")),),
        spelled=_haskell_name,
    ),
    "makefile": Compared(
        "Make",
        _kinds("macro=variable macro; target=target"),
        (LeftOut("a variable of one target", _written(r":[ \t]+[\w-]+\s*[:+?]?=|:\s*\w+:=")),),
    ),
    "markdown": Compared(
        "Markdown",
        _kinds(
            "chapter=section; section=section; subsection=section; subsubsection=section;"
            "l4subsection=section; l5subsection=section"
        ),
        spelled=lambda tag: _as_read(tag.name),
        known_as=lambda name: (_as_read(name),),
    ),
    "ocaml": Compared(
        "OCaml",
        _kinds(
            "Constructor=member; module=module interface; class=class interface;"
            "Exception=type; function=function constant; method=method;"
            "val=field constant function; RecordField=field; type=type; var=constant function"
        ),
        (
            LeftOut("the file, taken for a module", _is_its_file),
            LeftOut("a module that is given as a value", _written(r"\(module NAME")),
            LeftOut("a condition on a type", _written(r"\b(with|and) type\b.*NAME", "type")),
            LeftOut("a `let` of an extension", _written(r"\blet[^\s\w(]", "function")),
            LeftOut("has no name: what a file does", _named(r"^\(\)$")),
            LeftOut("a value of a function", _written(r"^\s.*\bin$|^\s+let\b", "var")),
        ),
    ),
    "proto": Compared(
        "Protobuf",
        _kinds(
            "message=struct; enum=enum; enumerator=member; field=field struct;"
            "service=interface; rpc=method; oneof=union"
        ),
    ),
    "restructuredtext": Compared(
        "ReStructuredText",
        _kinds("chapter=section; section=section; subsection=section; subsubsection=section"),
        spelled=lambda tag: _as_read(tag.name),
        known_as=lambda name: (_as_read(name),),
    ),
    "sql": Compared(
        "SQL",
        _kinds(
            "table=table; view=view; function=function; procedure=function; index=index;"
            "trigger=trigger; domain=type; field=field; package=module; event=event"
        ),
    ),
    "troff": Compared(
        "Man",
        _kinds("section=section"),
        spelled=lambda tag: re.sub(r'^\.SH\s+|"', "", tag.text).strip(),
    ),
    "typescript": _TYPESCRIPT,
    "typescriptreact": _TYPESCRIPT,
}


def _as_selector(name: str) -> str:
    return re.sub(r"\s+", "", name)


def _as_read(title: str) -> str:
    """A title without markup, and without what could be some."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)|[`*_\\\\]|<[^>]*>", r"\1", title).strip()
