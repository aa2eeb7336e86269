"""What one pattern of git's pattern language means, as names and folders to be matched.

Reference: gitignore(5), "PATTERN FORMAT", and git's wildmatch.c where the manual is silent.
Differs from git in one point: `?` and `[...]` match one character, not one byte, of a name.

Matching never explodes: what stands between two stars has a fixed length, and what stands between
two `**` a fixed number of components, so the leftmost place is as good as any and the regular
expressions forbid going back on it (atomic groups).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

#: wildmatch.c: the names that may stand in `[[:name:]]`; ASCII alone, as in git's ctype table.
_POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r"\ \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-\/:-@\[-`{-~",
    "space": r"\ \t\n\v\f\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_ANY_FOLDERS = "(?:[^/]*/)*?"


@dataclass(frozen=True, slots=True)
class Name:
    """One component of a pattern, cut at its stars: n stars leave n + 1 pieces.

    `texts` holds the literal text of each piece, or None where a `?` or a class is in it;
    `sources` holds the regular expression of each piece. No piece matches `/`.
    """

    texts: tuple[str | None, ...]
    sources: tuple[str, ...]

    @property
    def exact(self) -> str | None:
        """The only name that matches, where there is just one."""
        return self.texts[0] if len(self.texts) == 1 else None

    @property
    def start(self) -> str | None:
        """The text such that a name matches if it starts so: `text*`."""
        return self.texts[0] if len(self.texts) == 2 and self.texts[1] == "" else None

    @property
    def end(self) -> str | None:
        """The text such that a name matches if it ends so: `*text`."""
        return self.texts[1] if len(self.texts) == 2 and self.texts[0] == "" else None

    @property
    def after_star(self) -> Name | None:
        """What a name must end with, to be searched for, where the component begins with a star."""
        if len(self.sources) < 2 or self.sources[0]:
            return None
        return Name(self.texts[1:], self.sources[1:])

    @property
    def source(self) -> str:
        """The regular expression of a component; whoever uses it asserts where it ends."""
        first, *rest = self.sources
        if not rest:
            return first
        *middle, last = rest
        return f"{first}{''.join(f'(?>[^/]*?{piece})' for piece in middle if piece)}[^/]*{last}"


@dataclass(frozen=True, slots=True)
class GitPattern:
    """A pattern as: entries called `name` in folders that match `folders`.

    `folders` counts from the folder the pattern belongs to, with None where a `**` stands for any
    number of folders; it is empty for that folder itself.
    """

    negated: bool
    folders_only: bool
    folders: tuple[Name | None, ...]
    name: Name

    @property
    def exact_folder(self) -> str | None:
        """The only folder that matches, as "" or `a/b/`, where there is just one."""
        texts = [None if folder is None else folder.exact for folder in self.folders]
        return None if None in texts else "".join(f"{text}/" for text in texts)

    @property
    def anywhere(self) -> bool:
        """Whether every folder matches."""
        return self.folders == (None,)

    @property
    def folders_source(self) -> str:
        """The regular expression of a matching folder, given as "" or `a/b/`."""
        segments: list[str] = [""]
        for folder in self.folders:
            if folder is None:
                segments.append("")
            else:
                segments[-1] += f"{folder.source}/"
        first, *rest = segments
        if not rest:
            return first
        *middle, last = rest
        fixed = "".join(f"(?>{_ANY_FOLDERS}{segment})" for segment in middle if segment)
        return f"{first}{fixed}{_ANY_FOLDERS}{last}"


def parse_pattern(text: str) -> GitPattern | None:
    """The pattern in `text`, or None where git's rules let it match nothing (`[`, `a\\`, `a//b`).

    Neither comments nor trailing spaces are known here: they belong to ignore files.
    """
    negated = text.startswith("!")
    body = text[1:] if negated else text
    folders_only = body.endswith("/")
    body = body.removesuffix("/")
    anchored = "/" in body
    components = _components(body.removeprefix("/"))
    if components is None:
        return None
    *folders, name = components
    if not anchored:
        folders = [None]
    if name is None:
        folders.append(None)
        name = _EVERY_NAME
    # `**/**` says no more than `**`, and costs a search inside a search.
    kept = [f for f, following in pairwise((*folders, name)) if not (f is None is following)]
    return GitPattern(negated, folders_only, tuple(kept), name)


_EVERY_NAME = Name(("", ""), ("", ""))


def _components(body: str) -> list[Name | None] | None:
    """The components of `body`, None for `**`; None in all where it can match nothing."""
    components: list[Name | None] = []
    pieces: list[list[tuple[str, str | None]]] = [[]]
    at = 0

    def close() -> bool:
        nonlocal pieces
        stars = len(pieces) - 1
        if stars == 0 and not pieces[0]:
            return False
        components.append(None if stars > 1 and not any(pieces) else _name(pieces))
        pieces = [[]]
        return True

    while at < len(body):
        character = body[at]
        at += 1
        if character == "\\":
            if at == len(body):
                return None
            character = body[at]
            at += 1
            if character != "/":
                pieces[-1].append((re.escape(character), character))
                continue
        if character == "/":
            if not close():
                return None
        elif character == "*":
            pieces.append([])
        elif character == "?":
            pieces[-1].append(("[^/]", None))
        elif character == "[":
            found = _character_class(body, at)
            if found is None:
                return None
            source, at = found
            pieces[-1].append((source, None))
        else:
            pieces[-1].append((re.escape(character), character))
    return components if close() else None


def _name(pieces: list[list[tuple[str, str | None]]]) -> Name:
    texts: list[str | None] = []
    sources: list[str] = []
    for piece in pieces:
        literals = [literal for _, literal in piece if literal is not None]
        texts.append("".join(literals) if len(literals) == len(piece) else None)
        sources.append("".join(source for source, _ in piece))
    inner = range(1, len(texts) - 1)
    kept = [i for i in range(len(texts)) if i not in inner or texts[i] != ""]
    return Name(tuple(texts[i] for i in kept), tuple(sources[i] for i in kept))


def _character_class(body: str, at: int) -> tuple[str, int] | None:
    """The regular expression of the class whose `[` ends at `at`, and where it ends.

    None where it is not closed, names an unknown POSIX class, or no character is in it.
    """
    negated = body[at : at + 1] in ("!", "^")
    at += negated
    members = ""
    previous = ""
    first = True
    while first or body[at : at + 1] != "]":
        first = False
        character = body[at : at + 1]
        if not character:
            return None
        following = body[at + 1 : at + 2]
        if character == "-" and previous and following not in ("", "]"):
            at += 1
            if following == "\\":
                at += 1
                following = body[at : at + 1]
                if not following:
                    return None
            if previous <= following:
                members += f"{re.escape(previous)}-{re.escape(following)}"
            previous = ""
        elif character == "[" and following == ":":
            end = body.find("]", at + 2)
            if end < 0:
                return None
            name = body[at + 2 : end]
            if name.endswith(":"):
                if name[:-1] not in _POSIX_CLASSES:
                    return None
                members += _POSIX_CLASSES[name[:-1]]
                at = end
                previous = ""
            else:
                members += re.escape(character)
                previous = character
        else:
            if character == "\\":
                at += 1
                character = following
                if not character:
                    return None
            members += re.escape(character)
            previous = character
        at += 1
    if negated:
        return f"[^/{members}]", at + 1
    return f"(?!/)[{members}]" if members else "(?!)", at + 1
