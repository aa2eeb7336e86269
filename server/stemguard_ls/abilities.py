"""What the client can do, and what is agreed with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stemguard_ls.convert import Encoding

#: Clients that say nothing count in 16-bit code units: LSP 3.17, positionEncodings.
_UNSAID: Encoding = "utf-16"
_OURS: dict[str, Encoding] = {"utf-8": "utf-8", "utf-16": "utf-16", "utf-32": "utf-32"}


@dataclass(frozen=True, slots=True)
class Abilities:
    """The few capabilities that decide what is sent to a client."""

    encoding: Encoding = _UNSAID
    resolves_range: bool = False
    reports_progress: bool = False
    registers_watchers: bool = False
    registers_configuration: bool = False
    has_configuration: bool = False

    @classmethod
    def of(cls, capabilities: object) -> Abilities:
        """Reads a client's capabilities; whatever is odd in them counts as unsaid."""
        return cls(
            encoding=_encoding(_at(capabilities, "general", "positionEncodings")),
            resolves_range="location.range"
            in _texts(_at(capabilities, "workspace", "symbol", "resolveSupport", "properties")),
            reports_progress=_at(capabilities, "window", "workDoneProgress") is True,
            registers_watchers=_registers(capabilities, "didChangeWatchedFiles"),
            registers_configuration=_registers(capabilities, "didChangeConfiguration"),
            has_configuration=_at(capabilities, "workspace", "configuration") is True,
        )


def _encoding(offered: object) -> Encoding:
    """The first of the client's encodings that is one of ours: the list is in its order."""
    for name in _texts(offered):
        if name in _OURS:
            return _OURS[name]
    return _UNSAID


def _registers(capabilities: object, method: str) -> bool:
    return _at(capabilities, "workspace", method, "dynamicRegistration") is True


def _texts(value: object) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


def _at(value: object, *names: str) -> object:
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value
