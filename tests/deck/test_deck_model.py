"""Two players, each of whom cheats whenever he can: a model of the deck beside the deck."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pbem.bytes.errors import VerifyError
from pbem.crypto import deck, group
from pbem.log.entries import DeckKey
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.replay import decks
from pbem.replay.table import SeatInfo, Table
from tests.protocol.conftest import entropy

pytestmark = pytest.mark.wider

LABEL = "pack"
NAMES = ("ace", "king", "king", "queen", "jack")
SIDES = {"A": "red", "B": "blue"}
SEATS = st.sampled_from("AB")
SLOTS = st.integers(1, len(NAMES))
OTHER = {"A": "B", "B": "A"}


class TwoCheats(RuleBasedStateMachine):
    """``lies`` is the card number in each slot, ``owner`` who holds it and ``shown`` what has been shown."""

    @initialize(seed=st.integers(0, 999), first=SEATS)
    def start(self, seed: int, first: str) -> None:
        source = entropy(str(seed))
        self.vaults = {seat: source(32) for seat in "AB"}
        seats = {
            seat: SeatInfo(side=side, name=side, key=b"", tip=b"", length=0, vault=b"")
            for seat, side in SIDES.items()
        }
        self.table = Table(gid=source(32), seats=seats, seeds={})
        self.owner: dict[int, str] = {}
        self.shown: set[int] = set()
        for seat in (first, OTHER[first]):
            self.mask(seat, Mask(side=SIDES[seat], deck=LABEL, cards=NAMES))
        self.lies = self.arrangement()

    # --- honest moves, each with the cheats that it invites -----------------------------------------------------------

    def mask(self, seat: str, demand: Mask) -> None:
        """A mask, after every false one has been refused."""
        made = dealing.mask(self.table, seat, self.vaults[seat], demand)
        for false in (
            evolve(made, p=(made.p[-1], *made.p[1:-1], made.p[0])),
            evolve(made, p=(*made.p[:-1], made.p[0])),
            evolve(made, p=made.p[:-1]),
            evolve(made, q=made.p[0]),
        ):
            self.refused(
                "bad-shuffle",
                lambda entry=false: decks.masked(self.table.decks, self.table.gid, seat, entry, demand),
            )
        stranger = OTHER[seat]
        self.refused(
            "bad-deck" if self.found_waiting(seat) else "bad-shuffle",
            lambda: decks.masked(self.table.decks, self.table.gid, stranger, made, demand),
        )
        after = decks.masked(self.table.decks, self.table.gid, seat, made, demand)
        self.table = evolve(self.table, decks=after)

    def found_waiting(self, seat: str) -> bool:
        found = self.table.decks.get(LABEL)
        return found is not None and found.waiting == seat

    @rule(seat=SEATS, slots=st.sets(SLOTS, min_size=1))
    def shuffle(self, seat: str, slots: set[int]) -> None:
        """Any slots, wherever they are: they are nobody's afterwards, and all the rest stays."""
        chosen = tuple(sorted(slots))
        for each in (seat, OTHER[seat]):
            self.mask(each, Mask(side=SIDES[each], deck=LABEL, slots=chosen))
        now = self.arrangement()
        assert {n: self.lies[n] for n in self.lies if n not in slots} == {
            n: now[n] for n in now if n not in slots
        }
        self.lies = now
        self.owner = {n: owner for n, owner in self.owner.items() if n not in slots}
        self.shown -= slots

    @precondition(lambda self: len(self.owner) < len(NAMES))
    @rule(to=SEATS, count=st.integers(1, 2))
    def deal(self, to: str, count: int) -> None:
        """The next free slots; the wrong key, the key to another slot and the other's key are refused first."""
        giver, free = OTHER[to], [n for n in self.lies if n not in self.owner][:count]
        demand = Deal(side=SIDES[giver], deck=LABEL, to=SIDES[to], slots=tuple(free))
        entry = dealing.keys(self.table, giver, self.vaults[giver], demand)
        wrong = group.times(5, [bytes.fromhex(each) for each in entry.u])
        false: list[tuple[str, str, DeckKey]] = [
            ("wrong-key", giver, evolve(entry, u=tuple(each.hex() for each in wrong))),
            ("wrong-key", to, entry),
            ("wrong-label", giver, evolve(entry, n=tuple(each % len(NAMES) + 1 for each in free))),
        ]
        if count == 2 and len(free) == 2:
            false.append(("wrong-key", giver, evolve(entry, u=entry.u[::-1], pf=entry.pf[::-1])))
        for code, seat, each in false:
            self.refused(code, lambda s=seat, e=each: decks.dealt(self.table.decks, s, e, demand, to))
        self.table = evolve(self.table, decks=decks.dealt(self.table.decks, giver, entry, demand, to))
        self.owner |= dict.fromkeys(free, to)

    @precondition(lambda self: set(self.owner) - self.shown)
    @rule(choice=st.integers(0, 99))
    def show(self, choice: int) -> None:
        """A card of a hand; as any other card, by the other seat, or twice, it is refused."""
        held = sorted(set(self.owner) - self.shown)
        n = held[choice % len(held)]
        seat = self.owner[n]
        demand = Disclose(side=SIDES[seat], at=LABEL, ns=(n,))
        entry = dealing.show(self.table, seat, self.vaults[seat], demand)
        assert self.lies[n] == entry.card
        for number, name in enumerate(NAMES, 1):
            if number != entry.card:
                false = evolve(entry, card=number, v=name)
                self.refused("other-card", lambda e=false: decks.shown(self.table.decks, seat, e, demand))
        self.refused("never-dealt", lambda: decks.shown(self.table.decks, OTHER[seat], entry, demand))
        self.table = evolve(self.table, decks=decks.shown(self.table.decks, seat, entry, demand))
        self.refused("never-dealt", lambda: decks.shown(self.table.decks, seat, entry, demand))
        self.shown.add(n)

    @rule(seat=SEATS)
    def audit(self, seat: str) -> None:
        """At any moment the masks follow from the right vault, and from no other."""
        decks.audit(self.table.decks, seat, self.vaults[seat])
        self.refused("other-mask", lambda: decks.audit(self.table.decks, seat, self.vaults[OTHER[seat]]))

    # --- what must always hold ----------------------------------------------------------------------------------------

    @invariant()
    def every_card_is_there_once(self) -> None:
        assert sorted(self.arrangement().values()) == list(range(1, len(NAMES) + 1))

    @invariant()
    def each_knows_his_own_hand_only(self) -> None:
        """What a seat can read with its own key, of everything on the table, is its hand."""
        found = self.table.decks[LABEL]
        for seat in "AB":
            mine = {
                n: NAMES[self.lies[n] - 1]
                for n, owner in self.owner.items()
                if owner == seat and n not in self.shown
            }
            assert mine == dealing.hand(self.table, seat, self.vaults[seat])[LABEL]
            key = deck.whole_key(self.vaults[seat], found.digests(seat))
            seen = [*found.points, *(point for n, point in found.handed.items() if self.owner[n] != seat)]
            assert not [point for point in seen if deck.read_card(found.known, key, point)]

    def arrangement(self) -> dict[int, int]:
        """The card in each slot, as both vaults together tell."""
        found, key = self.table.decks[LABEL], 1
        for seat in "AB":
            key = key * deck.whole_key(self.vaults[seat], found.digests(seat)) % group.ORDER
        return {n: deck.read_card(found.known, key, point) for n, point in enumerate(found.points, 1)}

    def refused(self, code: str, attempt: Callable[[], object]) -> None:
        """The attempt fails with just this code, and the table has not moved."""
        before = self.table
        with pytest.raises(VerifyError) as found:
            attempt()
        assert code == found.value.code
        assert before is self.table


TestTwoCheats = TwoCheats.TestCase
TestTwoCheats.settings = settings(
    max_examples=8, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)
