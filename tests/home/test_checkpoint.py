"""The checkpoint of a game (``schemas/checkpoint.md``): who begins at it, who never does, and what it is not believed."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest
from checkpoints import hold_to_the_law, kept, same_position
from counting import calls
from store.copies import copied

from pbem.bytes import canon, container
from pbem.bytes.canon import encode_value, parse_json
from pbem.bytes.errors import FormatError, PbemError
from pbem.games import boundary
from pbem.home import games, identity
from pbem.log import entry_of, parse_log, scan_log, start_of
from pbem.replay import checkpoint
from pbem.replay.fold import Mark, fold_log
from pbem.replay.loading import load_rules
from pbem.replay.stepping import step
from pbem.store.game import GameFolder
from tests.sampling import sampled

from .table import Player, Two, decide, pbem, play, sit_down, use_tiny

pytestmark = pytest.mark.wider

FILE = "checkpoint"
LONG = Path(__file__).resolve().parents[2] / "examples" / "landings" / "campaign.pbem"


@pytest.fixture(scope="module")
def _going(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[str, str]]:
    """Both homes some turns into the game, and the names: whose move it is, and the other."""
    place: Path = tmp_path_factory.mktemp("going")
    with pytest.MonkeyPatch.context() as patched:
        use_tiny(patched)
        patched.chdir(place)
        ann, ben = sit_down(place)
        play(ann, ben, 6)
        mine = '"mine": true' in ann("status", "--json").out
    return place, ("Ann", "Ben") if mine else ("Ben", "Ann")


@pytest.fixture
def going(_going: tuple[Path, tuple[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Two:
    """The one whose move it is and the other, some turns into the game."""
    use_tiny(monkeypatch)
    place, (mover, other) = _going
    monkeypatch.chdir(copied(place, tmp_path, more=True))
    return Player(mover, tmp_path), Player(other, tmp_path)


def entries(player: Player) -> tuple[int, int]:
    """How many entries the log has, and how many of them its last turn file has."""
    log, _ = scan_log(player.folder.log())
    return sum(len(each.lines) for each in log.bundles), len(log.bundles[-1].lines)


def changed(whole: bytes, at: int, **fields: object) -> bytes:
    """A checkpoint with other fields on one of its lines, and sums that are right again as far as no key is needed."""
    lines = whole.split(b"\n")
    value = parse_json(lines[at])
    lines[at] = encode_value({**value, **fields})
    body = b"\n".join(lines[:-2]) + b"\n"
    return body + hashlib.sha256(body).hexdigest().encode() + lines[-2][64:] + b"\n"


@pytest.mark.parametrize("command", ["status", "orders", "do", "orders hand", "explain"])
def test_a_command_folds_the_last_turn_file_and_no_more(command: str, going: Two) -> None:
    mover, _ = going
    whole, last = entries(mover)
    words = ("do", "go", "--help") if command == "explain" else command.split()
    with calls(step) as found:
        mover(*words)
    assert 0 < found["step"] <= last < whole


def test_a_turn_that_joins_and_a_turn_that_leaves_fold_themselves_alone(going: Two) -> None:
    mover, other = going
    while decide(mover):
        pass
    _, last = entries(mover)
    with calls(step) as found:
        file = mover.sent()
    log, _ = scan_log(mover.folder.log())
    drafted = len(log.bundles[-1].lines)
    assert found["step"] <= 3 * (last + drafted) < entries(mover)[0] * 3
    before = entries(other)[1]
    with calls(step) as found:
        assert other("import", file).code == 0
    assert found["step"] <= 3 * (before + drafted)


def test_an_order_is_judged_once_and_the_game_is_folded_once(table: Two) -> None:
    ann, ben = table
    while not (able := [each for each in table if "pbem do go" in each("orders").out]):
        play(ann, ben, 1)
    (mover,) = able
    drafted = len(games.look(mover.folder).draft)
    with calls(fold_log, boundary.check, boundary.apply) as found:
        assert mover("do", "go 2").code == 0
    assert found["fold_log"] == 1
    with calls(
        boundary.check, boundary.apply
    ) as refolded:  # the last turn file and the draft, as anybody folds them
        games.look(mover.folder)
    assert len(games.look(mover.folder).draft) == drafted + 1
    assert refolded == found - Counter({"fold_log": 1})


def test_a_save_at_the_end_of_a_game_is_no_larger_than_one_near_its_beginning() -> None:
    """What grows with a game is left in the log, and found there: it made 41 kB out of 12."""
    log = parse_log(container.unpack(LONG.read_bytes()))
    game, marks, sizes = load_rules(log), list[Mark[object]](), list[int]()
    fold_log(game, log, start_of(log), passed=marks.append)
    for mark in marks[1::9]:
        data = checkpoint.write(mark, log, "here")
        found = checkpoint.read(data, log.encode(), "here").mark(game)
        same_position(mark.position, found.position)
        assert "never asked" not in found.position.table.asked
        sizes.append(len(data))
    assert max(sizes) <= 1.3 * max(sizes[: len(sizes) // 4])


@pytest.mark.parametrize("command", ["status", "orders", "do", "orders hand"])
def test_a_command_decodes_no_entry_before_it(command: str, going: Two) -> None:
    """Those lines are hashed and left alone: what is decoded is the first two mails and what stands behind the place."""
    mover, _ = going
    _, last = entries(mover)
    with calls(entry_of, canon.decode) as found:
        mover(*command.split())
    assert not found["entry_of"]
    assert last < found["decode"] <= 2 * (4 + last + 2)
    (mover.folder.path / FILE).unlink()
    with calls(canon.decode) as whole:
        mover(*command.split())
    assert whole["decode"] > found["decode"] + 10


@pytest.mark.parametrize(
    "command", [("verify",), ("audit",), ("replay",), ("replay", "--html", "page.html"), ("luck",)]
)
def test_what_judges_a_log_never_looks_at_it(command: tuple[str, ...], going: Two) -> None:
    mover, _ = going
    whole, _ = entries(mover)
    with calls(GameFolder.checkpoint) as looked:
        mover(*command)
    assert not looked
    log = mover.folder.path / "log.pbem"
    with calls(GameFolder.checkpoint) as looked:
        assert pbem("--home", mover.place / "nobody", "verify", log).code == 0
    assert not looked
    with calls(step) as found:
        assert pbem("--home", mover.place / "nobody", "verify", log).code == 0
    assert found["step"] >= whole


def test_a_damaged_one_is_as_none(going: Two) -> None:
    mover, _ = going
    path = mover.folder.path / FILE
    said, data = mover("status"), path.read_bytes()
    whole, _ = entries(mover)
    signed = len(data) - 65  # behind it the HMAC, at which who only looks does not look
    flips = [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(signed)]
    for bad in (b"", b"\n" * 5, data * 2, *sampled(flips, 12, "flips"), *(data[:n] for n in (1, 90, -1))):
        path.write_bytes(bad)
        with calls(step) as found:
            assert said == mover("status")
        assert found["step"] >= whole
        assert hold_to_the_law(mover.place)


def test_one_of_another_game_or_log_or_program_is_as_none(going: Two) -> None:
    mover, _ = going
    path, data = mover.folder.path / FILE, (mover.folder.path / FILE).read_bytes()
    said, (whole, _) = mover("status"), entries(mover)
    bads = (
        changed(data, 0, made="0.0 of another program"), changed(data, 0, log="0" * 64),
        changed(data, 0, rules="0" * 64), changed(data, 0, data="0" * 64), changed(data, 0, v=2),
        changed(data, 0, count=3), changed(data, 0, extra=1), changed(data, 1, bundles=2),
        changed(data, 1, head="00" * 32), changed(data, 2, gid="00" * 32),
    )  # fmt: skip
    for bad in bads:
        path.write_bytes(bad)
        with calls(step) as found:
            assert said == mover("status")
        assert found["step"] >= whole


def test_what_is_no_log_under_a_checkpoint_of_its_own_digest_is_found_where_it_is_read(going: Two) -> None:
    """Whoever can write both files of a home without its key: nothing is signed, and a false line never becomes an entry."""
    mover, _ = going
    path, log = mover.folder.path / FILE, mover.folder.path / "log.pbem"
    data, stored = path.read_bytes(), log.read_bytes()
    size = parse_json(data.split(b"\n")[0])["size"]
    at = stored.index(b'"k":"go"')
    assert at < size
    false = stored[:at] + b"\x00" + stored[at + 1 :]
    log.write_bytes(false)
    path.write_bytes(changed(data, 0, log=hashlib.sha256(false[:size]).hexdigest()))
    with pytest.raises(PbemError):
        games.open_session(mover.folder, identity.unlock(mover.home, ""))
    seen = games.look(mover.folder)
    with pytest.raises(FormatError):
        [each.entries for each in seen.log.bundles]
    for words in (("send", "--out", mover.place / "never.pbem"), ("verify",)):
        assert mover(*words).code != 0
    log.write_bytes(stored)
    path.write_bytes(data)


def test_a_table_of_other_seats_under_a_new_sum_is_as_none(going: Two) -> None:
    """Whoever can write the file can write its sum: a cut list of seats ended `pbem status` in a fault."""
    mover, _ = going
    path, said = mover.folder.path / FILE, mover("status")
    data = path.read_bytes()
    table = parse_json(data.split(b"\n")[2])
    seats, seeds = table["seats"], table["seeds"]
    for bad in (
        {"seats": seats[:1]}, {"seats": []}, {"seats": [*seats, ["C", seats[0][1]]]}, {"seeds": seeds[1:]},
        {"seats": [[seats[0][0], seats[1][1]], seats[1]]}, {"last": "C"}, {"audited": ["C"]},
        {"refused": [["", 1]]}, {"offer": {"by": "C", "to": 1, "upgrade": None}}, {"challenge": True},
        {"asked": []}, {"seals": [["hand", {"by": "A", "hashes": []}]]},
    ):  # fmt: skip
        path.write_bytes(changed(data, 2, **bad))
        assert said == mover("status")
        assert path.read_bytes() != changed(data, 2, **bad), "it is made anew"


def test_another_state_in_it_is_not_the_one_that_a_player_has_signed(going: Two) -> None:
    mover, _ = going
    path = mover.folder.path / FILE
    said, data = mover("status"), path.read_bytes()
    state = parse_json(data.split(b"\n")[3])
    path.write_bytes(changed(data, 3, place=int(str(state.get("place", 0))) + 1))
    _, mark = kept(mover.folder)
    assert mark is None
    assert said == mover("status")


def test_whoever_signs_begins_only_at_what_this_identity_has_written(going: Two) -> None:
    """The table - whose roll, which seed - is in no digest that players sign: the key of the vault answers for it."""
    mover, _ = going
    path = mover.folder.path / FILE
    data = path.read_bytes()
    forged = changed(data, 2, rolls=39)  # next_roll would not do: it is in the digest that headers sign
    path.write_bytes(forged)
    _, mark = kept(mover.folder)
    assert mark.position.table.rolls == 39  # looking is not signing
    whole, _ = entries(mover)
    with calls(step) as found:
        session = games.open_session(mover.folder, identity.unlock(mover.home, ""))
    assert found["step"] >= whole
    assert session.position.table.rolls < 39
    assert path.read_bytes() == data
    # And what is sent is what the home signs that nobody has touched.
    path.write_bytes(forged)
    while decide(mover):
        pass
    path.write_bytes(forged)
    sent = mover.sent()
    ours = games.look(mover.folder)
    assert ours.log.bundles[-1].header.by == ours.seat
    assert 0 == pbem("--home", mover.place / "nobody", "verify", mover.folder.path / "log.pbem").code
    assert sent.is_file()


def test_one_that_only_looking_has_made_is_not_signed_upon(going: Two) -> None:
    mover, _ = going
    (mover.folder.path / FILE).unlink()
    mover("status")
    whole, last = entries(mover)
    for at_least, at_most in ((whole, 10**6), (0, last)):
        with calls(step) as found:
            games.open_session(mover.folder, identity.unlock(mover.home, ""))
        assert at_least <= found["step"] <= at_most
