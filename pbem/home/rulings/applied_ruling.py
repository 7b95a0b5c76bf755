"""A ruling of the referee comes in: the game goes over to it, whatever it gives up (``schemas/log.md``, rulings).

Nothing is signed here, and what is given up is kept. The record of what this seat has signed and disclosed goes on as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.bytes.errors import ConflictError, IllegalOrder, KeyFileError, PbemError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.home import games, sentences
from pbem.home.games import Seen
from pbem.home.play.drafts import decided
from pbem.home.rulings import two_rulings
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.home.turns.dropped_turns import exposed
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import RULED
from pbem.log import REFEREE, Bundle, Log, rulings_in
from pbem.port.game import Outcome
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.signing_record import Disclosures, hashed
from pbem.replay.fold import AppliedEntry
from pbem.replay.ruling_words import name_of
from pbem.store.game import MAX_KEPT, GameFolder, Refused
from pbem.view.markup import clean

_KEPT = Message("A ruling of the referee took its place.")


@frozen(kw_only=True)
class Switched:
    """The game behind the ruling and what it continues: ``path`` are those turn files, ``happened`` what they did.

    ``lost`` is what the log gave up for them, in order; ``refused`` a ruling that does not hold, as evidence.
    """

    session: Session
    path: tuple[Bundle, ...] = ()
    happened: tuple[AppliedEntry[object], ...] = ()
    lost: tuple[Bundle, ...] = ()
    notes: tuple[Note, ...] = ()
    refused: tuple[Refused, ...] = ()


# --- which turn files a ruling leaves without a place -----------------------------------------------------------------


def settled_to(log: Log) -> int:
    """The number of the last ruling in a log: all places up to there are settled. 0 for none."""
    return max((each.header.n for each in rulings_in(log.bundles)), default=0)


def without_place(log: Log, pool: Iterable[Bundle], given_up: Iterable[Bundle]) -> tuple[Bundle, ...]:
    """The turn files of ``pool`` that a ruling in the log leaves without a place: those of settled places, and whatever
    continues them or what was given up.
    """
    last, here = settled_to(log), {each.hash() for each in log.bundles}
    heads = {each.header.head for each in given_up if each.hash() not in here}
    found: list[Bundle] = []
    for each in sorted(pool, key=lambda each: each.header.n):
        if each.hash() not in here and (each.header.n <= last or each.header.prev in heads):
            found.append(each)
            heads.add(each.header.head)
    return tuple(found)


def _path(log: Log, ruling: Bundle, pool: Iterable[Bundle]) -> tuple[Bundle, ...] | None:
    """The turn files from where the log parts up to the ruling; None while one is missing."""
    heads = {log.gid, *(each.header.head for each in log.bundles)}
    by_head = {each.header.head: each for each in pool}
    path = [ruling]
    while path[0].header.prev not in heads:
        before = by_head.get(path[0].header.prev)
        if before is None or before.header.n != path[0].header.n - 1:
            return None
        path.insert(0, before)
    return tuple(path)


# --- going over -------------------------------------------------------------------------------------------------------


def switch_to_ruling(
    folder: GameFolder, session: Session, came: Sequence[Bundle], pool: Sequence[Bundle]
) -> Switched:
    """Go over to a ruling that has come (``came``, sound), through what lies here (``pool``); or stay as it is.

    A ruling that simply comes next is left to the code that joins what comes next.
    """
    log, here = session.log, {each.hash() for each in session.log.bundles}
    for ruling in sorted(rulings_in(came), key=lambda each: (-each.header.n, each.hash())):
        path = None if ruling.hash() in here else _path(log, ruling, pool)
        if path is None or path[0].header.n <= settled_to(log) or not _in_the_way(log, path, pool):
            continue
        if decided(session.draft):
            return Switched(session=session, notes=(_drafted(ruling),))
        try:
            return _over(folder, session, path)
        except (ConflictError, KeyFileError, VerifyError, IllegalOrder) as error:
            waits = isinstance(error, KeyFileError | ConflictError) or error.code == "unknown-version"
            wrong = () if waits else (Refused(data=ruling.encode(), code=error.code, message=str(error)),)
            return Switched(session=session, notes=(_cannot(ruling, error),), refused=wrong)
    return Switched(session=session)


def _in_the_way(log: Log, path: Sequence[Bundle], pool: Iterable[Bundle]) -> bool:
    """Whether anything else stands, or could stand, where the path goes."""
    first = path[0].header.n
    mine = {each.hash() for each in path}
    return first <= len(log.bundles) or any(
        each.hash() not in mine and first <= each.header.n <= path[-1].header.n for each in pool
    )


def _over(folder: GameFolder, session: Session, path: tuple[Bundle, ...]) -> Switched:
    if len(folder.refused()) >= MAX_KEPT:
        raise ConflictError.of(
            "too-much-evidence",
            "more turn files lie beside this game than are kept as evidence.",
            hint="Agree on an end with your opponent (pbem end agree).",
        )
    shared = path[0].header.n - 1
    log = evolve(session.log, bundles=session.log.bundles[:shared])
    after = games.opened(games.rules_of(session.log, folder), log, session.vault)
    if path[0].header.prev != after.end.head:
        raise VerifyError.of("fork", "it continues another history than its number says.")
    trail: list[AppliedEntry[object]] = []
    for each in path:
        after = after.receive(each, trail.append)
    after.check_vault()
    return Switched(session=after, path=path, happened=tuple(trail), lost=session.log.bundles[shared:])


def kept(lost: Sequence[Bundle]) -> tuple[Refused, ...]:
    """What was given up, as one piece of evidence: there may be more of it than is kept one by one."""
    if not lost:
        return ()
    return (Refused(data=b"".join(each.encode() for each in lost), code=RULED, message=_KEPT),)


def displaced(bundle: Bundle) -> Refused:
    """A turn file that a ruling leaves without a place, as evidence."""
    if bundle.header.by == REFEREE:
        return Refused(
            data=bundle.encode(), code=TWO_RULINGS, message=Message("Another ruling stands there already.")
        )
    return Refused(data=bundle.encode(), code=RULED, message=_KEPT)


def unconnected(log: Log, came: Iterable[Bundle], pool: Sequence[Bundle]) -> tuple[Bundle, ...]:
    """The rulings among ``came`` that stand beside the log, and continue what is not here."""
    return tuple(
        each
        for each in log.lacking(rulings_in(came))
        if each.header.n <= len(log.bundles) + 1
        and ((path := _path(log, each, pool)) is None or path[0].header.n <= len(log.bundles))
    )


def missing(ruling: Bundle) -> Note:
    """A ruling that continues what is not here."""
    return Note(
        kind="waiting",
        text=Message(
            "A ruling of the referee has come (turn file {n}), and it continues turn files that are "
            "not here. It is kept, and nothing is signed before it is taken in.",
            n=ruling.header.n,
        ),
        hint=Message("Ask the referee for the whole log that they ruled on, and import it."),
        code="ruling-waits",
        entry=ruling.header.first,
        exit_code=ConflictError.exit_code,
    )


# --- in words ---------------------------------------------------------------------------------------------------------


def referee(folder: GameFolder, session: Session | Seen) -> str:
    """The name of the referee in force: as the log says it, or as this home knows their key; "" when nobody knows."""
    if session.base.table.referee:
        return clean(session.base.table.referee, 64)
    clause = session.log.invite.referee
    if clause is None:
        return ""
    from pbem.store.contacts import read_contacts  # noqa: PLC0415  # few games have a referee from the start

    # The contacts alone: code that takes in turn files holds the lock of the home, which the games would ask for again.
    known = read_contacts(games.home_of(folder).path).get(clause.key)
    return clean(known.names[0], 64) if known is not None else ""


def with_name(happened: Iterable[AppliedEntry[object]], name: str) -> tuple[AppliedEntry[object], ...]:
    """What happened, with a name that this home knows in rulings on which no name stands."""
    return tuple(
        evolve(each, outcomes=tuple(_named(outcome, name) for outcome in each.outcomes))
        if name and each.kind == "ruling" and not each.position.table.referee
        else each
        for each in happened
    )


def _named(outcome: Outcome, name: str) -> Outcome:
    return evolve(outcome, text=name_of(name) + outcome.text.removeprefix(name_of("")))


def joined(bundle: Bundle, name: str) -> Note:
    """A ruling that is in the log now; what it says is told with what happened."""
    header = bundle.header
    return Note(
        kind="new", text=Message("Turn file {n} of {of}: a ruling, verified.", n=header.n, of=_of(name))
    )


def _of(name: str) -> str:
    return name_of(name) if name else Message("the referee")


def given_up(session: Session, lost: Sequence[Bundle]) -> tuple[Note, ...]:
    """What the ruling has taken out of the game, and what this player has shown in it."""
    if not lost:
        return ()
    first, last = lost[0].header.n, lost[-1].header.n
    files = (
        Message("turn file {first}", first=first)
        if first == last
        else Message("turn files {first} to {last}", first=first, last=last)
    )
    text = Message(
        "The ruling takes the place of {files} in your game. What stood there is kept, and is no "
        "part of it any more.",
        files=files,
    )
    other = sentences.who(session, "B" if session.seat == "A" else "A")
    return (
        Note(kind="new", text=text),
        *(Note(kind="warning", text=each) for each in exposed(lost, session.seat, other)),
    )


def spent(session: Session) -> tuple[Note, ...]:
    """A warning when this seat has given seeds, in what is given up, for rolls that the ruling would have again."""
    table, record = session.base.table, session.vault.record
    if table.ended is not None:
        return ()
    under_way = table.pending
    found = [
        j
        for (chain, j), requests in record.seeds.items()
        if chain == table.seeds[session.seat].key
        and (
            j >= table.next_roll
            or (under_way is not None and j == under_way.j and requests - {under_way.request})
        )
    ]
    if not found:
        return ()
    text = Message(
        "You have asked for roll {max}, or given your half of it, in what is given up. That is "
        "never done twice: the game stands still at that roll.",
        max=max(found),
    )
    hint = Message("Ask the referee to rule again, with roll {max} or a later one.", max=max(found) + 1)
    return (
        Note(
            kind="conflict", text=text, hint=hint, code="answered-already", exit_code=ConflictError.exit_code
        ),
    )


def with_requests(session: Session, gone: Iterable[Bundle]) -> Session:
    """The session whose record also holds the rolls that this seat has asked for in what a ruling has put away.

    A request that hides its seed gives nothing away, but to ask for a roll twice is what a cheat does: its index is used.
    """
    chain = session.base.table.seeds[session.seat].key
    asked = [
        ((chain, j), head)
        for each in gone
        if each.header.by == session.seat
        for head, entry in hashed(each)
        if entry["k"] == "req" and type(j := entry.get("j")) is int
    ]
    vault = session.vault
    record = vault.record.with_leaving(Disclosures(seeds=tuple(asked)))
    return evolve(session, vault=evolve(vault, record=record))


def aside(bundle: Bundle, session: Session, name: str) -> Note:
    """A turn file that comes after the ruling which has settled its place; or a second ruling there."""
    if bundle.header.by == REFEREE:
        return Note(
            kind="conflict",
            text=two_rulings.said(session.log, bundle, name),
            hint=two_rulings.HINT,
            code=TWO_RULINGS,
            entry=bundle.header.first,
            exit_code=ConflictError.exit_code,
        )
    text = Message(
        "Turn file {n} of {who} stood beside what the referee ruled: it is kept, and no part of the game.",
        n=bundle.header.n,
        who=sentences.who(session, bundle.header.by),
    )
    return Note(kind="known", text=text)


def _drafted(ruling: Bundle) -> Note:
    return Note(
        kind="conflict",
        text=Message(
            "A ruling of the referee has come (turn file {n}), and there are orders of yours that "
            "were never sent.",
            n=ruling.header.n,
        ),
        hint=Message("It is kept. `pbem undo --all` drops your orders; then import it again."),
        code="draft-in-the-way",
        entry=ruling.header.first,
        exit_code=ConflictError.exit_code,
    )


def _cannot(ruling: Bundle, error: PbemError) -> Note:
    """A ruling to which the game cannot go over: it does not hold, or this home lacks something."""
    text = Message(
        "The referee's ruling (turn file {n}) cannot be taken: {message}",
        n=ruling.header.n,
        message=error.message,
    )
    hint = error.hint or Message("Ask the referee to rule again, on the whole log.")
    return Note(
        kind="refused",
        text=text,
        hint=hint,
        code=error.code,
        entry=error.entry,
        exit_code=VerifyError.exit_code,
    )
