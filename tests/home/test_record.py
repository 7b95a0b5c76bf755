"""Nothing is signed or disclosed twice, a copy of a home signs nothing, and secrets lie on the disk encrypted."""

import json
import shutil
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from attrs import evolve, frozen
from world.leaving import _forms
from world.outsiders import hidden

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, KeyFileError
from pbem.crypto import keys as crypto
from pbem.home import games, vault_file
from pbem.home.beside import machines
from pbem.home.identity import unlock
from pbem.protocol.signing_record import UNKNOWN, Disclosures, Record
from pbem.protocol.vault import Vault
from pbem.store.home import Home
from pbem.store.journal import End

from .table import ORDERS, Player, Said, Two, begin, decide, play, stream, use_tiny

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


def copy_of(ann: Player, name: str = "copy") -> Player:
    shutil.copytree(ann.path, ann.place / name)
    return Player(name.capitalize(), ann.place)


def drafted(ann: Player) -> None:
    for order in ("go 1", "mode hit"):
        assert 0 == ann("do", order).code


def test_a_copied_folder_reads_and_signs_nothing(table: Two) -> None:
    ann, ben = table
    files = play(ann, ben, 2)
    drafted(ann)
    copy = copy_of(ann)
    assert copy.home.is_copy()
    assert not ann.home.is_copy()
    copy("send", "--out", ann.place / "second.pbem").says(6, "is a copy of your home", "pbem backup moved")
    assert not (ann.place / "second.pbem").exists()
    assert "pbem backup moved" in copy("status").out
    assert 0 == copy("orders").code or "not" in copy("orders").err
    assert 0 == copy("import", *files).code


def test_a_folder_that_is_moved_on_its_disk_asks_nothing(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    ann.path.rename(ann.place / "elsewhere")
    moved = Player("Elsewhere", ann.place)
    play(moved, ben, 2)
    assert moved.folder.log() == ben.folder.log()
    assert "nothing is to be done" in moved("backup", "moved").sentences


def test_the_player_says_of_every_running_game_what_they_signed_last(table: Two) -> None:
    """In a script by its number, which has to be the one here; somebody at a terminal is shown it."""
    ann, ben = table
    play(ann, ben, 2)
    begin(ann, ben)
    copy = copy_of(ann)
    copy("backup", "moved").says(2, "last signed: turn file 1, ", "last signed: nothing", "Add --last ")
    first, second = (f"{each.game}={each.n}" for each in machines.last_signed(copy.home))
    copy("backup", "moved", "--last", first).says(2, "did you sign last?")
    copy("backup", "moved", "--last", "1").says(2, "of which game")
    copy("backup", "moved", "--last", first, "--last", second.replace("=0", "=3").replace("=1", "=3")).says(
        6, "and not 3"
    )
    assert copy.home.is_copy()
    copy("backup", "moved", "--last", first, "--last", second).says(0)
    assert not copy.home.is_copy()


def test_a_restored_home_repeats_its_warning_until_it_is_settled(table: Two, tmp_path: Path) -> None:
    """Every status says that the folder may be old, and what was signed last in it."""
    ann, ben = table
    files = play(ann, ben, 2)
    assert 0 == ann("backup", tmp_path / "ann.backup").code
    while decide(ann):
        pass
    sent = ann.sent()
    new = Player("New", tmp_path)
    assert 0 == new("backup", "restore", tmp_path / "ann.backup").code
    for _ in range(2):
        said = new("status").out
        assert "may be older than what you have signed" in said
        assert "Last signed here: turn file 1." in said
    for command in (("end", "resign", "--yes"), ("end", "agree", "--draw"), ("seat", "renew")):
        said_no = new(*command)
        assert (6, True) == (said_no.code, "is a copy of your home" in said_no.err), (command, said_no)
    assert 0 == new("import", *files, sent).code
    new("backup", "moved", "--last", "3").says(0, "last signed: turn file 3")
    assert "copy of your home" not in new("status").out
    assert new.folder.log() == ann.folder.log()


def test_a_second_machine_that_plays_on_beside_the_first_is_told_as_an_accident(table, tmp_path):
    """Both sign: the paper proves two versions, says that an old copy does that too, and what both can do."""
    ann, ben = table
    play(ann, ben, 2)
    assert 0 == ann("backup", tmp_path / "ann.backup").code
    new = Player("New", tmp_path)
    assert 0 == new("backup", "restore", tmp_path / "ann.backup").code
    assert 0 == new("backup", "moved", "--last", "1").code
    assert 0 == ann("do", "go 1").code
    assert 0 == new("do", "go 2").code
    assert 0 == ben("import", ann.sent("--partial")).code
    ben("import", new.sent("--partial")).says(6, "an old copy of a game put back")
    paper = next(iter(sorted(ben.home.evidence.glob("evidence-[0-9]*.pbem"))))
    across, accused = ben("verify", paper).out, ann("verify", paper).out
    assert "nobody can tell that from cheating" in across
    assert "Ask Ann (red) how it came about before you judge" in across
    assert "You (red) signed two versions" in accused
    assert "If you put back an old copy of your game, tell Ben (blue)" in accused
    for told in (across, accused):
        assert "pbem dispute settle" in told
        assert "head " not in told
        assert "key " + "a" not in told
    assert "signed with key" in ben("verify", paper, "--details").out


def test_a_copy_begins_no_second_game_from_one_invitation(tmp_path, monkeypatch):
    """The keys of an invitation are for one game: what is disclosed in one would foretell the dice of the other."""
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        player("identity", "new", player.name, "--no-password")
    ann("invite", "tiny", "--out", tmp_path / "invitation.pbem")
    ben("accept", tmp_path / "invitation.pbem", "--out", tmp_path / "acceptance.pbem")
    copy = copy_of(ann)
    copy("accept", tmp_path / "acceptance.pbem").says(6, "pbem backup moved")
    assert 0 == ann("accept", tmp_path / "acceptance.pbem").code


@frozen
class Desk(Player):
    """A machine with the folder of a player, and what it remembers outside."""

    def __call__(self, *words: object, given: str | bytes | None = None) -> Said:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_STATE_HOME", str(self.place / f"{self.name}-state"))
            patch.setattr("platform.node", lambda: f"{self.name}.example.org")
            return Player.__call__(self, *words, given=given)

    def synchronised(self, other: Player, only: str = "") -> None:
        """What differs goes to the other machine, as by a program that keeps folders the same."""
        for path in sorted((self.path / only).rglob("*")):
            there = other.path / path.relative_to(self.path)
            if path.is_dir():
                there.mkdir(exist_ok=True)
            elif not there.exists() or there.read_bytes() != path.read_bytes():
                shutil.copyfile(path, there)


@pytest.fixture
def desks(table: Two) -> tuple[Desk, Desk]:
    """Ann at her desktop, and her laptop with a copy of the folder; each has asked once."""
    ann, ben = table
    desktop, laptop = (Desk(name, ann.place) for name in ("desktop", "laptop"))
    shutil.copytree(ann.path, desktop.path)
    desktop("backup", "moved", "--last", 0).says(0)
    play(desktop, ben, 2)
    shutil.copytree(desktop.path, laptop.path)
    laptop("end", "resign", "--yes").says(6, "is a copy of your home")
    laptop("backup", "moved").says(2, "last signed: turn file 1, desktop, ")
    laptop("backup", "moved", "--last", 2).says(6, "is 1, and not 2")
    laptop("backup", "moved", "--last", 1).says(0)
    laptop.synchronised(desktop)
    return desktop, laptop


def test_one_folder_on_two_machines_asks_nothing_and_waits_for_what_the_other_signed(table, desks):
    one, other = desks
    for n in (3, 5):
        one, other = other, one
        play(one, table[1], 2)
        one.synchronised(other, "machines")
        for order in ORDERS.values():
            other("do", order)
        other("send", "--partial").says(
            6, f"{one.name} signed turn file {n} of this game on ", "import --all"
        )
        other("status").says(
            0, f"{one.name} signed turn file {n} of this game on ", "Next: pbem import --all"
        )
        one.synchronised(other)
        assert f"Your last turn: turn file {n}, {one.name}, " in other("status").out


def test_an_old_copy_put_back_is_caught_by_the_machine_that_signed_more(table, desks):
    """Whatever its player agrees to. Only their word that what is missing has left no machine takes it out of the way."""
    desktop, ben = desks[0], table[1]
    shutil.copytree(desktop.path, desktop.place / "old")
    files = play(desktop, ben, 2)
    shutil.rmtree(desktop.path / "games")
    shutil.copytree(desktop.place / "old", desktop.path, dirs_exist_ok=True, copy_function=shutil.copyfile)
    desktop("backup", "moved").says(6, "desktop signed turn file 3 of this game on ")
    decide(desktop)
    desktop("send", "--partial").says(6, "is a copy of your home")
    assert "desktop signed turn file 3" in desktop("status").out
    again = Desk("again", desktop.place)
    shutil.copytree(desktop.path, again.path)
    desktop("undo", "--all")
    desktop("import", *files).says(0)
    desktop("backup", "moved", "--last", 3).says(0)
    play(desktop, ben, 2)
    again("backup", "moved", "--last", 1).says(0)
    again("send", "--partial", "--out", again.place / "again.pbem").says(0)


def test_two_machines_that_sign_all_the_same_are_told_apart(table: Two, desks: tuple[Desk, Desk]) -> None:
    desktop, laptop = desks
    for desk, order in ((desktop, "go 1"), (laptop, "go 2")):
        desk("do", order).says(0)
        desk("send", "--partial", "--out", desk.place / f"{desk.name}.pbem").says(0)
    laptop.synchronised(desktop, "machines")
    desktop("import", desktop.place / "laptop.pbem").says(6, "two versions of turn file 3")
    said = desktop("status").out
    assert "laptop signed the other version of turn file 3, on " in said
    assert "Your last turn: turn file 3, desktop, " in said
    desktop("dispute", "settle", "2", "--yes")
    assert "unsettled" not in desktop("send", "--partial").err


def test_what_a_folder_says_of_machines_is_read_strictly(desks: tuple[Desk, Desk]) -> None:
    desktop, _ = desks
    path = next(each for each in (desktop.path / "machines").iterdir() if b"laptop" in each.read_bytes())
    sound = json.loads(path.read_bytes())
    game = desktop.folder.name
    tally = {"n": 1, "hash": "ab" * 32, "at": "2026-11-26T21:40+00:00", "machine": "laptop", "here": False}
    evil: list[object] = [
        *([], {}, None, {**sound, "more": 1}, {**sound, "name": "\x1b[2J"}, {**sound, "lost": ["x"]}),
        {**sound, "here": [1]},
        *({**sound, "signed": {game: {**tally, **bad}}} for bad in (
            {"n": 0}, {"n": 10**9}, {"n": "1"}, {"hash": "ab"}, {"at": "now"}, {"at": "2026-11-26T21:40"}, {"x": 1},
            {"machine": "a b"}, {"machine": ""},
        )),
        {**sound, "signed": {"../..": tally}},
        "x" * 300_000,
    ]  # fmt: skip
    decide(desktop)
    for value in evil:
        path.write_text(json.dumps(value))
        desktop("send", "--partial").says(1, "is damaged", "Remove it")
    assert "is damaged" in desktop("status").out
    path.rename(path.with_name("sync-conflict.json"))
    assert "damaged" not in desktop("status").out


def test_nothing_of_a_machine_is_in_a_backup_or_leaves_the_home(desks, tmp_path):
    """Neither its name nor what it has signed: who puts the backup back is another machine."""
    desktop, _ = desks
    desktop("backup", tmp_path / "x.backup").says(0)
    new = Desk("new", tmp_path)
    new("backup", "restore", tmp_path / "x.backup").says(0)
    assert not (new.path / "machines").exists()
    state = {each.name for each in (tmp_path / "desktop-state").rglob("*") if each.is_file()}
    assert {"machine", f"{sha256(bytes(desktop.path)).hexdigest()[:16]}.json"} == state


def test_a_home_whose_marker_is_gone_is_a_copy(table: Two) -> None:
    ann, _ = table
    (ann.path / "here").unlink()
    assert Home(ann.path).is_copy()
    assert not Home(ann.place / "nobody").is_copy()
