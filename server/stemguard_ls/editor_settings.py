"""What the editor has said of settings: at the beginning, unasked, and when it was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from stemguard_ls.config import SECTION, Layer, editor_layer, is_pushed_to_us
from stemguard_ls.refused import Refused
from stemguard_ls.rpc import StemguardProtocol

#: A client that does not say its settings is not waited for longer; they may still be pushed.
_LONGEST_WAIT_S = 2.0


class EditorSettings:
    """The settings of one editor. What it answers wins over what it says unasked."""

    def __init__(self, given: object = None) -> None:
        self._given = given
        self._pulled: Mapping[str, Any] = {}

    def push(self, settings: object) -> None:
        """Takes what the editor says unasked in place of what it gave at the beginning."""
        if is_pushed_to_us(settings):
            self._given = settings

    def pull(self, rpc: StemguardProtocol) -> None:
        """Asks the editor. Not for the event loop."""
        items = {"items": [{"section": SECTION}]}
        try:
            answer = rpc.ask("workspace/configuration", items, _LONGEST_WAIT_S)
        except Refused:
            return
        if isinstance(answer, list) and answer:
            # Null says that there are none any more.
            self._pulled = _without_nulls(answer[0]) if isinstance(answer[0], Mapping) else {}

    @property
    def layer(self) -> Layer:
        """All of it, as the first source of settings."""
        layer = editor_layer(self._given)
        return replace(layer, values={**layer.values, **self._pulled})


def _without_nulls(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
