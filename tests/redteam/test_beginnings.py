"""The first two mails: one invitation must not become two games."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.crypto.keys import Keypair
from pbem.log import Log
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from tests.protocol.conftest import Pair, entropy, play_out
from tests.protocol.tiny import GAME


def test_two_games_of_one_invitation_would_have_the_same_seeds() -> None:
    """Why one acceptance counts: what the inviter discloses in one game foretells the dice of the other."""
    keys = [Keypair.from_seed(entropy(f"twice/{who}")(32)) for who in "abc"]
    vaults = [Vault.fresh(entropy(f"twice/vault/{who}"), genesis.MIN_CHAIN) for who in "abc"]
    offer = genesis.invite(keys[0], "Ann", vaults[0], GAME, scenario="only", side="red", options={})
    seeds = []
    for at in (1, 2):
        log = Log(invite=offer, accept=genesis.accept(keys[at], "Ben", vaults[at], offer))
        pair = Pair(a=Session.begin(GAME, log, vaults[0]), b=Session.begin(GAME, log, vaults[at]))
        seeds.append(play_out(pair).a.position.table.seeds["A"])
    assert seeds[0] == seeds[1]


def run(place: Path, who: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["--home", str(place / who), *words])


def test_an_invitation_begins_with_the_first_acceptance_alone(tmp_path: Path) -> None:
    """The guest answers twice, or a friend of his answers too: the second answer begins nothing."""
    for who in ("ann", "ben", "eve"):
        assert 0 == run(tmp_path, who, "identity", "new", who.capitalize(), "--no-password").exit_code
    invite, first, second = (str(tmp_path / f"{name}.pbem") for name in ("invite", "first", "second"))
    assert 0 == run(tmp_path, "ann", "invite", "tiny", "--side", "red", "--out", invite).exit_code
    for who, accept in (("ben", first), ("eve", second)):
        assert 0 == run(tmp_path, who, "accept", invite, "--out", accept).exit_code
    assert 0 == run(tmp_path, "ann", "accept", first).exit_code
    refused = run(tmp_path, "ann", "accept", second)
    assert (6, True) == (refused.exit_code, "Ben accepted this invitation first" in refused.output)
