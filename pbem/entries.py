"""The entries that belong to the protocol; all others belong to the game (``schemas/log.md``)."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from pbem.canon import Json
from pbem.codec import Codec


@frozen(kw_only=True)
class Start:
    """The first entry of a game, by seat A."""


@frozen(kw_only=True)
class Seal:
    """Commitments ``c`` (hex of 32 bytes each) to values labelled ``at/1``, ``at/2`` ..."""

    at: str
    c: tuple[str, ...]


@frozen(kw_only=True)
class Req:
    """Asks for roll ``j``, the one the game calls ``why``; with ``x`` (the asker's seed) it is the open form."""

    j: int
    why: str
    x: str = ""


@frozen(kw_only=True)
class Rsp:
    """The answerer's seed for roll ``j``; in the open form with the faces, which are always computed again."""

    j: int
    x: str
    dice: tuple[int, ...] = ()


@frozen(kw_only=True)
class Open:
    """The asker's seed for roll ``j`` in the sealed form, with the faces, which are always computed again."""

    j: int
    x: str
    dice: tuple[int, ...]


@frozen(kw_only=True)
class Show:
    """Opens commitment ``n`` under ``at``: the value and its salt (hex of 32 bytes)."""

    at: str
    n: int
    salt: str
    v: Json


@frozen(kw_only=True)
class Reject:
    """Refuses the other side's bundle ``n`` with hash ``head``, which does not join the chain.

    ``entry``, ``code`` and ``par`` say where and why; roll indices up to ``j`` are burnt.
    """

    n: int
    head: str
    entry: int
    code: str
    j: int
    par: str = ""


@frozen(kw_only=True)
class Audit:
    """Opens the key behind every salt of this side once the game has ended."""

    vault: str


ProtocolEntry: TypeAlias = Start | Seal | Req | Rsp | Open | Show | Reject | Audit

PROTOCOL = Codec((Start, Seal, Req, Rsp, Open, Show, Reject, Audit))
"""Reads and writes protocol entries."""
