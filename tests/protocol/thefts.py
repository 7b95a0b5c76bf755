"""The moves of the model in which keys are stolen, renewed by a thief or crookedly, or an upgrade is no honest one.

A thief has a copy of a whole home, secrets and all, and reads every mail. What he signs before the owner has renewed his
keys is the owner's; afterwards it is ``old-key``, unless he was faster. See ``test_model.py``.
"""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from pbem.bytes import canon
from pbem.bytes.errors import PbemError
from pbem.crypto.dice import vault_tip
from pbem.home.keys import game_keys
from pbem.home.papers.verdict import judge
from pbem.log import Bundle
from pbem.log.entries import PROTOCOL, Renew, Upgrade
from pbem.papers import results
from pbem.protocol.vault import Vault
from pbem.replay import upgrading
from pbem.replay.table import OFFERED_AT, state_digest

from . import tiny
from .changes import MANY, UNHEARD
from .cheats import FORGED, Cheats
from .conftest import entropy
from .forging import Entry, earlier, signed_by, turn_of
from .moves import CHEATS, SALTS, SEATS
from .world import SHORT, Home, Shelf, Stopped

CROOKED = ("", "", "twice", "key", "tip", "vault", "theirs", "short", "long", "beside", "early")
"""What is wrong with a renewal that a cheat signs; "": nothing, but it may come at any moment."""


class Thefts(Cheats):
    """``thieves`` are copies of homes in other hands; a seat is among ``robbed`` as soon as one of them is used."""

    @initialize(seed=st.integers(0, 3), cheats=CHEATS, played=st.integers(0, 14))
    def begin(self, seed: int, cheats: str, played: int) -> None:
        """Nobody has stolen anything yet."""
        self.thieves: dict[str, Home] = {}
        super().begin(seed, cheats, played)

    # --- stolen keys --------------------------------------------------------------------------------------------------

    @rule(who=SEATS)
    def a_home_is_copied_by_a_thief(self, who: str) -> None:
        home = self.homes[who]
        self.thieves[who] = Home(identity=home.identity, shelf=Shelf(home.shelf.files))

    @rule(salt=SALTS, turns=st.integers(0, 3), arrives=st.booleans())
    def who_holds_the_pen_is_robbed_and_renews(self, salt: int, turns: int, arrives: bool) -> None:
        """So that what the thief has is old; the other side may know of it already, or not yet."""
        self.some_turns_go_through_at_once(salt=salt, turns=turns)
        for seat, home in self.homes.items():
            if home.session.mine:
                self.a_home_is_copied_by_a_thief(who=seat)
                self.keys_are_renewed(turns=0, salt=salt, alone=arrives, arrives=arrives)
                return

    def steals(self, who: str, act: str, salt: int) -> bytes:
        """What a thief makes of his copy, with the program as it is. Raises PbemError and Stopped where it lets him not."""
        thief = self.thieves[who]
        self.made += 1
        thief.take(dict.fromkeys(data for _, data in self.posted))
        thief.keep(thief.session.clean())
        if act == "renews":
            found = game_keys.renew(thief.shelf, thief.identity, entropy(f"thief/{self.made}"))
            thief.opened = found.session
        else:
            thief.decide(salt, whole=True)
        return thief.send(lambda *_: None)

    @precondition(lambda self: getattr(self, "thieves", None))
    @rule(who=SEATS, act=st.sampled_from(("plays", "renews")), salt=SALTS)
    def a_thief_goes_on_in_his_place(self, who: str, act: str, salt: int) -> None:
        """In place of the owner, who may not have renewed yet, or be slower."""
        if who in self.thieves:
            try:
                turn = self.steals(who, act, salt)
            except (PbemError, Stopped):
                return
            self.robbed.add(who)
            self.post(who, turn)

    @precondition(lambda self: getattr(self, "thieves", None))
    @rule(who=SEATS, forged=st.sampled_from(FORGED), salt=SALTS, plays=st.booleans())
    def a_thief_signs_with_the_old_key(self, who: str, forged: Entry, salt: int, plays: bool) -> None:
        """The next turn, as its owner could write it or wrong, with the key of the copy: too late if it was given up."""
        if who not in self.thieves:
            return
        owner, old = self.homes[who].session, self.thieves[who].session.vault
        session = earlier(owner, len(owner.log.bundles))
        lines, state = [forged], "00" * 32
        if plays and session.mine and session.owed.what in ("choice", "conceal"):
            rules = session.game.rules
            order = rules.advise(session.position.game, session.side, session.secrets, salt)
            ordered = session.order(order)
            lines = [canon.decode(line) for line in ordered.draft]
            state = state_digest(ordered.position)
        self.robbed.add(who)
        self.post(who, turn_of([signed_by(session, old.keypair, lines, state=state)]))

    @precondition(lambda self: getattr(self, "thieves", None))
    @rule(who=SEATS)
    def a_thief_resigns_with_the_old_key(self, who: str) -> None:
        """It binds as long as the key is in force, and no longer."""
        if who in self.thieves:
            session, old = self.homes[who].session, self.thieves[who].session.vault
            winner = next(side for side in session.log.invite.sides if side != session.side)
            paper = results.write(
                session.log, results.Outcome(how=results.RESIGNED, winner=winner, level="so it is")
            )
            found = judge(paper.signed(old.keypair).encode())
            assert (session.log.key_of(who) == old.keypair.public) == found.proved

    # --- crooked renewals ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.cheats)
    @rule(who=SEATS, how=st.sampled_from(CROOKED), before=st.integers(0, 2))
    def a_cheat_renews_his_keys_crookedly(self, who: str, how: str, before: int) -> None:
        """Under a roll, twice, with what stands in the log, with fewer seeds, beside an order."""

        def forges(home: Home) -> Bundle:
            session = home.session.clean()
            session = earlier(session, max(0, len(session.log.bundles) - before))
            vault, lines = self.renewal(session.seat, session.vault, how)
            state = state_digest(session.position)
            if not how and not before:
                entry = PROTOCOL.load(lines[0])
                assert isinstance(entry, Renew)
                home.keep(evolve(session, vault=vault).written(entry).sealed()[0])
            return signed_by(session, session.vault.keypair, lines, state=state)

        self.cheat(who, forges)

    def renewal(self, seat: str, vault: Vault, how: str) -> tuple[Vault, list[Entry]]:
        """A vault with the secrets of a renewal, which follow from a counter, and its entries with this wrong with it."""
        self.made += 1
        length = {"short": SHORT - 1, "long": 65_537}.get(how, SHORT)
        vault, made = vault.renewed(entropy(f"crooked/{self.made}"), min(length, SHORT))
        other = self.homes["AB".replace(seat, "")].session
        entry = PROTOCOL.dump(
            Renew(
                key=made.keypair.public.hex(),
                n=length,
                tip=made.chain.tip.hex(),
                vault=vault_tip(made.salts).hex(),
            )
        )
        info = other.base.table.seats[seat]
        match how:
            case "key":
                entry["key"] = vault.public.hex()
            case "theirs":
                entry["key"] = other.vault.public.hex()
            case "tip":
                entry["tip"] = info.tip.hex()
            case "vault":
                entry["vault"] = info.vault.hex()
            case "twice":
                return vault, [entry, {**entry, "key": made.root.hex()}]
            case "beside":
                return vault, [entry, {"k": "go", "to": 1}]
            case "early":
                return vault, [{"k": "go", "to": 1}, entry]
        return vault, [entry]

    # --- crooked upgrades ---------------------------------------------------------------------------------------------

    @precondition(lambda self: self.cheats and self.game is tiny.GAME)
    @rule(
        who=SEATS,
        new=st.sampled_from((*MANY, UNHEARD)),
        changed=st.sampled_from(("state", "", "data", "rules")),
        turns=st.integers(0, 3),
    )
    def a_cheat_offers_a_version_with_another_state(
        self, who: str, new: object, changed: str, turns: int
    ) -> None:
        """Signed as it should be, at a moment when it may be offered; only what it claims is not so."""
        cheat = self.homes[who if who in self.cheats else self.cheats[0]]
        for _ in range(turns):
            self._goes_through(1)
        for _ in range(4):
            if not (cheat.session.mine and cheat.session.owed.what in OFFERED_AT):
                self._goes_through(1)

        def forges(home: Home) -> Bundle:
            session = home.session.clean()
            game = next(each for each in (*MANY, UNHEARD) if each is new)
            after = upgrading.carried_over(session.position, game)
            offer = Upgrade(
                rules=game.info.digest,
                data=game.data_digest,
                version=upgrading.name(game),
                state=upgrading.carried_digest(after),
            )
            if changed:
                offer = evolve(offer, **{changed: "5a" * 32})
            after_it, bundle = session.written(offer).sealed()
            home.keep(after_it)
            return bundle

        self.cheat(who, forges)

    @precondition(lambda self: self.cheats and self.game is tiny.GAME)
    @rule(
        who=SEATS, forged=st.sampled_from(FORGED), digest=st.sampled_from([each.info.digest for each in MANY])
    )
    def a_cheat_names_another_version_in_a_header(self, who: str, forged: Entry, digest: str) -> None:
        """The older one after an upgrade, or a newer one that nobody agreed to."""

        def forges(home: Home) -> Bundle:
            session = home.session.clean()
            return signed_by(session, session.vault.keypair, [forged], rules=digest)

        self.cheat(who, forges)
