"""A referee decides: what they ask for becomes a ruling, signed and remembered, in a turn file for both players."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home import sentences
from pbem.home.identity import Identity
from pbem.home.referee import hearing
from pbem.home.referee.hearing import Hearing
from pbem.home.rulings import signed_rulings
from pbem.log import Bundle, Log, first_referees, referees_after
from pbem.log.entries import Ruling
from pbem.papers.appointment import Appointed
from pbem.papers.rulings import make_ruling
from pbem.port.messages import Message, Series, spelled
from pbem.replay.ruling_words import told
from pbem.replay.table import OVER, STANDS, VOID
from pbem.store.home import Home

ON_TIME = "on time"  # it is signed: in one language for everybody
DRAW = "draw"


@frozen(kw_only=True)
class Wish:
    """What the referee has typed: exactly one of ``void`` (an entry), ``stands``, ``over`` (a side, or draw), ``time``."""

    void: int | None = None
    stands: bool = False
    over: str = ""
    time: bool = False
    level: str = ""
    text: str = ""
    days: int = 0


@frozen(kw_only=True)
class Ruled:
    """A signed ruling: the packed turn file, its name, what it says, and what was signed for the game before."""

    data: bytes
    name: str
    said: str
    before: tuple[str, ...]


def ruled(home: Home, identity: Identity, heard: Hearing, wish: Wish, *, day: str, again: bool) -> Ruled:
    """Sign what the referee wishes, and remember it. ``day`` is today (ISO).

    Raises UsageError ``no-referee``, ``not-referee``, ``one-choice``, ``cannot-rule``, ``no-time``, ``bad-ruling``,
    ``no-reason``, ``no-level``, ``no-side``, ``no-days`` and ``not-appointed``; VerifyError for what the log does not
    allow; ConflictError ``signed-already`` (:mod:`pbem.home.rulings.signed_rulings`).
    """
    keypair = _key(identity, heard)
    ruling = decision(heard, wish)
    made = make_ruling(heard.film.first.ruling, heard.log, keypair, ruling, _needed(heard))
    before = signed_rulings.remember_ruling(home, heard.log.gid, made, ruling, day, again=again)
    lines = b"".join(each.encode() for each in (*going_along(heard), made))
    name = _name(heard, identity)
    return Ruled(
        data=container.pack(lines),
        name=f"ruling-{made.header.n}.pbem",
        said=told(name, ruling),
        before=before,
    )


def _name(heard: Hearing, identity: Identity) -> str:
    if heard.appointed is not None:
        return heard.appointed.name
    return heard.position.table.referee or identity.name


def in_force(log: Log) -> bytes | None:
    """The key of the referee in force at the end of a log, without any paper; None when there is none."""
    keys = first_referees(log.invite)
    for each in log.bundles:
        keys = referees_after(keys, each)
    return keys[-1] if keys else None


def _key(identity: Identity, heard: Hearing) -> Keypair:
    """The key with which this home rules. Raises UsageError ``no-referee`` and ``not-referee``."""
    key = heard.appointed.key if heard.appointed is not None else in_force(heard.log)
    if key is None:
        raise UsageError.of(
            "no-referee",
            "Nobody is the referee of this game: its invitation names none, and no appointment is on the log.",
            hint="Both players sign for you: pbem referee appoint; then add --appointment PAPER",
        )
    found = next((each for each in identity.keypairs if each.public == key), None)
    if found is None:
        raise UsageError.of(
            "not-referee",
            "The referee of this game has another key than yours: its code is {fingerprint}.",
            fingerprint=fingerprint(key),
            hint="Use the home with that key: pbem --home DIR referee rule",
        )
    return found


def _needed(heard: Hearing) -> Appointed | None:
    """The appointment that has to go onto the log; none when it stands there already."""
    made = heard.appointed
    return None if made is None or made.key == in_force(heard.log) else made


def decision(heard: Hearing, wish: Wish) -> Ruling:
    """The ruling that a wish comes to. Raises UsageError as :func:`ruled`."""
    if (wish.void is not None) + wish.stands + bool(wish.over) + wish.time != 1:
        raise UsageError(
            "one-choice",
            Message("Say one of --void N, --stands, --over SIDE and --time."),
            hint=f"pbem referee open {heard.name}",
        )
    if heard.can.why_not:
        raise UsageError.of("cannot-rule", "Nothing can be ruled here: {why_not}", why_not=heard.can.why_not)
    if wish.time:
        return _on_time(heard, wish)
    if not wish.text.strip():
        raise UsageError.of(
            "no-reason", "A ruling says why, in 1 to 500 characters.", hint='Add --text "the reason"'
        )
    text = wish.text.strip()
    if wish.over:
        return _over(heard, wish.over, wish, text)
    if wish.level:
        raise UsageError.of("no-level", "--level goes with --over: it says how the game ended.")
    if wish.void is None:
        return Ruling(how=STANDS, text=text, days=wish.days, j=heard.can.j)
    _check_entry(heard, wish.void)
    return Ruling(how=VOID, to=wish.void, text=text, days=wish.days, j=heard.can.j)


def _check_entry(heard: Hearing, to: int) -> None:
    can = heard.can
    if not can.j:
        raise UsageError.of(
            "cannot-rule",
            "Nothing can be ruled void any more: the dice that both prepared are used up.",
            hint="--stands or --over can still be ruled.",
        )
    if to not in can.to:
        near = max((each for each in can.to if each < to), default=min(can.to, default=-1))
        other = Message(" The nearest is {near}.", near=near) if near >= 0 else ""
        raise UsageError.of(
            "bad-ruling",
            "The game cannot go on from entry {to}: there is none, or a roll or an offer was open after it, "
            "or cards have been dealt since.{other}",
            to=to,
            other=other,
            heard=heard.name,
            hint="pbem referee open {heard} --all lists every entry to go back to.",
        )


def _over(heard: Hearing, winner: str, wish: Wish, text: str) -> Ruling:
    sides = heard.log.invite.sides
    if winner not in (*sides, DRAW):
        raise UsageError.of(
            "no-side",
            "There is no side {winner!r}.",
            winner=winner,
            sides=Series(map(spelled, sides)),
            hint="Sides: {sides}; or draw.",
        )
    if not wish.level.strip():
        raise UsageError.of("no-level", "Say how the game ended.", hint='Add --level "in a few words"')
    if wish.days:
        raise UsageError.of(
            "no-days", "--days goes with --void and --stands: nothing is played after --over."
        )
    return Ruling(how=OVER, winner="" if winner == DRAW else winner, level=wish.level.strip(), text=text)


def _on_time(heard: Hearing, wish: Wish) -> Ruling:
    if why_not := hearing.timed(heard):
        raise UsageError(
            "no-time",
            why_not,
            hint=Message("pbem referee open {heard} says what can be ruled.", heard=heard.name),
        )
    claim = heard.claim
    assert claim is not None
    silent = sentences.who(heard, heard.due.seat)
    text = wish.text.strip() or (
        f"{silent} has been silent since {claim.since}; {claim.days} days were agreed on."
    )
    return _over(heard, heard.waiting_side, Wish(level=wish.level or ON_TIME, days=wish.days), text)


def going_along(heard: Hearing) -> Sequence[Bundle]:
    """The turn files that the ruling continues, as far as a player may lack them: from where the versions that are known
    part, and the last of each seat in any case. A home that lacks more asks for the whole log.
    """
    bundles = heard.log.bundles
    heads = {each.header.prev for each in heard.beside}
    parts = [each.header.n for each in bundles if each.header.prev in heads]
    last = [max((each.header.n for each in bundles if each.header.by == seat), default=1) for seat in "AB"]
    first = min((*parts, *last), default=1)
    return bundles[first - 1 :]
