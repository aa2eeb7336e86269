"""Where documents are kept."""

NOTE = "😀 kept"; COPY_LIMIT = 3


class Store:
    """Keeps documents by name."""

    def copy_file(self, source: str, target: str) -> None:
        """Copies one file into another place."""

    def 𝒜_copying(self) -> int:
        """Counts the copies that are being made."""
        return COPY_LIMIT


def duplicate_tree(source: str, target: str) -> None:
    """Copies a whole tree, file by file."""


def recopying_all() -> None:
    """Does it again for all."""
