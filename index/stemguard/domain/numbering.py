"""Numbers for texts, in the order in which they are met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from stemguard.domain.corpus import Ints

_Key = TypeVar("_Key")


def numbering() -> defaultdict[_Key, int]:
    """Gives each key that is looked up in it the next number, from 0."""
    numbers: defaultdict[_Key, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


def numbered(keys: Sequence[_Key], numbers: defaultdict[_Key, int]) -> Ints:
    """The number of each key; the loop over them stays out of Python."""
    return np.fromiter(map(numbers.__getitem__, keys), dtype=np.int64, count=len(keys))
