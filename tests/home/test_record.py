"""No byte that leaves a home holds a secret of it, and what was signed and disclosed is known behind every change."""

from itertools import pairwise

import pytest
from attrs import evolve
from world.leaving import _forms
from world.outsiders import hidden

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, KeyFileError
from pbem.crypto import keys as crypto
from pbem.home import games, vault_file
from pbem.home.identity import unlock
from pbem.protocol.signing_record import UNKNOWN, Disclosures, Record
from pbem.protocol.vault import Vault
from pbem.store.journal import End

from .table import Two, decide, stream

CHAIN, OTHER = b"c" * 32, b"o" * 32


def test_a_seed_is_given_for_one_request_and_may_be_given_for_it_again() -> None:
    record = Record().with_leaving(Disclosures(seeds=(((CHAIN, 3), b"one"),)))
    record.check(Disclosures(seeds=(((CHAIN, 3), b"one"),)))
    record.check(Disclosures(seeds=(((OTHER, 3), b"two"), ((CHAIN, 4), b"two"))))
    for leaving in (
        Disclosures(seeds=(((CHAIN, 3), b"two"),)), Disclosures(asked=(((CHAIN, 3), b"two"),)),
        Disclosures(seeds=(((CHAIN, 2), b"two"),)), Disclosures(asked=(((CHAIN, 2), b"two"),)),
    ):  # fmt: skip
        with pytest.raises(ConflictError, match="never given again"):
            record.check(leaving)


def test_a_deck_gives_its_keys_for_one_shuffle() -> None:
    record = Record().with_leaving(Disclosures(decks=((b"hand", b"lay"),)))
    record.check(Disclosures(decks=((b"hand", b"lay"), (b"other", b"lies"))))
    with pytest.raises(ConflictError, match="two shuffles"):
        record.check(Disclosures(decks=((b"hand", b"lies"),)))


def test_two_records_become_one_and_nothing_is_lost() -> None:
    one = Record(signed={(3, b"p"): frozenset({b"x"})}, seeds={(CHAIN, 1): frozenset({UNKNOWN})})
    two = Record(
        signed={(3, b"p"): frozenset({b"y"}), (4, b"q"): frozenset({b"z"})},
        seeds={(CHAIN, 1): frozenset({b"request"})},
        given_up=frozenset({b"y"}),
    )
    both = one.merged(two)
    assert both == two.merged(one) == both.merged(one)
    assert {(3, b"p"), (4, b"q")} == set(both.signed)
    assert frozenset({b"x", b"y"}) == both.signed[3, b"p"]
    assert {(CHAIN, 1): frozenset({b"request"})} == both.seeds
    assert both == Record.load(both.dump())
    assert evolve(both, seeds={}) != both


ADDRESSES = ("--to", "b@example.org", "--from", "a@example.org")


def test_a_secret_on_the_disk_is_only_there_encrypted(table: Two) -> None:
    """But for what a password opens, since there is none. What leaves a home is looked through in the worlds."""
    for player in table:
        decide(player)
        identity, files = (
            unlock(player.home, ""),
            [path.read_bytes() for path in player.path.rglob("*") if path.is_file()],
        )
        key = identity.vault_key(str(player.folder.facts()["vault"]))
        for secret in (*hidden(games.open_session(player.folder, identity)), identity.keypair.seed, key):
            assert not any(form in data for form in _forms(secret) for data in files)


def test_a_damaged_vault_is_an_error_and_not_a_new_one(table: Two) -> None:
    ann, _ = table
    box = ann.folder.path / "vault.box"
    box.write_bytes(box.read_bytes()[:-1] + b"x")
    with pytest.raises(KeyFileError, match="do not open"):
        games.open_session(ann.folder, unlock(ann.home, ""))


def test_a_vault_costs_what_it_grows_by_and_nothing_of_it_can_be_cut_or_moved() -> None:
    key, vault, stored, ends = bytes(range(32)), Vault.fresh(stream("vault")), b"", [0]
    for n in range(1, 40):
        place, seed = (n, bytes([n]) * 32), (vault.public, 1000 - n)
        record = vault.record.merged(
            Record(signed={place: frozenset({bytes([n])})}, seeds={seed: frozenset({UNKNOWN})})
        )
        vault = evolve(vault, record=record, sealed={**vault.sealed, f"move/{n}": ("W2723", n)})
        new = vault_file.grown(key, "ab", stored, vault)
        assert isinstance(new, bytes) if n == 1 else isinstance(new, End) and len(new.data) < 400
        stored = new if isinstance(new, bytes) else stored[: new.at] + new.data
        ends.append(len(stored))
        assert vault == vault_file.opened(key, "ab", stored)
        assert vault_file.grown(key, "ab", stored, vault) is None
    one, two, three = (stored[a:b] for a, b in pairwise(ends[5:9]))
    cuts = [stored[:at] for at in range(len(stored)) if at not in ends]
    moved = stored.replace(one + two, two + one), stored.replace(two, b""), stored + three
    for spoilt in (*cuts, *moved, b""):
        with pytest.raises(KeyFileError):
            vault_file.opened(key, "ab", spoilt)
    rest = evolve(vault, sealed=dict(list(vault.sealed.items())[:-1]))
    for other in (rest, vault.renewed(stream("key"), 64)[0], evolve(vault, record=Record())):
        whole = vault_file.grown(key, "ab", stored, other)
        assert isinstance(whole, bytes)
        assert other == vault_file.opened(key, "ab", whole)


def test_a_vault_that_grows_and_grows_is_written_anew_now_and_then() -> None:
    key, vault, stored, written = bytes(32), Vault.fresh(stream("vault")), b"", 0
    for n in range(1, 30):
        vault = evolve(vault, sealed={**vault.sealed, f"move/{n}": ("x" * 4000,)})
        new = vault_file.grown(key, "ab", stored, vault)
        stored = new if isinstance(new, bytes) else stored + new.data if new else stored
        written += len(new if isinstance(new, bytes) else new.data if new else b"")
    assert vault == vault_file.opened(key, "ab", stored)
    assert written < 4 * len(stored) < 8 * 30 * 4000
    old = crypto.seal_box(key, canon.encode_value(vault.value()), b"ab")
    assert vault == vault_file.opened(key, "ab", old)
