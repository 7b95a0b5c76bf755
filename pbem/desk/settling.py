"""A conflict comes to an end: the versions of one turn file that clash, and going over to one of them (``schemas/log.md``).

Nothing is signed here. What is given up stays in the folder as evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from pbem.desk import games, words
from pbem.desk.drafts import decided
from pbem.desk.identity import Identity
from pbem.errors import ConflictError, KeyFileError, PbemError, UsageError
from pbem.log import Bundle, Log, read_bundles, refusal_of
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.store.game import MAX_KEPT, Change, GameFolder, Refused

OPEN, SETTLED = "conflict", "settled"
_AGREE = "pbem agree --draw offers an end, pbem referee appoint names somebody who decides."
_DIGITS = 6
_MOST_TOLD, _MOST_SHOWN = 12, 16
"""So many lines of a version, and so many versions, are put on the screen: who signs hundreds must cost no minutes."""


@frozen(kw_only=True)
class Held:
    """A turn file that lies beside the log: ``data`` as it is stored, ``code`` why, "" for one that waits."""

    bundle: Bundle
    data: bytes
    code: str = ""


@frozen(kw_only=True)
class Place:
    """The versions of turn file ``n``: ``ours`` is in the log (None: none is), the others lie beside it."""

    n: int
    ours: Bundle | None
    others: tuple[Held, ...]

    @property
    def open(self) -> bool:
        """Whether nobody has decided yet."""
        return any(each.code in (OPEN, "") for each in self.others)

    @property
    def versions(self) -> tuple[Bundle, ...]:
        """All of them; the one in the log comes first."""
        return (*([] if self.ours is None else [self.ours]), *(each.bundle for each in self.others))


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


def held(folder: GameFolder) -> tuple[Held, ...]:
    """Every turn file beside the log: refused, clashing, waiting."""
    kept = [(each.data, each.code) for each in folder.refused()]
    kept += [(data, "") for data in folder.parked()]
    return tuple(
        Held(bundle=bundle, data=data, code=code) for data, code in kept for bundle in read_bundles(data)
    )


def places(log: Log, lying: Iterable[Held]) -> tuple[Place, ...]:
    """Where two or more versions continue one history, in the order of their numbers."""
    found: list[Place] = []
    heads = [(log.gid, -1), *((each.header.head, each.header.last) for each in log.bundles)]
    by_number: dict[int, list[Held]] = {}
    for each in lying:
        header = each.bundle.header
        fits = header.n <= len(heads) and heads[header.n - 1] == (header.prev, header.first - 1)
        if fits and each.bundle.hash() not in [other.bundle.hash() for other in by_number.get(header.n, [])]:
            by_number.setdefault(header.n, []).append(each)
    for n, there in sorted(by_number.items()):
        ours = log.bundles[n - 1] if n <= len(log.bundles) else None
        others = tuple(each for each in there if ours is None or each.bundle.hash() != ours.hash())
        if len(others) + (ours is not None) > 1:
            found.append(
                Place(n=n, ours=ours, others=tuple(sorted(others, key=lambda each: each.bundle.hash())))
            )
    return tuple(found)


def unsettled(log: Log, lying: Sequence[Held]) -> Place | None:
    """The first place of which nobody has decided: once both have written on from a version, they have."""
    return next(
        (
            each
            for each in places(log, lying)
            if each.open and len({later.header.by for later in log.bundles[each.n - 1 :]}) <= 1
        ),
        None,
    )


def strangers(log: Log, lying: Sequence[Held]) -> tuple[Bundle, ...]:
    """Turn files that come next and continue a version that is not here."""
    last = log.bundles[-1].header.head if log.bundles else log.gid
    known = {last, *(each.bundle.header.head for each in lying)}
    return tuple(
        each.bundle
        for each in lying
        if not each.code
        and each.bundle.header.n == len(log.bundles) + 1
        and each.bundle.header.prev not in known
    )


def shown(folder: GameFolder, identity: Identity) -> tuple[Place, tuple[Version, ...]]:
    """The versions between which there is to decide, or those of the last place where there was.

    Raises UsageError ``nothing-to-settle``, and ConflictError ``version-missing`` when only what follows another version is
    here.
    """
    session = games.open_session(folder, identity)
    place = _place(session, held(folder))
    before = _behind(folder, session, place.n - 1)
    return place, tuple(_version(before, each, place) for each in place.versions[:_MOST_SHOWN])


def _place(session: Session, lying: Sequence[Held]) -> Place:
    found = unsettled(session.log, lying)
    if found is not None:
        return found
    if alien := strangers(session.log, lying):
        header = alien[0].header
        raise ConflictError(
            "version-missing",
            f"Turn file {header.n} of {words.who(session, header.by)} continues another version of turn file "
            f"{header.n - 1} than yours, and that version is not here.",
            hint="Import it: your own mail with it, or their whole log (the file log.pbem of that game in their home).",
        )
    every = places(session.log, lying)
    if not every:
        raise UsageError(
            "nothing-to-settle", "No turn file of this game has two versions here.", hint="See `pbem status`."
        )
    return every[-1]


def _version(before: Session, bundle: Bundle, place: Place) -> Version:
    trail: list[Happened[object]] = []
    fault = ""
    try:
        before.receive(bundle, trail.append)
    except PbemError as error:
        fault = str(error)
    story = [*words.told(trail)]
    if is_refusal(bundle):
        entry = bundle.entries[0]
        story = [f"refuses turn file {bundle.header.n} at entry {entry.get('entry')}", *story]
    return Version(
        bundle=bundle,
        ours=place.ours is not None and bundle.hash() == place.ours.hash(),
        who=words.who(before, bundle.header.by),
        story=tuple(story[:_MOST_TOLD]),
        fault=fault,
    )


def is_refusal(bundle: Bundle) -> bool:
    """Whether a turn file begins with the refusal of another."""
    return bool(bundle.entries) and bundle.entries[0]["k"] == "reject"


def _behind(folder: GameFolder, session: Session, n: int) -> Session:
    """The game as it stood behind turn file ``n``, without a draft."""
    log = evolve(session.log, bundles=session.log.bundles[:n])
    return games.opened(games.rules_of(session.log, folder), log, session.vault)


def take(folder: GameFolder, identity: Identity, wanted: str) -> Taken:
    """Go on from the version that ``wanted`` names: a number of the list that :func:`shown` gives, or digits of its hash.

    Raises UsageError ``no-version``, and ConflictError ``cannot-settle`` or ``draft-in-the-way``, each with what to do.
    """
    session = games.open_session(folder, identity)
    lying = held(folder)
    place, chosen = _wanted(session, lying, wanted)
    others = [each for each in place.versions if each.hash() != chosen.hash()]
    if place.ours is not None and place.ours.hash() == chosen.hash():
        change = _put_away(folder, [], others, lying, frozenset())
        session = _decided(session, change)
        games.save_session(folder, identity, session, change=change, grown=False)
        return Taken(session=session, bundle=chosen, changed=False, joined=0)
    if decided(session.draft):
        raise ConflictError(
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
    return Taken(session=after, bundle=chosen, changed=True, joined=joined)


def _decided(session: Session, change: Change) -> Session:
    """The session whose record says that what is put away is given up, as far as its own seat signed it."""
    gone = (bundle for each in change.refuse for bundle in read_bundles(each.data))
    record = session.vault.record
    for bundle in gone:
        if bundle.header.by == session.seat:
            record = record.with_bundle(bundle).without((bundle,))
    return evolve(session, vault=evolve(session.vault, record=record))


def _wanted(session: Session, lying: Sequence[Held], wanted: str) -> tuple[Place, Bundle]:
    if wanted.isdigit() and len(wanted) < _DIGITS:
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
    raise UsageError(
        "no-version", f"No version here is called {wanted[:64]!r}.", hint="pbem settle lists them."
    )


def check_right(session: Session, place: Place, chosen: Bundle, given_up: Sequence[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` unless this player may decide for that version at this place."""
    seat, other = session.seat, words.who(session, "B" if session.seat == "A" else "A")
    if len({each.header.by for each in given_up}) > 1:
        raise _cannot(
            f"The version in your game has been answered: turn file {given_up[-1].header.n} stands on what both wrote.",
            f"Stay with yours (pbem settle --take {given_up[0].hash().hex()[:12]}) and ask {other} to take it. {_AGREE}",
        )
    ended = session.vault.record.ended
    if session.agent is not None and session.agent.key not in ended and not is_refusal(chosen):
        raise _cannot(
            "Your responder may have answered another version than this one.",
            f"Stop it for good, then settle: pbem responder off. Or ask {other} to take the version in your game. {_AGREE}",
        )
    if chosen.header.by == seat:
        return
    if is_refusal(chosen):
        mine = {each.hash() for each in place.versions if each.header.by == seat}
        refused = refusal_of(chosen)
        if refused is None or refused.hash not in mine:
            raise _cannot("That refusal names no turn file of yours that is here.", _AGREE)
    elif place.ours is not None and place.ours.header.by == seat and not is_refusal(place.ours):
        raise _cannot(f"That is no version of yours, and no refusal of {other}.", _AGREE)


def check_safe(before: Session, after: Session, known: Iterable[Bundle]) -> None:
    """Raises ConflictError ``cannot-settle`` when this seat would have to sign a place twice, ask for a roll twice, or

    roll dice that it can foresee. ``before`` is what both histories share, ``known`` every turn file beside the new one; what
    the seat has signed besides stands in its record.
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
            raise _cannot(
                f"You have signed turn file {n} already: going on from that version you would sign it twice.",
                f"Stay with the version in your game and ask the other side to take it. {_AGREE}",
            )
    table, shared = after.base.table, before.base.table.next_roll
    lowest = table.pending.j if table.pending is not None else table.next_roll
    rolled = [(str(entry["k"]), entry.get("j")) for bundle in mine for entry in bundle.entries]
    for kind, roll in rolled:
        if isinstance(roll, int) and kind == "req" and roll >= table.next_roll:
            raise _twice("asked for", roll)
        if isinstance(roll, int) and kind in ("rsp", "open") and roll >= max(shared, lowest):
            raise _twice("told your half of", roll)
    for (_, roll), requests in sorted(record.seeds.items()):
        under_way = table.pending if table.pending is not None and roll == table.pending.j else None
        if roll >= table.next_roll or (under_way is not None and requests - {under_way.request}):
            raise _twice("told your half of", roll)


def _twice(what: str, roll: int) -> ConflictError:
    return _cannot(
        f"You have {what} roll {roll} in another version: going on from that one it would be rolled twice.",
        f"Stay with the version in your game and ask the other side to take it. {_AGREE}",
    )


def _cannot(text: str, hint: str) -> ConflictError:
    return ConflictError("cannot-settle", text, hint=hint)


def _gone_over(
    folder: GameFolder, before: Session, chosen: Bundle, lying: Sequence[Held]
) -> tuple[Session, int]:
    """The game with the version and with what lies here and follows it; how many those are."""
    try:
        after, joined = before.receive(chosen), 0
    except PbemError as error:
        raise _cannot(f"That version does not hold: {error}", f"Take another, or none. {_AGREE}") from error
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
        raise _cannot(
            "This home has not got what you sealed in that version, and could not open it later.",
            f"Use the copy of this home that signed it, or stay with the version in your game. {_AGREE}",
        ) from error


def _put_away(
    folder: GameFolder,
    given_up: Sequence[Bundle],
    others: Sequence[Bundle],
    lying: Sequence[Held],
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
        raise _cannot("More turn files lie beside this game than are kept as evidence.", _AGREE)
    text = "Another version of this place was taken."
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
