"""What has been named in a phase and is not yet rolled: shots of 6 June, work on bridges, ships under way."""

from __future__ import annotations

from pbem.bytes.records import frozen


@frozen(kw_only=True)
class Shot:
    """A unit fires at another, in the drop or in the landing (20.9, 21.10)."""

    unit: str
    target: str


@frozen(kw_only=True)
class Span:
    """Work on the bridge over a hexside: ``work`` is build or destroy (15.1)."""

    side: str
    work: str
    units: tuple[str, ...]


@frozen(kw_only=True)
class Sailing:
    """Ships that have sailed and face the mines; ``origins``: where each came from (9.19)."""

    units: tuple[str, ...]
    origins: tuple[str, ...]
