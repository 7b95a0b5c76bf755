"""Two seats, either of whom may cheat, a mailbox that does its worst, and outsiders who judge what either can show.

A state machine over the tiny game and, in fewer examples, over the card game. What an honest seat does is done by the
home itself (:mod:`tests.protocol.world`); a cheat holds his own keys and a thief those of an agent. What must hold
whatever they do stands under the invariants; ``test_model_mutants.py`` breaks the program in many ways and sees each
one found.
"""

from __future__ import annotations

import os
from contextlib import suppress

from attrs import evolve
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError
from pbem.crypto.keys import key_id
from pbem.games import registry
from pbem.home.disputes import refusing
from pbem.home.papers import evidence as proofs
from pbem.home.papers.verdict import judge
from pbem.home.turns.versions import RULED
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.log import REFEREE, Bundle, Log, read_bundles, renewals_in, verify_bundle
from pbem.papers import capsule, evidence, results
from pbem.replay.verify import verify
from tests.deck import whist

from . import tiny
from .court import SPENT, Court
from .moves import SEATS
from .outsiders import leaks, outsiders
from .world import OLD_VAULT, RITA, Home, Stopped

TIMES = float(os.environ.get("PBEM_FUZZ", "1"))
DISTURBING = frozenset({"conflict", "refusal", "refused", "spoofed-author", "wrong-key"})
EXCUSED = frozenset(
    {
        *("unsettled", "answered-already", "signed-already", "stale-home", "other-version"),
        "ruling-waits",
    }
)
"""Why an honest home that owes something may sign nothing when somebody has cheated: each says what to do next."""


class World(Court):
    """Everything together, watched."""

    steps = 0

    # --- who looks on -------------------------------------------------------------------------------------------------

    @rule(who=SEATS)
    def an_outsider_verifies_a_home(self, who: str) -> None:
        """What an honest home holds is found sound by two programs, faces, seeds and secrets included."""
        if who not in self.cheats:
            outsiders(self.homes[who].session.log)

    @rule(who=SEATS)
    def evidence_is_made(self, who: str) -> None:
        for proof in proofs.in_game(self.homes[who].shelf):
            self.convicts(proof)

    def convicts(self, proof: evidence.Evidence) -> None:
        """Whom the evidence convicts has cheated, or was robbed. A key that its seat gave up convicts nobody, where the
        paper itself shows that.
        """
        found = judge(proof.encode())
        assert found.proved
        if found.code == "":
            assert found.word == "proved"
            assert proof.seat in {*self.cheats, *self.robbed}
        else:
            assert found.word == "signed"
            renewed = {each.by for each in renewals_in(proof.bundles)}
            assert found.code == "given-up"
            assert proof.seat in renewed

    @precondition(lambda self: self.game is tiny.GAME)
    @rule(who=SEATS, data=st.data())
    def a_capsule_is_made_perhaps_a_crooked_one(self, who: str, data: st.DataObject) -> None:
        """Of any step that somebody holds; left out or changed is what might make an honest step look wrong."""
        film = looking.film_of_log(proofs._with_refused(self.homes[who].shelf))
        last = film.log.bundles[-1].header.last if film.log.bundles else 0
        at = data.draw(st.integers(0, last))
        disputed = next((b for b in film.log.bundles if b.header.first <= at <= b.header.last), None)
        if disputed is None or disputed.header.first > len(film.trail):
            return
        try:
            made = capsule.make(film.log, lambda entry: film.at(entry - 1)[0], at)
        except UsageError:
            return
        bundles = made.bundles
        match data.draw(st.sampled_from(("", "dropped", "roll", "at", "n"))):
            case "dropped":
                gone = data.draw(st.integers(0, len(bundles) - 2))
                made = evolve(made, bundles=(*bundles[:gone], *bundles[gone + 1 :]))
            case "roll":
                made = evolve(made, roll=made.roll + 1)
            case "at":
                made = evolve(made, at=data.draw(st.integers(0, last)))
            case "n":
                made = evolve(made, n=data.draw(st.sampled_from(bundles)).header.n)
        found = judge(made.encode())
        if found.proved and found.code:
            assert disputed.header.by in {*self.cheats, *self.robbed}, found.lines

    @rule(turns=st.integers(0, 2), who=SEATS)
    def spectators_get_a_stream(self, turns: int, who: str) -> None:
        if who in self.cheats:
            return
        log = self.homes[who].session.log
        with suppress(UsageError):  # there is nothing yet
            self.streams(who, spectators.stream(looking.film_of_log(log.encode()), turns))

    def streams(self, who: str, found: spectators.Stream) -> None:
        log = self.homes[who].session.log
        lines = container.unpack(found.data)
        assert log.encode().startswith(lines)
        assert verify(lines).good
        assert not leaks(self.homes[who].session, found.data)

    @rule(who=SEATS, how=st.sampled_from((results.RESIGNED, results.AGREED, results.RULED)), by=SEATS)
    def a_result_is_written(self, who: str, how: str, by: str) -> None:
        """``who`` is said to have lost; it binds only if he who is bound by it has signed."""
        log, session = self.bare, self.homes[by].session
        loser = log.invite.sides["AB".index(who)]
        winner = next(side for side in log.invite.sides if side != loser)
        paper = results.write(session.log, results.Outcome(how=how, winner=winner, level="so it is"))
        found = judge(paper.signed(session.vault.keypair).encode())
        assert (how == results.RESIGNED and by == who) == found.proved

    # --- what holds at any time -----------------------------------------------------------------------------------------

    @invariant()
    def an_honest_program_signs_one_version_in_each_place(self) -> None:
        assert all(len(versions) == 1 for versions in getattr(self, "said", {}).values())

    @invariant()
    def no_seed_of_an_honest_seat_is_given_under_two_requests(self) -> None:
        """Whoever of its programs has given it, and whatever history they were shown."""
        assert all(len(requests) == 1 for requests in getattr(self, "given", {}).values())

    @invariant()
    def no_secret_has_left_an_honest_home_before_its_time(self) -> None:
        assert not getattr(self, "leaked", [])

    @invariant()
    def honest_homes_agree_as_far_as_both_know(self) -> None:
        if hasattr(self, "homes") and self.trusted:
            homes = tuple(self.homes.values())
            a, b = (home.session.log.bundles for home in homes)
            if self.heard(homes[0]) == self.heard(homes[1]):
                assert a[: len(b)] == b[: len(a)]

    @invariant()
    def between_honest_seats_nothing_is_refused_or_disputed(self) -> None:
        if hasattr(self, "homes") and self.trusted:
            for home in self.homes.values():
                assert not DISTURBING.intersection(home.told) - {"bad-signature"}
                assert {each.code for each in home.shelf.refused()} <= ({RULED} if self.ruled else set())

    @invariant()
    def what_waits_is_explained(self) -> None:
        """Whoever holds something that he cannot use has been told why."""
        World.steps += 1
        for home in self.honest if hasattr(self, "homes") else ():
            if home.shelf.parked():
                assert {"gap", "stale-home", "conflict", "refusal", "ruling-waits"}.intersection(
                    home.told
                ) or home.shelf.refused()

    # --- the end --------------------------------------------------------------------------------------------------------

    def teardown(self) -> None:
        """Whatever was lost comes after all."""
        if not hasattr(self, "homes"):
            return
        try:
            self._heal()
            self.rulings_stand()
            if self.trusted:
                self._to_the_end()
            for home in self.honest:
                self._stands(home)
            for proof in proofs._all(self.bare, list(self.seen.values()), ()):
                self.convicts(proof)
        finally:
            registry.load = self.kept
            super().teardown()

    def _heal(self) -> None:
        for _ in range(3):
            for home in self.homes.values():
                home.keep(home.session.clean())
                home.take(dict.fromkeys(data for _, data in self.posted))
                home.opened = None

    def _to_the_end(self) -> None:
        """Two honest seats have the same game, and play it to its end; a roll that is spent the referee rules away."""
        a, b = self.homes.values()
        assert a.session.log == b.session.log
        assert a.session.base == b.session.base
        for _ in range(300):
            mover, waiter = (a, b) if a.session.mine else (b, a)
            if not a.session.owed.what:
                break
            assert mover.session.mine
            try:
                turn = self.plays(mover, 1, whole=True)
            except Stopped as why:
                if str(why) != SPENT or not self.ruled or SPENT not in mover.told:
                    raise  # that a roll is spent is said when the ruling comes
                if not self.rules_again(a.session.log):
                    return
                continue
            self.post(mover.session.seat, turn)
            waiter.take([turn])
        assert a.session.log == b.session.log
        assert "verified" == verify(a.session.log.encode()).verdict
        assert {"A", "B"} == set(a.session.position.table.audited)

    def _stands(self, home: Home) -> None:
        """An honest seat goes on, waits for what it can name, or holds what convinces an outsider."""
        outsiders(home.session.log)
        log = home.session.log
        if OLD_VAULT in home.told[-1:]:
            assert home.session.seat in self.robbed, "only a thief renews keys behind the owner's back"
            return
        have = {each.hash() for each in log.bundles}
        refused = {each.hash() for kept in home.shelf.refused() for each in read_bundles(kept.data)}
        held = refused | {each.hash() for data in home.shelf.parked() for each in read_bundles(data)}
        proved = {(proof.place, proof.seat) for proof in proofs.in_game(home.shelf)}
        for key, bundle in self.seen.items():
            if key in have or not _authentic(bundle, log):
                continue
            assert key in held, "what is signed is kept"
            if key in refused or bundle.header.by == REFEREE:
                continue
            versions = [each for each in self.seen.values() if _same_place(each, bundle, log)]
            if len(versions) > 1 and all(_own(each, log) for each in versions):
                assert (bundle.header.n, bundle.header.by) in proved or len(
                    {each.header.prev for each in versions}
                ) > 1
        found = refusing.refusal_of(home.shelf, home.session.clean())
        for kept in home.shelf.refused() if found is not None else ():
            bad = read_bundles(kept.data)[0]
            if bad.header.n == len(log.bundles) + 1 and kept.code != "conflict":
                fault = verify(log.encode() + bad.encode()).fault
                assert fault is not None
                assert kept.code == fault.code
        if home.session.mine:
            # By what the other did an honest side is never the one who just owes: it says why it cannot go on.
            stopped = ""
            try:
                self.plays(home, 1, whole=True)
            except Stopped as why:
                stopped = str(why)
            assert not stopped or stopped in EXCUSED or not home.session.mine, stopped


# --- small ------------------------------------------------------------------------------------------------------------


def _authentic(bundle: Bundle, log: Log) -> bool:
    """Whether the game key signed it that its seat has at its place, as far as the log tells."""
    key = RITA.public if bundle.header.by == REFEREE else log.key_at(bundle.header.by, bundle.header.n)
    try:
        verify_bundle(bundle, key, log.gid)
    except PbemError:
        return False
    return True


def _own(bundle: Bundle, log: Log) -> bool:
    """Whether it is signed with the game key."""
    return bundle.seal.key == key_id(log.key_at(bundle.header.by, bundle.header.n))


def _same_place(one: Bundle, two: Bundle, log: Log) -> bool:
    same = (one.header.n, one.header.by) == (two.header.n, two.header.by)
    return same and _authentic(one, log)


class Cards(World):
    """The same with a shared deck: masks, deals and cards shown."""

    game = whist.GAME


# To shrink a failing game takes minutes; what is printed can be played again as it is.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)
World.TestCase.settings = settings(
    max_examples=int(50 * TIMES), stateful_step_count=40, deadline=None, phases=PHASES
)
Cards.TestCase.settings = settings(
    max_examples=max(1, int(2 * TIMES)), stateful_step_count=30, deadline=None, phases=PHASES
)
TestWorld = World.TestCase
TestCards = Cards.TestCase
