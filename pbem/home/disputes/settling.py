"""A conflict comes to an end: the versions of one turn file that clash, and going over to one of them (``schemas/log.md``).

Nothing is signed here. What is given up stays in the folder as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import ConflictError, KeyFileError, PbemError, UsageError
from pbem.bytes.records import evolve, frozen
from pbem.home import games, sentences
from pbem.home.identity import Identity
from pbem.home.play.drafts import decided
from pbem.home.rulings.applied_ruling import settled_to
from pbem.home.turns import import_notes
from pbem.home.turns.dropped_turns import exposed, refused_by
from pbem.home.turns.versions import (
    OPEN,
    SETTLED,
    BesideFile,
    Place,
    files_beside,
    is_refusal,
    places,
    strangers,
    unsettled,
)
from pbem.log import Bundle, read_bundles, refusal_of
from pbem.papers import refused_turn
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry
from pbem.store.game import MAX_KEPT, Change, GameFolder, Refused

_DIGITS = 6
_MOST_TOLD, _MOST_SHOWN = 12, 16
"""So many lines of a version, and so many versions, are put on the screen: who signs hundreds must cost no minutes."""


@frozen(kw_only=True)
class Version:
    """One version in words: ``story`` is what happens in it, ``fault`` why it does not hold ("" when it does)."""

    bundle: Bundle
    ours: bool
    who: str
    story: tuple[str, ...]
    fault: str = ""

    @property
    def name(self) -> str:
        """The digits that name it in commands."""
        return self.bundle.hash().hex()[:12]


@frozen(kw_only=True)
class Taken:
    """What came of it: the version, whether the game has changed, and the session now."""

    session: Session
    bundle: Bundle
    changed: bool
    joined: int
    """How many turn files that lay here follow it and are in the log now."""
    exposed: tuple[str, ...] = ()
    """What this player has shown in what is given up, in sentences."""


def shown(folder: GameFolder, identity: Identity) -> tuple[Place, tuple[Version, ...]]:
    """The versions between which there is to decide, or those of the last place where there was.

    Raises UsageError ``nothing-to-settle``, and ConflictError ``version-missing`` when only what follows another version is
    here.
    """
    session = games.open_session(folder, identity)
    place = _place(session, files_beside(folder))
    before = _behind(folder, session, place.n - 1)
    return place, tuple(_version(before, each, place) for each in place.versions[:_MOST_SHOWN])


def _place(session: Session, lying: Sequence[BesideFile]) -> Place:
    found = unsettled(session.log, lying)
    if found is not None:
        return found
    if alien := strangers(session.log, lying):
        header = alien[0].header
        raise ConflictError.of(
            "version-missing",
            "Turn file {n} of {who} continues another version of turn file {n_a} than yours, and that "
            "version is not here.",
            n=header.n,
            who=sentences.who(session, header.by),
            n_a=header.n - 1,
            hint="Import it: your own mail with it, or their whole log (the file log.pbem of that game in their home).",
        )
    every = places(session.log, lying)
    if not every:
        raise UsageError.of(
            "nothing-to-settle", "No turn file of this game has two versions here.", hint="See `pbem status`."
        )
    return every[-1]


def _version(before: Session, bundle: Bundle, place: Place) -> Version:
    trail: list[AppliedEntry[object]] = []
    fault = ""
    try:
        before.receive(bundle, trail.append)
    except PbemError as error:
        fault = str(error)
    story = [*sentences.told(trail)]
    if is_refusal(bundle):
        story = [
            Message("refuses turn file {n}: {reason}", n=bundle.header.n, reason=import_notes.reason(bundle)),
            *story,
        ]
        refused = refused_by(bundle, place.versions)
        if refused is not None and refused_turn.foreseen(refused):
            story.append(refused_turn.knew(refused, sentences.who(before, bundle.header.by)))
    return Version(
        bundle=bundle,
        ours=place.ours is not None and bundle.hash() == place.ours.hash(),
        who=sentences.who(before, bundle.header.by),
        story=tuple(story[:_MOST_TOLD]),
        fault=fault,
    )


def _behind(folder: GameFolder, session: Session, n: int) -> Session:
    """The game as it stood behind turn file ``n``, without a draft."""
    log = evolve(session.log, bundles=session.log.bundles[:n])
    return games.opened(games.rules_of(session.log, folder), log, session.vault)


def take(folder: GameFolder, identity: Identity, wanted: str) -> Taken:
    """Go on from the version that ``wanted`` names: a number of the list that :func:`shown` gives, or digits of its hash.

    Raises UsageError ``no-version``, and ConflictError ``cannot-settle`` or ``draft-in-the-way``, each with what to do.
    """
    session = games.open_session(folder, identity)
    lying = files_beside(folder)
    place, chosen = _wanted(session, lying, wanted)
    others = [each for each in place.versions if each.hash() != chosen.hash()]
    if place.ours is not None and place.ours.hash() == chosen.hash():
        change = _put_away(folder, [], others, lying, frozenset())
        session = _decided(session, change)
        games.save_session(folder, identity, session, change=change, grown=False)
        other = sentences.who(session, "B" if session.seat == "A" else "A")
        lost = exposed(others, session.seat, other)
        return Taken(session=session, bundle=chosen, changed=False, joined=0, exposed=lost)
    if decided(session.draft):
        raise ConflictError.of(
            "draft-in-the-way",
            "There are orders of yours that were never sent, and they continue the version in your game.",
            hint="`pbem undo --all` drops them; then settle.",
        )
    given_up = session.log.bundles[place.n - 1 :]
    check_right(session, place, chosen, given_up)
    before = _behind(folder, session, place.n - 1)
    after, joined = _gone_over(folder, before, chosen, lying)
    check_safe(before, after, (*given_up, *(each.bundle for each in lying)))
    here = frozenset(each.hash() for each in after.log.bundles)
    change = _put_away(folder, given_up, others, lying, here)
    after = _decided(after, change)
    mine = tuple(each.header.n for each in given_up if each.header.by == session.seat)
    games.save_session(folder, identity, after, change=evolve(change, unsent=mine))
    other = sentences.who(session, "B" if session.seat == "A" else "A")
    lost = exposed(
        (*given_up, *(each for each in others if each.header.by == session.seat)), session.seat, other
    )
    return Taken(session=after, bundle=chosen, changed=True, joined=joined, exposed=lost)


def _decided(session: Session, change: Change) -> Session:
    """The session whose record says that what is put away is given up, as far as its own seat signed it."""
    gone = (bundle for each in change.refuse for bundle in read_bundles(each.data))
    record = session.vault.record
    for bundle in gone:
        if bundle.header.by == session.seat:
            record = record.with_bundle(bundle).without((bundle,))
    return evolve(session, vault=evolve(session.vault, record=record))


def _wanted(session: Session, lying: Sequence[BesideFile], wanted: str) -> tuple[Place, Bundle]:
    if wanted.isdecimal() and len(wanted) < _DIGITS:
        place = _place(session, lying)
        if 1 <= int(wanted) <= len(place.versions):
            return place, place.versions[int(wanted) - 1]
    elif len(wanted) >= _DIGITS:
        found = [
            (place, each)
            for place in places(session.log, lying)
            for each in place.versions
            if each.hash().hex().startswith(wanted.lower())
        ]
        if len(found) == 1:
            return found[0]
    raise UsageError.of(
        "no-version",
        "No version here is called {wanted!r}.",
        wanted=wanted[:64],
        hint="pbem dispute settle lists them.",
    )


def _gone_over(
    folder: GameFolder, before: Session, chosen: Bundle, lying: Sequence[BesideFile]
) -> tuple[Session, int]:
    """The game with the version and with what lies here and follows it; how many those are."""
    try:
        after, joined = before.receive(chosen), 0
    except PbemError as error:
        raise cannot(
            Message("That version does not hold: {error}", error=error),
            Message("Take another, or none. {agree}", agree=AGREE),
        ) from error
    while True:
        due, head = after.end.bundles + 1, after.end.head
        following = {
            each.bundle.hash(): each.bundle
            for each in lying
            if (each.bundle.header.n, each.bundle.header.prev) == (due, head)
        }
        if len(following) != 1:
            break
        try:
            after = after.receive(next(iter(following.values())))
        except PbemError:
            break
        joined += 1
    try:
        return games.opened(games.rules_of(after.log, folder), after.log, after.vault), joined
    except KeyFileError as error:
        raise cannot(
            Message("This home has not got what you sealed in that version, and could not open it later."),
            Message(
                "Use the copy of this home that signed it, or stay with the version in your game. {agree}",
                agree=AGREE,
            ),
        ) from error


def _put_away(
    folder: GameFolder,
    given_up: Sequence[Bundle],
    others: Sequence[Bundle],
    lying: Sequence[BesideFile],
    here: frozenset[bytes],
) -> Change:
    """What is given up, and what waits for it, becomes evidence; what is in the log now (``here``) leaves its place."""
    gone = {each.hash(): each for each in (*given_up, *others)}
    heads = {each.header.head for each in gone.values()}
    for each in sorted(lying, key=lambda each: each.bundle.header.n):
        if not each.code and each.bundle.header.prev in heads and each.bundle.hash() not in here:
            gone[each.bundle.hash()] = each.bundle
            heads.add(each.bundle.header.head)
    stored = {each.bundle.hash(): each for each in lying if each.code}
    new = [each for key, each in gone.items() if key not in stored]
    if len(stored) + len(new) > MAX_KEPT:
        raise cannot(Message("More turn files lie beside this game than are kept as evidence."), AGREE)
    text = Message("Another version of this place was taken.")
    return Change(
        refuse=tuple(
            Refused(data=stored[key].data if key in stored else each.encode(), code=SETTLED, message=text)
            for key, each in gone.items()
            if key not in stored or stored[key].code == OPEN
        ),
        unrefuse=tuple(each.data for key, each in stored.items() if key in here),
        unpark=tuple(
            each.data
            for each in lying
            if not each.code and (each.bundle.hash() in gone or each.bundle.hash() in here)
        ),
    )


# --- over another version ---------------------------------------------------------------------------------------------


AGREE = Message("pbem end agree --draw offers an end, pbem referee appoint names somebody who decides.")


def check_right(session: Session, place: Place, chosen: Bundle, given_up: Sequence[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` unless this player may decide for that version at this place."""
    seat, other = session.seat, sentences.who(session, "B" if session.seat == "A" else "A")
    if place.n <= settled_to(session.log):
        raise cannot(
            Message("The referee has ruled behind turn file {n}: what stands there is settled.", n=place.n),
            Message("Play on from where the game stands (pbem status), or ask the referee."),
        )
    if len({each.header.by for each in given_up}) > 1:
        raise cannot(
            Message(
                "The version in your game has been answered: turn file {n} stands on what both wrote.",
                n=given_up[-1].header.n,
            ),
            Message(
                "Stay with yours (pbem dispute settle --take {hash}) and ask {other} to take it. {agree}",
                hash=given_up[0].hash().hex()[:12],
                other=other,
                agree=AGREE,
            ),
        )
    if chosen.header.by == seat:
        return
    if is_refusal(chosen):
        mine = {each.hash() for each in place.versions if each.header.by == seat}
        refused = refusal_of(chosen)
        if refused is None or refused.hash not in mine:
            raise cannot(Message("That refusal names no turn file of yours that is here."), AGREE)
    elif place.ours is not None and place.ours.header.by == seat and not is_refusal(place.ours):
        raise cannot(
            Message("That is neither a version of yours nor a refusal of {other}.", other=other), AGREE
        )


def check_safe(before: Session, after: Session, known: Iterable[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` when this seat would sign a place twice, or roll twice or with foreseen dice.

    ``before`` is what both histories share, ``known`` every turn file beside the new one; what the seat has signed besides
    stands in its record.
    """
    seat, here = after.seat, {each.hash() for each in after.log.bundles}
    mine = [each for each in known if each.header.by == seat and each.hash() not in here]
    record = after.vault.record
    for bundle in mine:
        record = record.with_bundle(bundle)
    heads = [after.log.gid, *(each.header.head for each in after.log.bundles)]
    for (n, prev), hashes in sorted(record.signed.items()):
        # Behind the last bundle it would have to sign again, within the log it has signed twice already.
        if n == len(heads) and heads[n - 1] == prev and hashes - here:
            raise cannot(
                Message(
                    "You have signed turn file {n} already: going on from that version you would sign it "
                    "twice.",
                    n=n,
                ),
                Message(
                    "Stay with the version in your game and ask the other side to take it. {agree}",
                    agree=AGREE,
                ),
            )
    table, shared = after.base.table, before.base.table.next_roll
    lowest = table.pending.j if table.pending is not None else table.next_roll
    rolled = [(str(entry["k"]), entry.get("j")) for bundle in mine for entry in bundle.entries]
    for kind, roll in rolled:
        if type(roll) is int and kind == "req" and roll >= table.next_roll:
            raise _twice(Message("asked for"), roll)
        if type(roll) is int and kind in ("rsp", "open") and roll >= max(shared, lowest):
            raise _twice(Message("told your half of"), roll)
    for (_, roll), requests in sorted(record.seeds.items()):
        under_way = table.pending if table.pending is not None and roll == table.pending.j else None
        if roll >= table.next_roll or (under_way is not None and requests - {under_way.request}):
            raise _twice(Message("told your half of"), roll)


def _twice(what: str, roll: int) -> ConflictError:
    return cannot(
        Message(
            "You have {what} roll {roll} in another version: going on from that one it would be "
            "rolled twice.",
            what=what,
            roll=roll,
        ),
        Message("Stay with the version in your game and ask the other side to take it. {agree}", agree=AGREE),
    )


def cannot(text: str, hint: str) -> ConflictError:
    return ConflictError("cannot-settle", text, hint=hint)
