"""A seat that changes hands (:mod:`pbem.home.papers.handing`): while it does, nothing is signed, at either end."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import ConflictError
from pbem.crypto.keys import fingerprint
from pbem.home.beside.rooms import Case, Room, Said, case_of
from pbem.home.games import ASK, GIVEN, GIVEN_AT, GIVEN_TO, LEFT, Seen
from pbem.log import renewals_in
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.view.markup import clean


def stands_still(case: Case) -> bool:
    """Whether the seat was given and its receipt has not come: any other turn file of ours would be a second one."""
    facts = case.folder.facts()
    return bool(facts.get(GIVEN)) and facts.get(GIVEN_AT) == case.view.log.head.hex()


def waits(case: Case) -> bool:
    """Whether the seat was taken here, and the log does not say so yet."""
    asked = case.folder.facts().get(ASK)
    return bool(asked) and all(each.hex() != asked for each in case.view.log.keys_of(case.view.seat))


class _Seat(Room):
    def check(self, case: Case) -> None:
        if stands_still(case):
            hint = Message("Import their receipt: pbem import FILE. To play on yourself: pbem seat keep")
            raise ConflictError("handing-over", _given(case), hint=hint)
        if waits(case):
            hint = Message("Import it when it comes: pbem import FILE")
            raise ConflictError("not-yours-yet", _waiting(case), hint=hint)

    def lines(self, case: Case) -> Iterator[Said]:
        if stands_still(case):
            yield Said("parked", _given(case))
        elif waits(case):
            yield Said("parked", _waiting(case))
        elif (n := _gone(case)) is not None:
            yield Said(
                "parked",
                Message(
                    "You have handed this seat to {name}: from turn file {n} on they answer for it, and the game is here "
                    "to be read.",
                    name=_name(case),
                    n=n,
                ),
            )

    def step(self, case: Case) -> str:
        if stands_still(case):
            return Message(
                "send {name} the box (pbem seat give writes it again), then import their receipt: pbem import FILE. To play "
                "on yourself: pbem seat keep",
                name=_name(case),
            )
        if waits(case):
            return Message(
                "send your receipt to who gives you the seat (pbem seat take writes it again), then import their turn file"
            )
        if (n := _gone(case)) is not None:
            if case.folder.facts().get(LEFT) == case.folder.facts().get(GIVEN):
                return Message(
                    "nothing is left to do here, once {name} and your opponent have turn file {n} (pbem send writes it "
                    "again)",
                    name=_name(case),
                    n=n,
                )
            return Message(
                "send {name} and your opponent turn file {n}: pbem send. Nothing else is left to do here",
                name=_name(case),
                n=n,
            )
        return ""


def _name(case: Case) -> str:
    return clean(str(case.folder.facts().get(GIVEN_TO)), 64)


def _given(case: Case) -> str:
    return Message(
        "You have given this seat to {name}: the game stands still here until their receipt comes.",
        name=_name(case),
    )


def _waiting(case: Case) -> str:
    return Message(
        "You have taken this seat, and found every secret right. It is yours when the turn file is here that puts your keys "
        "in force (code {code}).",
        code=fingerprint(bytes.fromhex(str(case.folder.facts()[ASK]))),
    )


def _gone(case: Case) -> int | None:
    """The turn file with which the seat was handed over, in the home that gave it."""
    given = str(case.folder.facts().get(GIVEN) or "")[:64]
    made = renewals_in(each for each in case.view.log.bundles if each.header.by == case.view.seat)
    return made[-1].n if given and made and made[-1].key.hex() == given else None


ROOM = _Seat()


def parked(folder: GameFolder, view: Seen | Session) -> str:
    """That a seat changes hands, or has left this home; "" where it has not."""
    return next((each.line for each in ROOM.lines(case_of(folder, view))), "")


def check_seat(folder: GameFolder, view: Seen | Session) -> None:
    """Raises ConflictError ``handing-over`` and ``not-yours-yet`` while the seat changes hands: no order is taken then."""
    ROOM.check(case_of(folder, view))
