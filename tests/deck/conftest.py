"""Two seats with fixed secrets at the card game."""

from __future__ import annotations

import pytest

from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.log import Log
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from tests.protocol.conftest import Pair, entropy, play_out

from .whist import GAME


def begin(seed: str = "x") -> Pair:
    """A new game: A plays red."""
    keys = [Keypair.from_seed(entropy(f"{seed}/id/{who}")(32)) for who in "ab"]
    vaults = [Vault.fresh(entropy(f"{seed}/{who}"), genesis.MIN_CHAIN) for who in "ab"]
    offer = genesis.invite(keys[0], "Ann", vaults[0], GAME, scenario="only", side="red", options={})
    log = Log(invite=offer, accept=genesis.accept(keys[1], "Ben", vaults[1], offer))
    return Pair(a=Session.begin(GAME, log, vaults[0]), b=Session.begin(GAME, log, vaults[1]))


@pytest.fixture(autouse=True)
def whist(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the card game in these tests, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)


@pytest.fixture(scope="session")
def played() -> Pair:
    """A whole game."""
    return play_out(begin(), salt=1)
