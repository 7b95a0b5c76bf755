"""The order ``done``."""

from __future__ import annotations

from pbem.bytes.records import frozen


@frozen(kw_only=True)
class Done:
    """This phase is over for your side. Whatever had no order stays where it is."""
