"""Random small files, from few words that share stems, and random questions about them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

#: Stems with several words each, so that every rung of the ladder is met.
WORDS = (
    *("copy", "copies", "copied", "copying", "copier"),
    *("connect", "connects", "connected", "connecting", "connection", "connections"),
    *("index", "indexes", "indexed", "indexing"),
    *("file", "files", "filed", "filing", "store", "stored", "storage", "the", "and", "with"),
    *("größe", "naïve", "données", "数据库", "データ", "поиск", "x", "id", "v2", "utf8"),
)
#: What editors, grammars and line counters disagree about.
_ODD = ("\f", "\u2028", "\x85", "\N{GRINNING FACE}", "e\u0301", "\t", "🇩🇪", "\v")
_ENDINGS = ("\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r")
SUFFIXES = (".py", ".py", ".py", ".md", ".md", ".rst", ".txt", ".cfg", ".log")


def name(random: Random) -> str:
    """An identifier."""
    words = [w for w in random.choices(WORDS, k=random.randint(1, 3)) if w.isidentifier()]
    style = random.randrange(3)
    if style == 0:
        return "_".join(words) or "f"
    return (
        "".join(w if style == 1 and not i else w.capitalize() for i, w in enumerate(words)) or "F"
    )


def phrase(random: Random) -> str:
    """Some words in a row."""
    words = [name(random) if random.random() < 0.2 else random.choice(WORDS) for _ in range(5)]
    if random.random() < 0.1:
        words.insert(random.randrange(5), random.choice(_ODD))
    return " ".join(words[: random.randint(1, 6)])


def text(random: Random, suffix: str) -> str:
    """The text of a file with a suffix; now and then empty, or not what the suffix says."""
    if random.random() < 0.03:
        return ""
    make = {".py": _python, ".md": _markdown, ".rst": _rst}.get(suffix, _plain)
    lines = [line for _ in range(random.randint(1, 3)) for line in make(random)]
    if random.random() < 0.08:
        lines.insert(random.randrange(len(lines) + 1), random.choice(["((", '"""', "```", "==="]))
    ending = random.choice(_ENDINGS)
    return ending.join(lines) + random.choice([ending, ending, ""])


def _python(random: Random) -> list[str]:
    if random.random() < 0.3:
        method = [f"    def {name(random)}(self):", f"        return {name(random)}"]
        return [f"class {name(random)}:", f'    """{phrase(random)}"""', "", *method]
    if random.random() < 0.2:
        return [f"# {phrase(random)}", f"{name(random).upper()} = '{phrase(random)}'"]
    doc = [f'    """{phrase(random)}"""'] if random.random() < 0.6 else []
    return [f"def {name(random)}():", *doc, f"    pass  # {phrase(random)}", ""]


def _markdown(random: Random) -> list[str]:
    heading = [f"{'#' * random.randint(1, 3)} {phrase(random)}", ""]
    return [*(heading if random.random() < 0.8 else []), phrase(random), phrase(random), ""]


def _rst(random: Random) -> list[str]:
    title = name(random)
    return [title, random.choice("=-~") * (len(title) + 2), "", phrase(random), ""]


def _plain(random: Random) -> list[str]:
    return [phrase(random), phrase(random), *([""] if random.random() < 0.3 else [])]


@dataclass(frozen=True, slots=True)
class Question:
    """A request and its params; `method` is `stemguard/search` or `workspace/symbol`."""

    method: str
    params: dict[str, Any]


def question(random: Random) -> Question:
    """A random question, about the words there are and some that nobody has."""
    words = [random.choice(WORDS) for _ in range(random.choice([1, 1, 2, 2, 3, 4]))]
    if random.random() < 0.1:
        words.append("zzqx")
    if random.random() < 0.1:
        words[0] = f'"{words[0]}"'
    if random.random() < 0.1:
        words[0] = name(random)
    if random.random() < 0.08 and len(words) > 1:
        words[-1] = f"-{words[-1]}"
    prefix = random.random() < 0.4
    if prefix:
        words[-1] = words[-1][: random.randint(1, len(words[-1]))]
    query = " ".join(words)
    if random.random() < 0.25:
        return Question("workspace/symbol", {"query": query})
    params: dict[str, Any] = {
        "query": query,
        "match": random.choice(["any", "any", "all", {"atLeast": random.randint(1, 3)}]),
        "view": random.choice(["all", "all", "names"]),
        "prefix": prefix,
        "limit": random.choice([5, 20]),
        "offset": random.choice([0, 0, 0, 3]),
    }
    if random.random() < 0.2:
        params["tiers"] = random.choice(["words", "whole"])
    return Question("stemguard/search", params)
