"""The moves of the model that need no cheat: playing, mail that does its worst, and homes put back.

See ``test_model.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.games import registry
from pbem.log import Bundle, read_bundles
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.protocol.signing_record import hashed
from pbem.replay.table import other
from pbem.store.game import Change, Draft

from . import tiny
from .outsiders import leaks
from .world import Home, Shelf, Stopped, sit_down

SEATS = st.sampled_from("AB")
CHEATS = st.sampled_from(("", "", "A", "B", "AB"))
SALTS = st.integers(0, 5)


class Moves(RuleBasedStateMachine):
    """``said`` are the bundles that each honest program has signed in a place, by its key; ``given`` the requests for which
    the honest programs of a seat have given a seed; ``seen`` is every bundle there is.

    ``posted`` is every piece of mail with its sender; ``robbed`` are seats whose key a thief has used.
    """

    game: registry.Game = tiny.GAME

    @initialize(seed=st.integers(0, 3), cheats=CHEATS, played=st.integers(0, 14))
    def begin(self, seed: int, cheats: str, played: int) -> None:
        """A game that has been played quietly for some turns already."""
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
        self.said: dict[tuple[str, int, bytes], set[bytes]] = {}
        self.given: dict[tuple[str, str], set[bytes]] = {}
        self.leaked: list[str] = []
        self.backups: dict[str, dict[str, bytes]] = {}
        self.made = 0
        for _ in range(played):
            self._goes_through(seed)

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
        asked = {e["j"]: head for each in after.log.bundles for head, e in hashed(each) if e["k"] == "req"}
        for bundle in read_bundles(container.unpack(turn)):
            place = (bundle.seal.key, bundle.header.n, bundle.header.prev)
            self.said.setdefault(place, set()).add(bundle.hash())
            for entry in bundle.entries:
                if entry["k"] in ("req", "rsp", "open") and entry.get("x"):
                    self.given.setdefault((after.seat, str(entry["x"])), set()).add(asked[entry["j"]])
        self.leaked += leaks(after, turn)

    def post(self, sender: str, data: bytes) -> None:
        """Into the other's mailbox."""
        self.posted.append((sender, data))
        for bundle in read_bundles(container.unpack(data)):
            self.seen.setdefault(bundle.hash(), bundle)
        self.homes[other(sender)].box.append(data)

    def acts(self, seat: str, act: Callable[[Home], bytes], home: Home | None = None) -> None:
        """An act of the program. An honest home may only stop for a named reason; a cheat's may break as it likes."""
        home = home or self.homes[seat]
        try:
            self.post(seat, act(home))
        except Stopped:
            pass
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

    @rule(salt=SALTS, turns=st.integers(1, 5))
    def some_turns_go_through_at_once(self, salt: int, turns: int) -> None:
        for _ in range(turns):
            self._goes_through(salt)

    def _goes_through(self, salt: int) -> None:
        """Whoever holds the pen plays, and all of the other's mail arrives in order."""
        for seat, home in self.homes.items():
            if home.session.mine:
                self.acts(seat, lambda home: self.plays(home, salt, True))
                self.everything_arrives(other(seat))
                return

    @rule(who=SEATS)
    def a_turn_is_sent_again(self, who: str) -> None:
        self.acts(who, lambda home: home.send(self.noted))

    @rule(who=SEATS, salt=SALTS)
    def an_order_is_written_and_not_sent(self, who: str, salt: int) -> None:
        def writes(home: Home) -> bytes:
            home.decide(salt, whole=False)
            raise Stopped("not sent")

        if self.homes[who].session.mine:
            self.acts(who, writes)

    @rule(who=SEATS, back=st.integers(1, 30))
    def a_take_back_is_offered(self, who: str, back: int) -> None:
        def offers(home: Home) -> bytes:
            session = home.keep(home.session.clean())
            try:
                home.keep(side_entries.offer_back(session, max(0, session.position.count - 1 - back)))
            except PbemError as error:
                raise Stopped(error.code) from error
            return home.send(self.noted)

        self.acts(who, offers)

    @rule(who=SEATS)
    def a_refused_turn_is_refused(self, who: str) -> None:
        self.acts(who, lambda home: home.refuse(self.noted))

    @rule(who=SEATS, text=st.sampled_from(("Well played.", "\u00bfOtra vez?")), salt=SALTS)
    def a_turn_goes_with_a_note(self, who: str, text: str, salt: int) -> None:
        def notes(home: Home) -> bytes:
            home.decide(salt, whole=True)
            try:
                home.keep(side_entries.note(home.session.automatic(), text))
            except PbemError as error:
                home.keep(home.session.clean())
                raise Stopped(error.code) from error
            return home.send(self.noted)

        if self.homes[who].session.mine:
            self.acts(who, notes)

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
        home.box.clear()

    @rule(who=SEATS)
    def the_post_is_lost(self, who: str) -> None:
        self.homes[who].box.clear()

    @precondition(lambda self: self.posted)
    @rule(who=SEATS, n=st.integers(0, 99))
    def an_old_mail_comes_back(self, who: str, n: int) -> None:
        self.homes[who].box.append(self.posted[n % len(self.posted)][1])

    @precondition(lambda self: self.posted)
    @rule(
        who=SEATS,
        n=st.integers(0, 99),
        at=st.integers(0, 9999),
        how=st.sampled_from(("cut", "changed", "inside")),
    )
    def a_mail_arrives_damaged(self, who: str, n: int, at: int, how: str) -> None:
        """Cut off, a byte changed, or the same inside the packing, where only the signature tells."""
        piece = self.posted[-1 - n % len(self.posted)][1]
        at %= len(piece)
        match how:
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
        if cut:
            log = evolve(home.session.log, bundles=bundles[: max(0, len(bundles) - cut)])
            home.shelf.save(Change(log=log.encode(), draft=Draft(head="", lines=())))
        home.opened = None

    @rule(who=SEATS)
    def a_home_is_backed_up(self, who: str) -> None:
        self.backups[who] = dict(self.homes[who].shelf.files)

    @rule(who=SEATS)
    def a_backup_is_put_back_and_the_mailbox_read(self, who: str) -> None:
        """The whole home is old, secrets and all; what came and went since then is in the mailbox and in what was sent."""
        if who in self.backups:
            home = self.homes[who]
            home.shelf, home.opened = Shelf(self.backups[who]), None
            home.keep(home.session.clean())
            home.take(dict.fromkeys(data for _, data in self.posted))
            home.opened = None  # the next command opens the game anew, and finds again what it had sealed
