"""Two seats and a post that loses, doubles and reorders: whatever happens, both end alike or can name what is missing.

A state machine over the tiny game. One seat may be a cheat who signs second versions, replays, and wrong turns; the
honest one works as a home does: what arrives is sorted (:func:`pbem.store.inbox.settle`), verified, joined or kept.
"""

from __future__ import annotations

import os

from attrs import evolve, field, mutable
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pbem import canon, registry
from pbem.errors import ConflictError, IllegalOrder, VerifyError
from pbem.log import Bundle, verify_bundle
from pbem.protocol.session import Session, unsent
from pbem.store.inbox import Clash, Gap, settle

from .conftest import begin, play
from .test_attacks import forge
from .tiny import GAME

TIMES = float(os.environ.get("PBEM_FUZZ", "1"))


@mutable
class Home:
    """A seat as it is kept at home: the session, what waits, what was refused, what was said last."""

    session: Session
    parked: tuple[Bundle, ...] = ()
    refused: tuple[Bundle, ...] = ()
    gaps: tuple[Gap, ...] = ()
    clashes: tuple[Clash, ...] = ()
    conflict: bool = False
    post: list[Bundle] = field(factory=list)
    answers: dict[int, set[tuple[str, str]]] = field(factory=dict)
    sent: dict[int, set[bytes]] = field(factory=dict)

    def send(self, other: Home) -> None:
        """Sign what is in the draft, and post it with what the other may not have yet; sending again is the same."""
        if self.session.draft:
            before = self.session
            try:
                self.session, bundle = before.sealed()
            except ConflictError as error:
                # The log was put back, and what it lacks has been signed: nothing new until it has come.
                if error.code != "signed-already":
                    raise
                self.session = evolve(
                    before, position=before.base, head=before.end.head, draft=(), happened=()
                )
                return
            self._note(before, bundle)
        other.post.extend(unsent(self.session.log, self.session.seat))

    def _note(self, before: Session, bundle: Bundle) -> None:
        self.sent.setdefault(bundle.header.n, set()).add(bundle.hash())
        pending = before.base.table.pending
        for entry in bundle.entries:
            if entry["k"] == "rsp":
                assert pending is not None
                seen = self.answers.setdefault(int(str(entry["j"])), set())
                seen.add((pending.request.hex(), str(entry["x"])))

    def take(self, arriving: list[Bundle]) -> None:
        """Sort what has arrived together with what waits, and join what follows."""
        log = self.session.log
        sound = []
        for bundle in arriving:
            try:
                verify_bundle(bundle, log.key_of(bundle.header.by), log.gid)
            except VerifyError:
                continue
            sound.append(bundle)
        refused = frozenset(each.hash() for each in self.refused)
        settled = settle(log.bundles, (*sound, *self.parked), start=log.gid, refused=refused)
        joined = []
        for bundle in settled.extends:
            try:
                self.session = self.session.receive(bundle)
            except ConflictError:
                break
            except (VerifyError, IllegalOrder):
                self.refused = (*self.refused, bundle)
                joined.append(bundle)
                break
            joined.append(bundle)
        self.parked = tuple(each for each in (*settled.extends, *settled.waiting) if each not in joined)
        self.gaps, self.clashes = settled.gaps, settled.clashes
        self.conflict |= bool(settled.clashes)


class Post(RuleBasedStateMachine):
    """Ann and Ben, with their letterboxes. ``cheat`` is the seat that does not keep to the protocol, or none."""

    @initialize(seed=st.integers(0, 3), cheat=st.sampled_from(("", "", "A", "B")))
    def sit_down(self, seed: int, cheat: str) -> None:
        self.kept = registry.load
        registry.load = lambda name, pack=None: GAME
        pair = begin(f"model/{seed}")
        self.homes = {"A": Home(pair.a), "B": Home(pair.b)}
        self.cheat = cheat
        self.cheated = False
        self.put_back: set[str] = set()
        self.everything: list[Bundle] = []

    def teardown(self) -> None:
        """Whatever was lost is sent once more; then honest seats agree, or each can name what stands between them."""
        if not hasattr(self, "homes"):
            return
        a, b = self.homes.values()
        for _ in range(3):
            for home, other in ((a, b), (b, a)):
                home.post.clear()
                home.take(list(other.session.log.bundles))
        if not self.cheated:
            assert a.session.log == b.session.log
            assert a.session.base == b.session.base
            assert () == a.clashes == b.clashes
            # Only when both logs were put back can something be gone for good, and then it is named.
            assert all(bool(home.gaps) == bool(home.parked) for home in (a, b))
            assert self.put_back == {"A", "B"} or not a.gaps + b.gaps
        elif a.session.log != b.session.log:
            assert any((home.gaps, home.clashes, home.refused) != ((), (), ()) for home in (a, b))
        registry.load = self.kept

    @property
    def pairs(self) -> tuple[tuple[Home, Home], ...]:
        a, b = self.homes["A"], self.homes["B"]
        return ((a, b), (b, a))

    @rule(salt=st.integers(0, 5), whole=st.booleans())
    def a_seat_plays_and_sends(self, salt: int, whole: bool) -> None:
        for home, other in self.pairs:
            if home.session.mine and not home.conflict:
                try:
                    session = home.session.automatic()
                    if whole:
                        session = play(session, salt)
                    elif session.mine and session.owed.what in ("choice", "conceal"):
                        advice = GAME.rules.advise(session.position.game, session.side, session.secrets, salt)
                        session = session.order(advice)
                except ConflictError as error:
                    # The log was put back, and what it lacks has been signed: nothing new until it has come.
                    if error.code != "signed-already":
                        raise
                    return
                home.session = session
                home.send(other)
                self.everything.extend(unsent(home.session.log, home.session.seat))
                return

    @rule(who=st.sampled_from("AB"))
    def a_turn_is_sent_again(self, who: str) -> None:
        home, other = self.pairs["AB".index(who)]
        home.send(other)

    @rule(who=st.sampled_from("AB"), count=st.integers(1, 6), data=st.data())
    def mails_arrive_in_any_order(self, who: str, count: int, data: st.DataObject) -> None:
        home = self.homes[who]
        if home.post:
            places = data.draw(st.lists(st.integers(0, len(home.post) - 1), min_size=1, max_size=count))
            arriving = [home.post[place] for place in places]
            home.post = [each for place, each in enumerate(home.post) if place not in places]
            home.take(arriving)

    @rule(who=st.sampled_from("AB"))
    def the_post_is_lost(self, who: str) -> None:
        self.homes[who].post.clear()

    @precondition(lambda self: self.everything)
    @rule(who=st.sampled_from("AB"), data=st.data())
    def an_old_mail_comes_back(self, who: str, data: st.DataObject) -> None:
        self.homes[who].post.append(data.draw(st.sampled_from(self.everything)))

    @rule(who=st.sampled_from("AB"), cut=st.integers(0, 3))
    def a_home_is_opened_again_or_its_log_put_back(self, who: str, cut: int) -> None:
        """The log may come from an older copy; the vault is the newest."""
        home = self.homes[who]
        bundles = home.session.log.bundles
        log = evolve(home.session.log, bundles=bundles[: max(0, len(bundles) - cut)])
        self.put_back |= {who} if cut else set()
        home.session = Session.open(GAME, log, home.session.vault)

    @precondition(lambda self: self.cheat)
    @rule(salt=st.integers(0, 5))
    def the_cheat_signs_another_version(self, salt: int) -> None:
        """A seat that keeps no record of what it signed: another turn for a place where it has signed one."""
        home, other = self.pairs["AB".index(self.cheat)]
        mine = [n for n, each in enumerate(home.session.log.bundles) if each.header.by == self.cheat]
        if mine:
            log = evolve(home.session.log, bundles=home.session.log.bundles[: mine[-1]])
            earlier = Session.open(GAME, log, evolve(home.session.vault, signed=0))
            if earlier.mine:
                self._post(other, play(earlier, salt).sealed()[1])

    @precondition(lambda self: self.cheat)
    @rule(
        fields=st.sampled_from(
            (
                {"k": "go", "to": 9},
                {"k": "req", "j": 1, "why": "fight/1"},
                {"k": "req", "j": 2, "why": "draw/1"},
                {"k": "reject", "n": 1, "head": "00" * 32, "entry": 0, "code": "x", "j": 0},
                {"k": "audit", "vault": "00" * 32},
                {"k": "rsp", "j": 1, "x": "00" * 32},
            )
        )
    )
    def the_cheat_signs_something_wrong(self, fields: dict[str, canon.Json]) -> None:
        home, other = self.pairs["AB".index(self.cheat)]
        self._post(other, forge(home.session, [fields]))

    def _post(self, other: Home, bundle: Bundle) -> None:
        self.cheated = True
        other.post.append(bundle)
        self.everything.append(bundle)

    # --- what holds at any time -----------------------------------------------------------------------------------

    @invariant()
    def honest_seats_sign_one_version_of_each_number(self) -> None:
        for home in self.homes.values() if hasattr(self, "homes") else ():
            assert all(len(versions) == 1 for versions in home.sent.values())

    @invariant()
    def no_roll_is_answered_twice(self) -> None:
        """For each roll a seat discloses one seed, for one request."""
        for home in self.homes.values() if hasattr(self, "homes") else ():
            assert all(len(answers) == 1 for answers in home.answers.values())

    @invariant()
    def logs_differ_only_by_what_has_not_come_or_by_a_named_conflict(self) -> None:
        if not hasattr(self, "homes") or self.cheated:
            return
        a, b = (home.session.log.bundles for home in self.homes.values())
        short = min(len(a), len(b))
        assert a[:short] == b[:short]

    @invariant()
    def what_waits_is_explained(self) -> None:
        for home in self.homes.values() if hasattr(self, "homes") else ():
            if home.parked and not home.session.draft:
                assert home.gaps or home.clashes or home.refused

    @invariant()
    def no_seed_is_out_that_no_accepted_request_asks_for(self) -> None:
        """Every seed in what a seat has signed belongs to a roll that stands in its own verified log."""
        for home in self.homes.values() if hasattr(self, "homes") else ():
            known = home.session.position.table.next_roll
            for j in home.answers:
                assert j < known or home.session.vault.signed > home.session.end.bundles


Post.TestCase.settings = settings(max_examples=int(120 * TIMES), stateful_step_count=40, deadline=None)
TestPost = Post.TestCase
