"""The moves of the model that a referee makes, to whom both seats are bound by the invitation. See ``test_model.py``.

The referee holds no secret: they see the log that one side shows them, and every version of turns that has left a home.
They choose a roll beyond all those. What leaves a home later may still use it, as long as the ruling is on its way: then
the home says so, and the referee rules again. A referee who signs two rulings side by side is at fault, and nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from pbem.bytes.errors import PbemError
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.log import Bundle, Log, rulings_in
from pbem.log.entries import Ruling
from pbem.papers.rulings import make_ruling, possibilities

from .forging import turn_of
from .moves import CHEATS, SALTS, SEATS
from .thefts import Thefts
from .world import RITA, Home

HOW = st.sampled_from(("void", "void", "stands", "void", "stands", "over"))
WHOM = st.sampled_from(("AB", "AB", "A", "B", ""))
"""Whose mail is read at once when a ruling has been sent."""

SPENT = "answered-already"
"""What a home says that has asked for a roll, or answered it, which a ruling would have again."""


class Court(Thefts):
    """``ruled`` are the rulings of the referee, in order; ``torn`` says that two of them stand side by side."""

    @initialize(seed=st.integers(0, 3), cheats=CHEATS, played=st.integers(0, 14))
    def begin(self, seed: int, cheats: str, played: int) -> None:
        """Nothing has been ruled."""
        self.ruled: list[Bundle] = []
        self.torn = False
        super().begin(seed, cheats, played)

    @rule(
        who=SEATS, how=HOW, back=st.integers(0, 40), more=st.integers(0, 2), whole=st.booleans(), reads=WHOM
    )
    def a_referee_rules(  # a ruling has as many parts
        self, who: str, how: str, back: int, more: int, whole: bool, reads: str
    ) -> None:
        """On the log of one side; without ``whole`` no turn file goes with it."""
        log = self.homes[who].session.log
        if self.may_rule(log):
            self.decides(log, how, back, more, whole=whole, reads=reads)

    @rule(
        how=st.sampled_from(("void", "stands")),
        back=st.integers(0, 40),
        turns=st.integers(2, 4),
        salt=SALTS,
        knows=st.booleans(),
    )
    def a_referee_rules_on_an_old_log(self, how: str, back: int, turns: int, salt: int, knows: bool) -> None:
        """Since it was sent the players have gone on; the referee ``knows`` those turns, or would have their rolls again."""
        log = self.homes["A"].session.log
        if self.may_rule(log):
            before = list(self.seen.values())
            self.some_turns_go_through_at_once(salt=salt, turns=turns)
            versions = None if knows else before
            self.decides(log, how, back, 0, whole=True, reads="AB", versions=versions)
            self.some_turns_go_through_at_once(salt=salt, turns=2)

    def may_rule(self, log: Log) -> bool:
        """Whether it has every ruling so far: another one only counts behind those."""
        return not self.torn and {each.hash() for each in self.ruled} <= {each.hash() for each in log.bundles}

    @precondition(lambda self: self.ruled and not self.torn)
    @rule(who=SEATS, how=HOW, back=st.integers(0, 40), reads=WHOM)
    def a_referee_rules_beside_what_they_have_ruled(self, who: str, how: str, back: int, reads: str) -> None:
        """Two rulings of which neither continues the other: on the log as it was before the last of them."""
        log, last = self.homes[who].session.log, self.ruled[-1]
        if last.hash() in {each.hash() for each in log.bundles}:
            before = Log(invite=log.invite, accept=log.accept, bundles=log.bundles[: last.header.n - 1])
            made = len(self.ruled)
            self.decides(before, how, back, 1, whole=True, reads=reads)
            self.torn = self.cheated = self.cheated or len(self.ruled) > made

    def decides(
        self,
        log: Log,
        how: str,
        back: int,
        more: int,
        *,
        whole: bool,
        reads: str,
        versions: Iterable[Bundle] | None = None,
    ) -> bool:
        """Whether something was ruled: it goes to both, with all that it continues if ``whole``. ``versions`` are the turns
        that the referee has seen: all there are, when nothing is said.
        """
        try:
            can = possibilities(self.game, log, self.seen.values() if versions is None else versions)
            made = make_ruling(self.game, log, RITA, self._ruling(how, can.to, can.j, can.most, back, more))
        except PbemError:
            return False  # before `start`, behind an audit, at the end of the chains, too often, a cheat's own log
        if made.hash() in self.seen:
            return False
        self.ruled.append(made)
        self.seen[made.hash()] = made
        data = turn_of([*(log.bundles if whole else ()), made])
        self.posted.append(("R", data))
        for seat, home in self.homes.items():
            home.box.append(data)
            if seat in reads:
                self.everything_arrives(seat)
        return True

    def rules_again(self, log: Log) -> bool:
        """A roll is spent: the referee goes back with a later one, or ends the game where nobody can go back."""
        back = len(possibilities(self.game, log).to) // 2
        return any(self.decides(log, how, back, 0, whole=True, reads="AB") for how in ("void", "over"))

    def _ruling(self, how: str, to: tuple[int, ...], j: int, most: int, back: int, more: int) -> Ruling:
        text = "Ruled."
        match how:
            case "void":
                return Ruling(
                    how=how, to=to[-1 - back % len(to)] if to else 0, j=min(j + more, most), text=text
                )
            case "over":
                return Ruling(how=how, winner=("", "red")[back % 2], level="ruled", text=text)
            case _:
                return Ruling(how=how, j=min(j + more, most) if more else 0, text=text)

    # --- what holds ---------------------------------------------------------------------------------------------------

    def heard(self, home: Home) -> frozenset[bytes]:
        """The rulings in the log of a home."""
        return frozenset(each.hash() for each in rulings_in(home.session.log.bundles))

    def rulings_stand(self) -> None:
        """All mail has come: every honest home has gone over to the last ruling, or, of two, says that there are two."""
        for home in self.honest:
            if self.torn:
                self.said_that_there_are_two(home)
            elif self.trusted and self.ruled:
                assert self.ruled[-1].hash() in self.heard(home)

    def said_that_there_are_two(self, home: Home) -> None:
        kept = {bundle.hash() for each in home.kept() for bundle in each} | self.heard(home)
        if {each.hash() for each in self.ruled} <= kept and len(self.heard(home)) < len(self.ruled):
            assert TWO_RULINGS in home.told
