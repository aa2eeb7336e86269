"""Typed objects from JSON values; a wrong one is a sentence that names the field.

Each field of an attrs class says with `given` which values it takes. Field names are camelCase
outside and snake_case inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import attrs

T = TypeVar("T")
Reader = Callable[[object], T]

_READER = "reader"


class WrongValue(Exception):
    """A value that cannot be taken; `str(error)` is the sentence."""

    def __init__(self, field: str, wanted: str) -> None:
        super().__init__(f"`{field}` {wanted}.")
        self.field = field
        self.wanted = wanted


class _Unwanted(Exception):
    """A reader's refusal: what the value must be, and which part of it is not."""

    def __init__(self, wanted: str, part: str = "") -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.part = part


def given(reader: Reader[T], default: Any = attrs.NOTHING) -> Any:  # noqa: ANN401 - as attrs.field
    """A field that is read with `reader`; without a default it must be there."""
    return attrs.field(default=default, metadata={_READER: reader})


def camel_case(name: str) -> str:
    """The name of a field in JSON."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def fields_of(kind: type[attrs.AttrsInstance]) -> dict[str, attrs.Attribute[Any]]:
    """The fields of a class by their names in JSON."""
    return {camel_case(field.name): field for field in attrs.fields(kind)}


def read_field(name: str, field: attrs.Attribute[Any], value: object) -> object:
    """The value of one field. Raises WrongValue."""
    try:
        return field.metadata[_READER](value)
    except _Unwanted as error:
        raise WrongValue(name + error.part, error.wanted) from None


def read(kind: type[T], values: object) -> T:
    """An object of an attrs class. Fields it does not have are ignored, and null is none at all.

    Raises WrongValue for the first field, in the order of the class, that is missing or wrong.
    """
    if not isinstance(values, Mapping):
        raise WrongValue("params", "must be an object")
    found = {}
    for name, field in fields_of(kind).items():  # type: ignore[arg-type]  # T is an attrs class
        value = values.get(name)
        if value is not None:
            found[field.name] = read_field(name, field, value)
        elif field.default is attrs.NOTHING:
            raise WrongValue(name, "is missing")
    return kind(**found)


def text(value: object) -> str:
    """A string."""
    if not isinstance(value, str):
        raise _Unwanted("must be a string")
    return value


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _Unwanted("must be true or false")
    return value


def integer(value: object) -> int:
    """A whole number; some editors write every number with a fraction."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Unwanted("must be a whole number")
    return value


def number_from(least: int, most: int | None = None) -> Reader[int]:
    """A whole number in a range, both ends included."""
    wanted = f"must be a whole number from {least}" + ("" if most is None else f" to {most}")

    def reader(value: object) -> int:
        try:
            number = integer(value)
        except _Unwanted:
            raise _Unwanted(wanted) from None
        if number < least or (most is not None and number > most):
            raise _Unwanted(wanted)
        return number

    return reader


def texts(value: object) -> tuple[str, ...]:
    """A list of strings."""
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise _Unwanted("must be a list of strings")
    return tuple(value)


def pairs(value: object) -> tuple[tuple[str, str], ...]:
    """An object whose values are strings, as pairs in its order."""
    if not isinstance(value, Mapping) or not all(isinstance(item, str) for item in value.values()):
        raise _Unwanted("must be an object of strings")
    return tuple(value.items())


def one_of(*names: str) -> Reader[str]:
    """One of some words."""
    wanted = "must be " + " or ".join(f"'{name}'" for name in names)

    def reader(value: object) -> str:
        if value not in names:
            raise _Unwanted(wanted)
        return str(value)

    return reader


def token(value: object) -> int | str:
    """A progress token."""
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise _Unwanted("must be a string or a whole number")
    return value


def anything(value: object) -> object:
    """Any value as it is."""
    return value


def a_list(value: object) -> tuple[object, ...]:
    """A list of anything."""
    if not isinstance(value, list):
        raise _Unwanted("must be a list")
    return tuple(value)


def an_object(kind: type[T]) -> Reader[T]:
    """An object of another class."""

    def reader(value: object) -> T:
        if not isinstance(value, Mapping):
            raise _Unwanted("must be an object")
        try:
            return read(kind, value)
        except WrongValue as error:
            raise _Unwanted(error.wanted, f".{error.field}") from None

    return reader


def objects(kind: type[T]) -> Reader[tuple[T, ...]]:
    """A list of objects of another class."""
    reader = an_object(kind)

    def read_all(value: object) -> tuple[T, ...]:
        return tuple(map(reader, a_list(value)))

    return read_all


def refuse(wanted: str) -> Exception:
    """What a reader outside this module raises: `wanted` says what the value must be."""
    return _Unwanted(wanted)
