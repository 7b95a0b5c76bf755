"""A position as checks and lists see it: the data, the state, and whose order it is."""

from __future__ import annotations

from typing import Generic, TypeVar

from attrs import frozen

S = TypeVar("S")
D = TypeVar("D")


@frozen(kw_only=True, slots=False)
class View(Generic[S, D]):
    """What a rule looks at. ``side`` is who asks; empty when nobody does (what is owed, what follows)."""

    data: D
    state: S
    side: str = ""
