"""Rulings of the referee that have come or wait: what they make of the turn files beside them, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.home import sentences
from pbem.home.beside.rooms import Case, Joining, Room, Said, waiting_rulings
from pbem.home.rulings import applied_ruling, two_rulings
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import OPEN, RULED
from pbem.log import REFEREE, Bundle
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session


class _Rulings(Room):
    def before(self, case: Joining) -> Joining:
        """The game gone over to a ruling that has come, and what that leaves to join it."""
        pool = (*case.came, *(each.bundle for each in case.lying))
        refused = dict(case.refused)
        came = [
            each
            for each in case.candidates
            if each.hash() not in refused or refused[each.hash()].code == OPEN
        ]
        over = applied_ruling.switch_to_ruling(case.folder, case.session, came, pool)
        if over.path:
            # What was one of two versions may follow the ruling.
            came += [each.bundle for each in refused.values() if each.code == OPEN]
            refused = {key: each for key, each in refused.items() if each.code != OPEN}
        log, ruled = over.session.log, [each.bundle for each in case.lying if each.code == RULED]
        aside = applied_ruling.without_place(log, came, (*over.lost, *ruled))
        wrong = {each.data for each in over.refused}
        without = {each.hash() for each in aside}
        waits = tuple(
            each
            for each in applied_ruling.unconnected(log, came, pool)
            if each.hash() not in without and each.encode() not in wrong
        )
        bad = {each.hash() for each in case.candidates if each.encode() in wrong}
        left_out = bad | {each.hash() for each in (*aside, *waits, *over.path)}
        after = evolve(
            case,
            view=over.session,
            candidates=tuple(each for each in (*case.candidates, *came) if each.hash() not in left_out),
            refused=refused,
            waits=waits,
            placed=case.placed | bad | {each.hash() for each in (*over.path, *aside)},
            gone=(*over.lost, *aside),
            unsent=tuple(each.header.n for each in over.lost if each.header.by == case.session.seat),
            referee=applied_ruling.referee(case.folder, over.session),
            happened=over.happened,
            evidence=(
                *case.evidence,
                *applied_ruling.kept(over.lost),
                *over.refused,
                *(applied_ruling.displaced(each) for each in aside if each.hash() not in refused),
            ),
        )
        new = {each.hash() for each in case.came}
        return after.told(
            *over.notes,
            *(_joined(after, each) or say.joined(over.session, each) for each in over.path),
            *applied_ruling.given_up(over.session, over.lost),
            *(
                applied_ruling.aside(each, over.session, after.referee)
                for each in aside
                if each.hash() in new
            ),
            *(applied_ruling.missing(each) for each in waits if not over.notes),
        )

    def note(self, case: Joining, session: Session, bundle: Bundle, *, known: bool) -> Note | None:
        """A ruling that has joined; a second one, the same as when it came first."""
        if not known:
            return _joined(case, bundle)
        kept = case.refused.get(bundle.hash())
        if kept is None or kept.code != TWO_RULINGS:
            return None
        return applied_ruling.aside(bundle, session, case.referee)

    def after(self, case: Joining) -> Joining:
        """What was asked for in what is given up is used, and rulings are told with the name of who ruled."""
        session = applied_ruling.with_requests(case.session, case.gone)
        ruled = any(each.kind == "ruling" for each in case.happened)
        happened = applied_ruling.with_name(case.happened, case.referee)
        case = evolve(case, view=session, happened=happened)
        return case.told(*applied_ruling.spent(session)) if ruled else case

    def check(self, case: Case) -> None:
        """Raises ConflictError ``ruling-waits`` while a ruling that has come is not in the log."""
        for each in waiting_rulings(case):
            raise ConflictError.of(
                "ruling-waits",
                "A ruling of the referee has come (turn file {n}), and your game has not gone over to it yet.",
                n=each.header.n,
                hint="Import it again: pbem import FILE. If turn files before it are missing, ask the referee to "
                "send them too. pbem undo --all drops orders that stand in its way.",
            )

    def lines(self, case: Case) -> Iterator[Said]:
        return (Said("parked", each) for each in _lines(case))

    def step(self, case: Case) -> str:
        if waiting_rulings(case):
            first = Message("pbem undo --all, then ") if case.view.draft else ""
            return Message(
                "{first}pbem import FILE, with the referee's ruling and what it continues", first=first
            )
        return two_rulings.following(case.view.log, case.lying)


ROOM = _Rulings()


def _joined(case: Joining, bundle: Bundle) -> Note | None:
    return applied_ruling.joined(bundle, case.referee) if bundle.header.by == REFEREE else None


def _lines(case: Case) -> Iterator[str]:
    """Two rulings of which neither continues the other, what stands behind another than the one in the log, a game that has
    ended by one, and one that waits."""
    view, lying = case.view, case.lying
    yield from two_rulings.lines(view.log, lying, applied_ruling.referee(case.folder, view))
    yield from two_rulings.lines_waiting(view.log, lying, lambda seat: sentences.who(view, seat))
    if view.position.table.ended is not None:
        opens = Message("What is left for you is to open your vault, so that the game can be audited.")
        left = (opens,) if view.owed.kind and view.owed.seat == view.seat else ()
        ended = Message("The referee has ended the game. Nobody can refuse that or play on.")
        yield Series((ended, *left), " ")
    for each in waiting_rulings(case)[:1]:
        yield Message(
            "A ruling of the referee (turn file {n}) has come and is not in your game yet.", n=each.header.n
        )
