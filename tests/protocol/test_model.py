"""Two seats, either of whom may cheat, a mailbox that does its worst, and outsiders who judge what either can show.

A state machine over the tiny game and, in fewer examples, over the card game. What an honest seat does is done by the
desk itself (:mod:`tests.protocol.world`); a cheat holds his own keys and a thief those of an agent. What must hold
whatever they do stands under the invariants; ``test_model_mutants.py`` breaks the program in many ways and sees each
one found.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pbem import canon, container, registry
from pbem.canon import Json
from pbem.desk import looking, proofs, receiving, responder_setup, spectators
from pbem.desk.papers import judge
from pbem.errors import FormatError, PbemError, UsageError
from pbem.log import Bundle, read_bundles
from pbem.protocol import asides
from pbem.protocol.session import Session
from pbem.replay.verify import verify
from pbem.store.game import Change, Draft
from pbem.trust import capsule, evidence, results
from tests.deck import whist

from . import tiny
from .conftest import entropy
from .world import (
    Entry,
    Home,
    Shelf,
    Stopped,
    earlier,
    false_refusal,
    leaks,
    other,
    outsiders,
    signed_by,
    sit_down,
    turn_of,
)

TIMES = float(os.environ.get("PBEM_FUZZ", "1"))
SEATS = st.sampled_from("AB")
CHEATS = st.sampled_from(("", "", "A", "B", "AB"))
SALTS = st.integers(0, 5)
DISTURBING = frozenset({"conflict", "refusal", "refused", "spoofed-author", "wrong-key", "bad-signature"})
FORGED: tuple[Entry, ...] = (
    {"k": "go", "to": 9},
    {"k": "go", "to": 2},
    {"k": "guard", "guard": "run"},
    {"k": "req", "j": 1, "why": "fight/1"},
    {"k": "req", "j": 2, "why": "draw/1"},
    {"k": "req", "j": 1, "why": "fight/1", "x": "5a" * 32},
    {"k": "seal", "at": "mode/1", "c": ["5a" * 32]},
    {"k": "show", "at": "mode/1", "n": 1, "salt": "5a" * 32, "v": "hit"},
    {"k": "reject", "n": 1, "head": "00" * 32, "entry": 0, "code": "x", "j": 0},
    {"k": "audit", "vault": "00" * 32},
    {"k": "rsp", "j": 1, "x": "00" * 32},
    {"k": "open", "j": 1, "x": "00" * 32, "dice": [6, 6]},
    {"k": "back", "to": 0},
    {"k": "reply", "yes": True},
    {"k": "agent", "key": "00" * 32},
    {"k": "agent"},
    {"k": "start"},
)


class World(RuleBasedStateMachine):
    """``said`` and ``answered`` are what the honest programs of each seat have signed; ``seen`` is every bundle there is.

    ``posted`` is every piece of mail with its sender; ``robbed`` are seats whose agent's key a thief has used.
    """

    game: registry.Game = tiny.GAME
    steps = 0

    @initialize(seed=st.integers(0, 3), cheats=CHEATS)
    def begin(self, seed: int, cheats: str) -> None:
        self.kept = registry.load
        registry.load = lambda name, pack=None: self.game
        self.homes = sit_down(self.game, f"model/{seed}")
        self.bare = self.homes["A"].session.log
        elsewhere = sit_down(self.game, f"elsewhere/{seed}")["A"]
        elsewhere.decide(0, whole=True)
        self.elsewhere = elsewhere.send(lambda *_: None)
        self.cheats = cheats
        self.robbed: set[str] = set()
        self.cheated = False
        self.posted: list[tuple[str, bytes]] = []
        self.seen: dict[bytes, Bundle] = {}
        self.said: dict[tuple[str, int], set[bytes]] = {}
        self.answered: dict[tuple[str, int], set[tuple[bytes, str]]] = {}
        self.leaked: list[str] = []
        self.backups: dict[str, dict[str, bytes]] = {}
        self.made = 0

    @property
    def honest(self) -> list[Home]:
        return [self.homes[seat] for seat in "AB" if seat not in self.cheats]

    @property
    def trusted(self) -> bool:
        """Whether nobody has cheated so far, and no key was stolen."""
        return not self.cheated and not self.robbed

    # --- leaving home -------------------------------------------------------------------------------------------------

    def noted(self, home: Home, before: Session, after: Session, turn: bytes) -> None:
        """What an honest program has signed, held against what it has signed before."""
        if after.seat in self.cheats:
            return
        asked = {j: head for each in after.log.bundles for j, head in evidence._requests(each).items()}
        for bundle in read_bundles(container.unpack(turn)):
            self.said.setdefault((after.seat, bundle.header.n), set()).add(bundle.hash())
            for entry in bundle.entries:
                if entry["k"] == "rsp":
                    j, x = int(str(entry["j"])), str(entry["x"])
                    self.answered.setdefault((after.seat, j), set()).add((asked[j], x))
        self.leaked += leaks(after, turn)

    def post(self, sender: str, data: bytes) -> None:
        """Into the other's mailbox, and a copy to oneself when there is an agent who reads the same mailbox."""
        self.posted.append((sender, data))
        for bundle in read_bundles(container.unpack(data)):
            self.seen.setdefault(bundle.hash(), bundle)
        self.homes[other(sender)].box.append(data)
        if self.homes[sender].agent is not None:
            self.homes[sender].box.append(data)

    def acts(self, seat: str, act: Callable[[Home], bytes], home: Home | None = None) -> None:
        """An act of the program. An honest home may only stop for a named reason; a cheat's may break as it likes."""
        home = home or self.homes[seat]
        try:
            self.post(seat, act(home))
        except Stopped as stopped:
            if str(stopped) == "responder":
                home.keep(home.session.clean())
        except PbemError:
            home.opened = None
            if seat not in self.cheats:
                raise

    # --- playing ------------------------------------------------------------------------------------------------------

    @rule(salt=SALTS, whole=st.booleans())
    def who_holds_the_pen_plays(self, salt: int, whole: bool) -> None:
        for seat, home in self.homes.items():
            if home.session.mine:
                self.acts(seat, lambda home: self.plays(home, salt, whole))
                return

    def plays(self, home: Home, salt: int, whole: bool) -> bytes:
        home.decide(salt, whole=whole)
        return home.send(self.noted)

    @rule(who=SEATS)
    def a_turn_is_sent_again(self, who: str) -> None:
        self.acts(who, lambda home: home.send(self.noted))

    @rule(who=SEATS, salt=SALTS)
    def an_order_is_written_and_not_sent(self, who: str, salt: int) -> None:
        if self.homes[who].session.mine:
            self.acts(who, lambda home: home.decide(salt, whole=False) or _nothing())

    @rule(who=SEATS, back=st.integers(1, 30))
    def a_take_back_is_offered(self, who: str, back: int) -> None:
        def offers(home: Home) -> bytes:
            session = home.keep(home.session.clean())
            try:
                home.keep(asides.offer_back(session, max(0, session.position.count - 1 - back)))
            except PbemError as error:
                raise Stopped(error.code) from error
            return home.send(self.noted)

        self.acts(who, offers)

    @rule(who=SEATS)
    def a_refused_turn_is_refused(self, who: str) -> None:
        self.acts(who, lambda home: home.refuse(self.noted))

    # --- agents -------------------------------------------------------------------------------------------------------

    @rule(who=SEATS, may=st.booleans(), rolls=st.integers(1, 9), renew=st.booleans())
    def an_agent_is_given(self, who: str, may: bool, rolls: int, renew: bool) -> None:
        def gives(home: Home) -> bytes:
            self.made += 1
            kinds = (self.game.rules.actions.kinds[-1],) if may else ()
            try:
                home.furnish(entropy(f"agent/{self.made}"), kinds, rolls, renew=renew)
            except PbemError as error:
                raise Stopped(error.code) from error
            return home.send(self.noted)

        if self.homes[who].session.mine:
            self.acts(who, gives)

    @rule(who=SEATS)
    def an_agent_is_taken_away(self, who: str) -> None:
        def takes(home: Home) -> bytes:
            try:
                home.keep(responder_setup.take_away(home.session))
            except PbemError as error:
                raise Stopped(error.code) from error
            return home.send(self.noted)

        self.acts(who, takes)

    @precondition(lambda self: any(home.agent for home in self.homes.values()))
    @rule(who=SEATS, data=st.data())
    def an_agent_reads_and_answers(self, who: str, data: st.DataObject) -> None:
        home = self.homes[who]
        if home.agent is not None:
            count = data.draw(st.integers(0, len(home.box)))
            home.agent.take(home.box[:count])
            self.acts(who, lambda agent: agent.answer(self.noted), home.agent)

    @precondition(lambda self: any(home.agent for home in self.homes.values()))
    @rule(who=SEATS, forged=st.sampled_from(FORGED), answers=st.booleans())
    def a_thief_uses_the_key_of_an_agent(self, who: str, forged: Entry, answers: bool) -> None:
        home = self.homes[who].agent
        if home is None:
            return
        session, fields = home.session, forged
        pending = session.position.table.pending
        if answers and pending is not None and pending.j <= session.vault.length:
            fields = {"k": "rsp", "j": pending.j, "x": session.vault.chain[pending.j].hex()}
        self.robbed.add(who)
        self.post(who, turn_of([signed_by(session, session.vault.keypair, [fields])]))

    # --- the mail -----------------------------------------------------------------------------------------------------

    @rule(who=SEATS, count=st.integers(1, 6), keep=st.booleans(), data=st.data())
    def mails_arrive_in_any_order_and_perhaps_again(
        self, who: str, count: int, keep: bool, data: st.DataObject
    ) -> None:
        home = self.homes[who]
        if home.box:
            places = data.draw(st.lists(st.integers(0, len(home.box) - 1), min_size=1, max_size=count))
            pieces = [home.box[place] for place in places]
            if not keep:
                home.box = [each for place, each in enumerate(home.box) if place not in places]
            home.take(pieces)

    @rule(who=SEATS)
    def everything_arrives(self, who: str) -> None:
        home = self.homes[who]
        home.take(home.box)
        if home.agent is None:
            home.box.clear()

    @rule(who=SEATS)
    def the_post_is_lost(self, who: str) -> None:
        self.homes[who].box.clear()

    @precondition(lambda self: self.posted)
    @rule(who=SEATS, data=st.data())
    def an_old_mail_comes_back(self, who: str, data: st.DataObject) -> None:
        self.homes[who].box.append(data.draw(st.sampled_from(self.posted))[1])

    @precondition(lambda self: self.posted)
    @rule(who=SEATS, data=st.data())
    def a_mail_arrives_damaged(self, who: str, data: st.DataObject) -> None:
        """Cut off, a byte changed, or the same inside the packing, where only the signature tells."""
        piece = data.draw(st.sampled_from(self.posted))[1]
        at = data.draw(st.integers(0, len(piece) - 1))
        match data.draw(st.sampled_from(("cut", "changed", "inside"))):
            case "cut":
                piece = piece[:at]
            case "changed":
                piece = piece[:at] + bytes([piece[at] ^ 1]) + piece[at + 1 :]
            case _:
                lines = container.unpack(piece)
                at %= len(lines)
                piece = container.pack(lines[:at] + bytes([lines[at] ^ 1]) + lines[at + 1 :])
        before = self.homes[who].session.log
        self.homes[who].take([piece])
        assert before == self.homes[who].session.log

    @rule(who=SEATS)
    def a_turn_of_another_game_arrives(self, who: str) -> None:
        before = self.homes[who].session.log
        self.homes[who].take([self.elsewhere])
        assert before == self.homes[who].session.log

    # --- old copies ---------------------------------------------------------------------------------------------------

    @rule(who=SEATS, cut=st.integers(0, 3))
    def a_home_is_opened_again_or_its_log_put_back(self, who: str, cut: int) -> None:
        """The log may come from an older copy; the vault is the newest."""
        home = self.homes[who]
        bundles = home.session.log.bundles
        log = _cut(home.session, len(bundles) - cut) if cut else home.session.log
        if cut:
            home.shelf.save(Change(log=log.encode(), draft=Draft(head="", lines=())))
        home.opened = None

    @rule(who=SEATS)
    def a_home_is_backed_up(self, who: str) -> None:
        self.backups[who] = dict(self.homes[who].shelf.files)

    @rule(who=SEATS)
    def a_backup_is_put_back_and_the_mailbox_read(self, who: str) -> None:
        """The whole home is old, secrets and all; what came and went since then is in the mailbox and in what was sent."""
        if who in self.backups and self.homes[who].agent is None:
            home = self.homes[who]
            home.shelf, home.opened = Shelf(self.backups[who]), None
            home.keep(home.session.clean())
            home.take(dict.fromkeys(data for _, data in self.posted))

    # --- cheats -------------------------------------------------------------------------------------------------------

    def cheat(self, seat: str, bundle: Bundle) -> None:
        self.cheated = True
        self.post(seat, turn_of([bundle]))

    def cheating(self, who: str) -> Home | None:
        """The home of this seat, or of the other, if it cheats."""
        seat = who if who in self.cheats else self.cheats[:1]
        return self.homes[seat] if seat else None

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, salt=SALTS, switch=st.booleans())
    def a_cheat_signs_another_version(self, who: str, salt: int, switch: bool) -> None:
        """Another turn for a place where he has signed one; and perhaps that is the game for him from now on."""
        home = self.cheating(who)
        assert home is not None
        seat = home.session.seat
        mine = [n for n, each in enumerate(home.session.log.bundles) if each.header.by == seat]
        if mine:
            again = earlier(home.session, mine[-1])
            if again.mine and again.owed.what != "reply":
                after, bundle = _played(again, salt).sealed()
                self.cheat(seat, bundle)
                if switch:
                    home.shelf.files = {
                        name: data for name, data in home.shelf.files.items() if not name.startswith("outbox/")
                    }
                    home.keep(after)

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, forged=st.sampled_from(FORGED), before=st.booleans())
    def a_cheat_signs_something_wrong(self, who: str, forged: Entry, before: bool) -> None:
        home = self.cheating(who)
        assert home is not None
        session = home.session
        if before and session.log.bundles:
            session = earlier(session, len(session.log.bundles) - 1)
        self.cheat(session.seat, signed_by(session, session.vault.keypair, [forged]))

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, salt=SALTS, data=st.data())
    def a_cheat_changes_one_thing_in_his_turn(self, who: str, salt: int, data: st.DataObject) -> None:
        home = self.cheating(who)
        assert home is not None
        session = home.session.clean()
        if session.mine and session.owed.what != "reply":
            entries = [canon.decode(line) for line in _played(evolve_signed(session), salt).draft]
            if entries:
                changed = data.draw(_change(entries))
                self.cheat(session.seat, signed_by(session, session.vault.keypair, changed))

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS)
    def a_cheat_refuses_what_holds(self, who: str) -> None:
        home = self.cheating(who)
        assert home is not None
        session = home.session
        theirs = [each for each in session.log.bundles if each.header.by != session.seat]
        if theirs:
            self.cheat(session.seat, false_refusal(session, theirs[-1]))

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
        found = judge(proof.encode())
        assert (True, "") == (found.proved, found.code)
        assert proof.seat in self.cheats

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
        first = disputed.header.first
        before = film.trail[first - 1].position if first else film.first
        try:
            made = capsule.make(self.game.rules, film.log, before, at)
        except UsageError:
            return
        crooked = data.draw(st.sampled_from(("", "dropped", "roll", "at")))
        if crooked == "dropped" and len(made.bundles) > 2:
            made = _without(made, data.draw(st.integers(0, len(made.bundles) - 2)))
        elif crooked == "roll":
            made = _with(made, roll=made.roll + 1)
        elif crooked == "at":
            made = _with(made, at=data.draw(st.integers(0, last)))
        found = judge(made.encode())
        if found.proved and found.code:
            assert disputed.header.by in self.cheats, found.lines

    @rule(turns=st.integers(0, 2), who=SEATS)
    def spectators_get_a_stream(self, turns: int, who: str) -> None:
        if who in self.cheats:
            return
        log = self.homes[who].session.log
        try:
            found = spectators.stream(looking.film_of_log(log.encode()), turns)
        except UsageError as error:
            assert "nothing-yet" == error.code
            return
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
    def an_honest_seat_signs_one_version_of_each_number(self) -> None:
        assert all(len(versions) == 1 for versions in getattr(self, "said", {}).values())

    @invariant()
    def every_roll_is_answered_once(self) -> None:
        """For each roll an honest seat discloses one seed, for one request."""
        assert all(len(answers) == 1 for answers in getattr(self, "answered", {}).values())

    @invariant()
    def no_secret_has_left_an_honest_home_before_its_time(self) -> None:
        assert not getattr(self, "leaked", [])

    @invariant()
    def honest_homes_agree_as_far_as_both_know(self) -> None:
        if hasattr(self, "homes") and self.trusted:
            a, b = (home.session.log.bundles for home in self.homes.values())
            assert a[: len(b)] == b[: len(a)]

    @invariant()
    def between_honest_seats_nothing_is_refused_or_disputed(self) -> None:
        if hasattr(self, "homes") and self.trusted:
            for home in self.homes.values():
                assert not DISTURBING.intersection(home.told) - {"bad-signature"}
                assert not home.shelf.refused()

    @invariant()
    def what_waits_is_explained(self) -> None:
        """Whoever holds something that he cannot use has been told why."""
        World.steps += 1
        for home in self.honest if hasattr(self, "homes") else ():
            if home.shelf.parked():
                assert {"gap", "stale-home", "conflict", "refusal"}.intersection(home.told) or home.shelf.refused()

    # --- the end --------------------------------------------------------------------------------------------------------

    def teardown(self) -> None:
        """Whatever was lost comes after all."""
        if not hasattr(self, "homes"):
            return
        try:
            self._heal()
            if self.trusted:
                self._to_the_end()
            for home in self.honest:
                self._stands(home)
            for proof in proofs._all(self.bare, list(self.seen.values()), ()):
                self.convicts(proof)
        finally:
            registry.load = self.kept

    def _heal(self) -> None:
        for _ in range(3):
            for home in self.homes.values():
                home.keep(home.session.clean())
                home.take(dict.fromkeys(data for _, data in self.posted))

    def _to_the_end(self) -> None:
        """Two honest seats have the same game, and play it to its end."""
        a, b = self.homes.values()
        assert a.session.log == b.session.log
        assert a.session.base == b.session.base
        for _ in range(300):
            mover, waiter = (a, b) if a.session.mine else (b, a)
            if not a.session.owed.what:
                break
            assert mover.session.mine
            waiter.take([self.plays(mover, 1, whole=True)])
        assert a.session.log == b.session.log
        assert "verified" == verify(a.session.log.encode()).verdict
        assert ("A", "B") == a.session.position.table.audited

    def _stands(self, home: Home) -> None:
        """An honest seat goes on, waits for what it can name, or holds what convinces an outsider."""
        outsiders(home.session.log)
        log = home.session.log
        have = {each.hash() for each in log.bundles}
        held = {each.hash() for data in home.shelf.parked() for each in read_bundles(data)}
        held |= {each.hash() for kept in home.shelf.refused() for each in read_bundles(kept.data)}
        proved = {(proof.one.header.n, proof.seat) for proof in proofs.in_game(home.shelf)}
        signers = {seat: log.key_of(seat) for seat in "AB"}
        for key, bundle in self.seen.items():
            if key in have or not _authentic(bundle, signers, log.gid):
                continue
            assert key in held, "what is signed is kept"
            if key in {each.hash() for kept in home.shelf.refused() for each in read_bundles(kept.data)}:
                continue
            versions = [each for each in self.seen.values() if _same_place(each, bundle, signers, log.gid)]
            if len(versions) > 1:
                assert (bundle.header.n, bundle.header.by) in proved
        found = receiving.refusal_of(home.shelf, home.session.clean())
        for kept in home.shelf.refused() if found is not None else ():
            bad = read_bundles(kept.data)[0]
            if bad.header.n == len(log.bundles) + 1 and kept.code != "conflict":
                fault = verify(log.encode() + bad.encode()).fault
                assert fault is not None
                assert kept.code == fault.code
        if home.session.mine:
            try:
                self.plays(home, 1, whole=True)
            except Stopped as stopped:
                assert str(stopped)


# --- small ------------------------------------------------------------------------------------------------------------


def _nothing() -> bytes:
    raise Stopped("nothing is sent")


def _cut(session: Session, bundles: int):
    return earlier(session, max(0, bundles)).log


def evolve_signed(session: Session) -> Session:
    """The same session with a program that forgets what it has signed."""
    return earlier(session, len(session.log.bundles))


def _played(session: Session, salt: int) -> Session:
    """Whatever this seat owes, until the pen passes."""
    session = session.automatic()
    while session.mine and session.owed.what in ("choice", "conceal"):
        advise = session.game.rules.advise
        session = session.order(advise(session.position.game, session.side, session.secrets, salt))
        session = session.automatic()
    return session


def _change(entries: list[Entry]) -> st.SearchStrategy[list[Entry]]:
    """The entries with one of them changed in one field, missing, doubled, or exchanged with its neighbour."""

    @st.composite
    def changed(draw: st.DrawFn) -> list[Entry]:
        made = [{k: v for k, v in entry.items() if k != "i"} for entry in entries]
        at = draw(st.integers(0, len(made) - 1))
        how = draw(st.sampled_from(("field", "field", "field", "gone", "twice", "order")))
        names = sorted(made[at].keys() - {"k"})
        if how == "field" and names:
            name = draw(st.sampled_from(names))
            made[at][name] = draw(_other(made[at][name]))
        elif how == "gone" and len(made) > 1:
            del made[at]
        elif how == "twice":
            made.insert(at, made[at])
        else:
            made[at : at + 2] = reversed(made[at : at + 2])
        return made

    return changed()


def _other(value: Json) -> st.SearchStrategy[Json]:
    """Another value of the same type, or of another."""
    near: list[Json] = [None, True, -1, "", [], "5a" * 32]
    if isinstance(value, bool):
        near += [not value]
    elif isinstance(value, int):
        near += [value + 1, value - 1]
    elif isinstance(value, str):
        near += [value[:-1], value.upper(), value[:-1] + ("0" if value[-1:] != "0" else "1"), f"{value}~1"]
    elif isinstance(value, list):
        near += [value[:-1], [*value, *value], value[::-1]]
    return st.sampled_from([each for each in near if each != value])


def _with(made: capsule.Capsule, *, at: int | None = None, roll: int | None = None) -> capsule.Capsule:
    return capsule.Capsule(
        log=made.log,
        at=made.at if at is None else at,
        roll=made.roll if roll is None else roll,
        state=made.state,
        bundles=made.bundles,
    )


def _without(made: capsule.Capsule, place: int) -> capsule.Capsule:
    bundles = tuple(each for n, each in enumerate(made.bundles) if n != place)
    return capsule.Capsule(log=made.log, at=made.at, roll=made.roll, state=made.state, bundles=bundles)


def _authentic(bundle: Bundle, keys: dict[str, bytes], gid: bytes) -> bool:
    """Whether the seat's own game key signed it."""
    from pbem.log import verify_bundle

    try:
        verify_bundle(bundle, keys[bundle.header.by], gid)
    except (PbemError, FormatError):
        return False
    return True


def _same_place(one: Bundle, two: Bundle, keys: dict[str, bytes], gid: bytes) -> bool:
    same = (one.header.n, one.header.by) == (two.header.n, two.header.by)
    return same and _authentic(one, keys, gid)


class Cards(World):
    """The same with a shared deck: masks, deals and cards shown."""

    game = whist.GAME


World.TestCase.settings = settings(max_examples=int(100 * TIMES), stateful_step_count=40, deadline=None)
Cards.TestCase.settings = settings(max_examples=max(1, int(8 * TIMES)), stateful_step_count=30, deadline=None)
TestWorld = World.TestCase
TestCards = Cards.TestCase
