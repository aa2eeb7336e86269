"""What things are called."""


def zeta_first() -> None:
    """The last name that comes first: it speaks of copying twice, copying that is."""


def alpha_last() -> None:
    """A name that is first in the alphabet and says little of a copy."""


def copying() -> None:
    """The very word."""
