"""The moves of the model that change what the game stands on: keys renewed, another version of the rules or data.

See ``test_model.py``. ``MANY`` are the versions of the tiny game that every home in the model has installed; nobody has
``UNHEARD``, which can be offered all the same.
"""

from __future__ import annotations

from typing import cast

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from pbem.bytes.errors import PbemError, UsageError
from pbem.games import editions, registry
from pbem.home.keys import game_keys
from pbem.log import renewals_in
from pbem.port.game import Result, Ruleset
from pbem.protocol import side_entries
from pbem.replay.table import OFFERED_AT, other

from . import tiny
from .conftest import entropy
from .moves import CHEATS, SALTS, SEATS, Moves
from .world import OLD_VAULT, SHORT, Home, Shelf, Stopped


class Second(tiny.Tiny):
    """Version 2: the same model, and red wins above 10."""

    def result(self, state: tiny.State) -> Result | None:
        found = super().result(state)
        winner = "red" if state.score > 10 else "blue"
        return found and evolve(found, winner=winner, level=f"{winner} wins")


def version(number: str, digest: str, data: str, rules: object) -> registry.Game:
    """A version of the tiny game."""
    info = evolve(tiny.INFO, version=number, digest=digest * 32)
    return evolve(tiny.GAME, info=info, rules=cast("Ruleset[object]", rules), data_digest=data * 32)


SECOND = version("2", "a2", "cd", Second())
MANY = (tiny.GAME, SECOND, version("1", "ab", "ce", tiny.Tiny()))
UNHEARD = version("3", "77", "cd", Second())


def find(name: str, rules: str, data: str, packs: object = None) -> registry.Game:
    """The version with these digests, out of ``MANY``."""
    for each in MANY:
        if (name, rules, data) == (each.info.name, each.info.digest, each.data_digest):
            return each
    raise UsageError("unknown-version", f"ruleset {rules[:12]} is not installed.", hint="Install it.")


class Changes(Moves):
    """What two honest seats may do to keys and rules, at any moment."""

    @initialize(seed=st.integers(0, 3), cheats=CHEATS, played=st.integers(0, 14))
    def begin(self, seed: int, cheats: str, played: int) -> None:
        """Other versions are at hand; and a renewal brings as few seeds as the first chain has."""
        self.looked, editions.find = editions.find, find
        self.ahead, side_entries.DEFAULT_LENGTH = side_entries.DEFAULT_LENGTH, SHORT
        super().begin(seed, cheats, played)

    def teardown(self) -> None:
        """Everything is at hand again that was."""
        if hasattr(self, "looked"):
            editions.find, side_entries.DEFAULT_LENGTH = self.looked, self.ahead

    # --- keys ---------------------------------------------------------------------------------------------------------

    @rule(turns=st.integers(0, 3), salt=SALTS, alone=st.booleans(), arrives=st.booleans())
    def keys_are_renewed(self, turns: int, salt: int, alone: bool, arrives: bool) -> None:
        """Whoever holds the pen by then renews. It leaves as the file in which it was stored, or with what comes next."""
        for _ in range(turns):
            self._goes_through(salt)
        for seat, home in self.homes.items():
            if home.session.mine:
                self.acts(seat, lambda home: self.renews(home, alone))
                if arrives:
                    self.everything_arrives(who=other(seat))
                return

    def renews(self, home: Home, alone: bool) -> bytes:
        self.made += 1
        before = home.session
        try:
            found = game_keys.renew(home.shelf, home.identity, entropy(f"renewal/{self.made}"))
        except PbemError as error:
            if error.code not in REFUSED:
                raise
            raise Stopped(error.code) from error
        home.opened = found.session
        sent = home.shelf.sent(found.n)
        assert sent is not None
        self.noted(home, before, found.session, sent.turn)
        return sent.turn if alone else home.send(self.noted)

    @rule(who=SEATS)
    def a_backup_is_put_back_and_the_mailbox_read(self, who: str) -> None:
        """A copy that lacks keys in force says so and takes in nothing of what they signed; then the newest is put back."""
        home = self.homes[who]
        files = dict(home.shelf.files)
        before = home.told.count(OLD_VAULT)
        super().a_backup_is_put_back_and_the_mailbox_read(who)
        if home.told.count(OLD_VAULT) > before:
            known = home.session.vault.publics
            assert all(each.key in known for each in renewals_in(home.session.log.bundles) if each.by == who)
            home.shelf, home.opened = Shelf(files), None
            home.keep(home.session.clean())

    # --- versions -----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.game is tiny.GAME)
    @rule(who=SEATS, new=st.sampled_from((*MANY, UNHEARD)))
    def another_version_is_offered(self, who: str, new: registry.Game) -> None:
        def offers(home: Home) -> bytes:
            session = home.keep(home.session.clean())
            try:
                home.keep(side_entries.offer_upgrade(session, new))
            except PbemError as error:
                raise Stopped(error.code) from error
            return home.send(self.noted)

        self.acts(who, offers)

    @precondition(lambda self: self.game is tiny.GAME)
    @rule(turns=st.integers(0, 3), salt=SALTS, new=st.sampled_from((*MANY, UNHEARD)), yes=st.booleans())
    def another_version_is_offered_and_answered(
        self, turns: int, salt: int, new: registry.Game, yes: bool
    ) -> None:
        """By whoever holds the pen by then; what cannot be agreed to is declined, whatever the other would like."""
        for _ in range(turns):
            self._goes_through(salt)
        for _ in range(4):
            if not any(
                home.session.mine and home.session.owed.what in OFFERED_AT for home in self.homes.values()
            ):
                self._goes_through(salt)
        for seat, home in self.homes.items():
            if home.session.mine:
                self.another_version_is_offered(who=seat, new=new)
                self.everything_arrives(who=other(seat))
                if self.homes[other(seat)].session.owed.what == "reply":
                    self.acts(other(seat), lambda home: self.plays(home, int(yes), True))
                return


REFUSED = frozenset(
    {*("not-now", "renewed-often", "not-your-turn", "over", "draft-in-the-way", "stale-home")}
) | {"signed-already", "answered-already", "unsettled"}
"""Why a home may renew nothing though it is asked to."""
