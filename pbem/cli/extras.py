"""Packages that some commands need and the others do without."""

from __future__ import annotations

from importlib import import_module

from pbem.bytes.errors import UsageError
from pbem.home.installation import adding

_CLUB = ("distributed", "pyarrow", "networkx", "openskill")
_PACKAGES = ("dask[distributed]", *_CLUB[1:], "vl-convert-python", "fsspec")


def needs_club(who: str) -> None:
    """Raises UsageError ``no-extra`` where a package of the extra ``club`` is missing; ``who`` needs it."""
    try:
        for name in _CLUB:
            import_module(name)
    except ImportError as error:
        raise UsageError.of(
            "no-extra",
            "{who} need more packages: {name} is not here.",
            who=who,
            name=error.name,
            command=adding(*_PACKAGES),
            hint="Type: {command}",
        ) from error
