"""The errors this library raises on purpose; each carries one plain sentence for a person."""


class StemguardError(Exception):
    """Anything a caller may want to show: `str(error)` is one sentence without a traceback."""


class BadRequest(StemguardError):
    """A request whose parameters cannot be meant; the sentence names the parameter."""


class BadUnit(StemguardError):
    """A unit given by a caller lacks a field or has one of the wrong type."""


class Unreadable(StemguardError):
    """A root or a file that was named explicitly cannot be read or is not served."""


class TooManyFiles(Unreadable):
    """A root holds so many files that it is no project of somebody's."""


class IndexUnavailable(StemguardError):
    """The index on disk cannot be used and could not be replaced."""


class IndexDamaged(IndexUnavailable):
    """The index lost something that was in it; opening it anew puts an empty one in its place."""


class IndexUnwritable(IndexUnavailable):
    """Nothing can be added, for want of room or of permission; what is in the index is good."""


class IndexBusy(IndexUnavailable):
    """Another program keeps the index from being written, or opened; nothing is wrong with it."""


class Cancelled(StemguardError):
    """The caller withdrew the request before it was answered."""
