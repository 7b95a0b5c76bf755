"""The entries that belong to the protocol; all others belong to the game (``schemas/log.md``)."""

from __future__ import annotations

from typing import TypeAlias

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.records import frozen


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
    """Asks for roll ``j``, the one the game calls ``why``; with ``x`` (the asker's seed) it is the open form.

    ``dice`` are pairs of sides and lowest face, so that anybody can check the faces.
    """

    dice: tuple[tuple[int, int], ...]
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
    """Refuses the other side's bundle that stands in the same place; it does not join the chain, and the next roll is burnt.

    ``entry``, ``code`` and ``par`` say where and why. ``last``, ``head``, ``rules`` and ``state`` are of the refused header,
    ``key`` and ``sig`` of its signature line (:mod:`pbem.log.refusals`).
    """

    code: str
    entry: int
    head: str
    key: str
    last: int
    rules: str
    sig: str
    state: str
    par: str = ""


@frozen(kw_only=True)
class Audit:
    """Opens the key behind every salt of this side once the game has ended; ``before``: those it had earlier, in order."""

    vault: str
    before: tuple[str, ...] = ()


@frozen(kw_only=True)
class Back:
    """Offers to go back to the position after entry ``to``; the other side owes a reply."""

    to: int


@frozen(kw_only=True)
class Reply:
    """Agrees to a take-back, or declines it."""

    yes: bool


@frozen(kw_only=True)
class Note:
    """A word to the other side: 1 to 500 characters. It changes nothing."""

    text: str


@frozen(kw_only=True)
class DeckMask:
    """Masks and shuffles deck ``at``: the new base ``q``, every point ``p`` and the proof (``schemas/deck.md``).

    ``p`` holds the slots in order, then what had been handed over of this seat's hand. ``bits`` has 32 hex digits, ``z``
    the 128 numbers of the proof in a row (8,192 hex digits). The first mask of a new deck names its ``cards``, the first of
    a later shuffle the slots to ``mix``; the game has to ask for just these.
    """

    at: str
    q: str
    p: tuple[str, ...]
    bits: str
    z: str
    cards: tuple[str, ...] = ()
    mix: tuple[int, ...] = ()


@frozen(kw_only=True)
class DeckKey:
    """Hands over slots ``n`` of deck ``at``: each point ``u`` without the mask, its proof ``pf`` (hex of 64 bytes)."""

    at: str
    n: tuple[int, ...]
    u: tuple[str, ...]
    pf: tuple[str, ...]


@frozen(kw_only=True)
class DeckShow:
    """Shows that slot ``n`` of deck ``at`` holds card number ``card``, which is called ``v``; ``pf`` proves it."""

    at: str
    n: int
    card: int
    v: str
    pf: str


@frozen(kw_only=True)
class Renew:
    """Gives the seat another game key, seed chain (its end ``tip`` and length ``n``) and vault, as in its first mail.

    ``key``, ``tip`` and ``vault`` are hex of 32 bytes.
    """

    key: str
    n: int
    tip: str
    vault: str


@frozen(kw_only=True)
class Upgrade:
    """Offers to go on under another version: ``rules`` and ``data`` by their digests (hex of 32 bytes), on ``pack``.

    ``version`` names it for people. ``state`` (hex of 32 bytes) is the digest of the game's state carried over to it; the
    other side owes a reply.
    """

    rules: str
    data: str
    version: str
    state: str
    pack: str = ""


@frozen(kw_only=True)
class Appoint:
    """Puts a referee in force, by the public identity key (hex of 32 bytes), whom both players have appointed on paper.

    ``who`` is their name, ``days`` after how many days of silence a player may turn to them (0: nothing is said of it),
    ``a`` and ``b`` are both players' signatures (hex of 64 bytes).
    """

    key: str
    who: str
    a: str
    b: str
    days: int = 0


@frozen(kw_only=True)
class Ruling:
    """What the referee decides, and the reason in ``text``: ``how`` is void, stands or over.

    void: the game goes on from the position after entry ``to``, with roll ``j``; stands: from here, with roll ``j`` if it
    is named; over: it has ended, ``winner`` is a side ("": nobody wins) and ``level`` says how. ``days`` is how long
    the side that owes the next step has, for people (0: nothing is said of it).
    """

    how: str
    text: str
    days: int = 0
    j: int = 0
    level: str = ""
    to: int = -1
    winner: str = ""


DeckEntry: TypeAlias = DeckMask | DeckKey | DeckShow

ProtocolEntry: TypeAlias = (
    Start
    | Seal
    | Req
    | Rsp
    | Open
    | Show
    | Reject
    | Audit
    | Back
    | Reply
    | Note
    | DeckEntry
    | Renew
    | Upgrade
    | Appoint
    | Ruling
)

BESIDE = frozenset({"appoint", "back", "note", "reject", "renew", "reply", "ruling", "upgrade"})
"""What is written beside the game; every other entry is one of play, and only those count as going on."""

PROTOCOL = Codec(
    (
        *(Start, Seal, Req, Rsp, Open, Show, Reject, Audit, Back, Reply, Note),
        *(DeckMask, DeckKey, DeckShow, Renew, Upgrade, Appoint, Ruling),
    )
)
"""Reads and writes protocol entries."""
