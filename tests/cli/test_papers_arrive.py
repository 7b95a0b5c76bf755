"""Every paper, through every door: what it is, who signed it, what it means here, and the one thing to type next."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from attrs import frozen
from home.table import Player, decide, play, put_back

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.home.disputes import silence
from pbem.home.exchange import fetching
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.home.papers import game_over
from pbem.log import parse_log
from pbem.protocol.side_entries import refusal
from pbem.store.game import MAX_PAPERS
from pbem.table import play as page
from pbem.table import side_entries
from pbem.table.open_home import Room

pytestmark = pytest.mark.slow

Two = tuple[Player, Player]
SIGNED = ("Signed by ", "signed by ", "signed both", "Signed with ")


@frozen
class Arrives:
    """A paper, who gets it, and words that must be in what they are told: what it is, what it means, what comes next.

    ``first``: a verdict on a player says instead of what it is who did what.
    """

    file: Path
    reader: Player
    what: str
    means: str
    next: str
    first: str = ""


def rita(place: Path) -> tuple[Player, str]:
    """A referee and their key."""
    player = Player("Rita", place)
    assert player("identity", "new", "Rita", "--no-password").code == 0
    return player, player("referee", "key").out.strip()


def appointed(ann: Player, ben: Player) -> tuple[Player, Path, Path]:
    """A referee, the appointment that Ann has signed, and the one that both have."""
    referee, key = rita(ann.place)
    half, whole = ann.place / "half.pbem", ann.place / "whole.pbem"
    assert ann("referee", "appoint", "--key", key, "--name", "Rita", "--out", half).code == 0
    assert ben("referee", "appoint", half, "--yes", "--out", whole).code == 0
    return referee, half, whole


def resignation(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "resigned.pbem"
    assert ben("resign", "--yes", "--out", file).code == 0
    return Arrives(
        file, ann, "A resignation: Ben (blue) gives the game up", "is over by it: you win", "pbem result "
    )


def offer(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "offer.pbem"
    assert ann("agree", "--draw", "--out", file).code == 0
    return Arrives(file, ben, "An offer to end the game: a draw", "when you sign it too", "pbem agree ")


def agreement(ann: Player, ben: Player) -> Arrives:
    file, both = offer(ann, ben).file, ann.place / "agreed.pbem"
    assert ben("agree", file, "--yes", "--out", both).code == 0
    return Arrives(both, ann, "An agreed end of the game: a draw", "is over by it: a draw", "pbem result ")


def vaults(ann: Player, ben: Player) -> Arrives:
    both, opened = agreement(ann, ben).file, ann.place / "opened.pbem"
    assert ann("result", both, "--yes", "--out", opened).code == 0
    return Arrives(opened, ben, "An agreed end of the game: a draw", "is over by it", "pbem audit --paper ")


def ruling(ann: Player, ben: Player) -> Arrives:
    referee, _, whole = appointed(ann, ben)
    file = ann.place / "ruling.pbem"
    said = referee("referee", "rule", whole, "--winner", "red", "--level", "so be it", "--out", file)
    assert said.code == 0, said
    return Arrives(file, ben, "A referee's ruling: Ann (red) wins: so be it", "is over by it", "nothing")


def countersignature(ann: Player, ben: Player) -> Arrives:
    referee, _, whole = appointed(ann, ben)
    file = ann.place / "seen.pbem"
    assert referee("referee", "sign", whole, ann.folder.path / "log.pbem", "--out", file).code == 0
    return Arrives(file, ben, "A countersignature: Rita", "leads through that turn file", "nothing")


def half(ann: Player, ben: Player) -> Arrives:
    file = appointed(ann, Player("Ben", ben.place))[1]
    shutil.copy(file, ann.place / "to-sign.pbem")
    return Arrives(ann.place / "to-sign.pbem", ann, "The appointment of Rita as referee", "both", "referee")


def whole(ann: Player, ben: Player) -> Arrives:
    referee, _, file = appointed(ann, ben)
    return Arrives(file, referee, "The appointment of Rita", "You are the referee", "pbem referee open LOG ")


def succession(ann: Player, ben: Player) -> Arrives:
    file = ann.place / "new-key.pbem"
    assert ben("identity", "rotate", file).code == 0
    return Arrives(
        file, ann, "A new identity key of Ben", "You know Ben by the old key", "pbem identity follow "
    )


def evidence(ann: Player, ben: Player) -> Arrives:
    """Ann put an old copy of her home back; Ben's home writes the evidence, and she gets it."""
    play(ann, ben, 2)
    shutil.copytree(ann.path, ann.place / "copy")
    while decide(ann):
        pass
    one = ann.sent()
    put_back(ann.place / "copy", ann.path)
    for order in ("go 1", "mode hit"):
        assert ann("do", order).code == 0
    other = ann.sent()
    ben("import", one)
    assert ben("import", other).code == 6
    (file,) = ben.place.glob("evidence-*.pbem")
    return Arrives(
        file,
        ann,
        "Evidence that you signed two versions of turn file 3",
        "Only one of them",
        "pbem settle",
        first="signed two versions of turn file 3; only one can be.",
    )


def claim(ann: Player, ben: Player) -> Arrives:
    """Whoever has sent claims after a month that the other owes an answer."""
    play(ann, ben, 3)
    sender, owing = (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)
    file = ann.place / "june.claim"
    identity = unlock(sender.home, "")
    later = datetime.now(UTC) + timedelta(days=30)
    file.write_bytes(silence.claim(sender.folder, open_session(sender.folder, identity), later))
    return Arrives(file, owing, "A claim: you owe", "the word of", "pbem orders, then pbem send")


def refused(ann: Player, ben: Player) -> tuple[Path, Path]:
    """A legal turn of Ann's, and Ben's refusal of it."""
    play(ann, ben, 2)
    before = open_session(ben.folder, unlock(ben.home, ""))
    while decide(ann):
        pass
    turn = ann.sent()
    bundle = parse_log(ann.folder.log()).bundles[-1]
    order = next(i for i, entry in enumerate(bundle.entries) if entry["k"] == "go")
    fault = VerifyError("illegal", "so it says", entry=bundle.header.first + order)
    no = refusal(before, bundle, fault)
    file = ann.place / "no.pbem"
    file.write_bytes(container.pack(no.encode()))
    return turn, file


def false_refusal(ann: Player, ben: Player) -> Arrives:
    _, no = refused(ann, ben)
    ann("import", no)
    assert ann("evidence", "--out", ann.place).code == 0
    (file,) = ann.place.glob("false-refusal-*.pbem")
    return Arrives(
        file,
        ben,
        "is legal, though you refused it",
        "You refused a legal turn",
        "pbem settle",
        first="You (blue) refused a legal turn",
    )


def capsule(ann: Player, ben: Player) -> Arrives:
    play(ann, ben, 5)
    file = ann.place / "capsule.pbem"
    log = parse_log(ann.folder.log())
    for bundle in reversed(log.bundles):
        said = ann("dispute", "--at", bundle.header.first, "--out", file)
        if said.code == 0:
            return Arrives(
                file,
                ben,
                "A capsule: the step at entry",
                "The step stands",
                "pbem status",
                first="did as the rules have it",
            )
    raise AssertionError("no step can be cut out")


def played(ann: Player, ben: Player) -> Arrives:
    while '"owed_by": ""' not in ann("status", "--json").out:
        play(ann, ben, 1)
    file = ann.place / "result.pbem"
    assert ann("result", "--out", file).code == 0
    return Arrives(file, ben, "The result of a game that is over", "says the same", "pbem result ")


KINDS: tuple[Callable[[Player, Player], Arrives], ...] = (
    *(resignation, offer, agreement, vaults, ruling, countersignature, half, whole, succession),
    *(evidence, claim, false_refusal, capsule, played),
)


class Box:
    """A mailbox with one mail."""

    def __init__(self, data: bytes) -> None:
        self.data, self.seen = data, list[int]()

    def select(self, name: str, *, writing: bool) -> int:
        return 1

    def uids(self, **_: object) -> tuple[int, ...]:
        return (1,)

    def read(self, uids: tuple[int, ...]) -> Iterator[object]:
        @frozen
        class Item:
            uid: int
            data: bytes

        yield from (Item(uid, self.data) for uid in uids)

    def mark_seen(self, uids: list[int]) -> None:
        self.seen += uids


def by_mail(paper: Arrives, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    box = Box(paper.file.read_bytes())

    @contextmanager
    def opened(*_: object) -> Iterator[Box]:
        yield box

    monkeypatch.setattr(fetching, "opened", opened)
    monkeypatch.setattr(fetching, "password", lambda *_: "")
    paper.reader(
        "mail", "setup", "--address", "you@example.org", "--imap", "mail.example.org", "--user", "you"
    )
    said = paper.reader("fetch")
    return said.sentences, said.code


def on_the_table(paper: Arrives, _: pytest.MonkeyPatch) -> tuple[str, int]:
    room = Room(home=paper.reader.home, environ={}, clock=lambda: datetime.now(UTC), password="")
    if not paper.reader.home.games():
        pytest.skip("a referee without a game has no table")
    found = page.upload(room, paper.file.read_bytes(), "paper")
    assert isinstance(found, dict)
    paper_of = found["paper"]
    assert isinstance(paper_of, dict)
    lines = paper_of["lines"]
    assert isinstance(lines, list)
    return "\n".join(map(str, (paper_of["word"], *lines))), 0


def typed(*words: str) -> Callable[[Arrives, pytest.MonkeyPatch], tuple[str, int]]:
    def run(paper: Arrives, _: pytest.MonkeyPatch) -> tuple[str, int]:
        said = paper.reader(*words, paper.file)
        return said.sentences, said.code

    return run


DOORS = {
    "verify": typed("verify"),
    "open": typed("open"),
    "import": typed("import"),
    "fetch": by_mail,
    "table": on_the_table,
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.__name__)
def test_whoever_gets_a_paper_is_told_what_it_is_who_signed_what_it_means_and_what_comes_next(
    table: Two, monkeypatch: pytest.MonkeyPatch, kind: Callable[[Player, Player], Arrives], door: str
) -> None:
    paper = kind(*table)
    said, code = DOORS[door](paper, monkeypatch)
    assert paper.what in said or (paper.first and paper.first in said), (door, said)
    for words in (paper.means, paper.next):
        assert words in said, (door, words, said)
    assert paper.first or any(each in said for each in SIGNED), said
    assert "rejected" not in said
    assert code in (0, 6), said
    assert not {"Traceback", "unexpected"} & set(said.split())


@pytest.mark.parametrize("kind", [resignation, agreement, vaults, ruling], ids=lambda each: each.__name__)
def test_a_paper_that_ends_the_game_is_known_to_status_when_its_file_is_lost(
    table: Two, kind: Callable[[Player, Player], Arrives]
) -> None:
    paper = kind(*table)
    assert paper.reader("import", paper.file).code == 0
    for file in paper.file.parent.glob("*.pbem"):
        file.unlink()
    said = paper.reader("status").out
    assert "The game is over on paper." in said, said
    found = json.loads(paper.reader("status", "--json").out)
    assert found["over"]
    digits = found["papers"][0].split()[1].rstrip(":")
    assert paper.reader("verify", digits).code == 0
    refused = paper.reader("send", "--partial", "--out", paper.file.parent / "on.pbem")
    assert (6, True) == (refused.code, "pbem send --play-on" in refused.err) or refused.code == 5, refused


def test_a_resignation_is_taken_up_from_the_papers_of_the_home_and_audited(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    ann("import", paper.file)
    digits = json.loads(ann("status", "--json").out)["papers"][0].split()[1].rstrip(":")
    signed = ann.place / "signed.pbem"
    assert ann("result", digits, "--yes", "--out", signed).code == 0
    assert ben("import", signed).code == 0
    assert "pbem result" in ben("status").out
    assert ben("result", signed, "--yes", "--out", ann.place / "both.pbem").code == 0
    assert ann("import", ann.place / "both.pbem").code == 0
    assert "Next: pbem audit --paper" in ann("status").out
    assert len(ann.folder.papers()) == 1


def test_a_resignation_lapses_when_both_play_on_with_an_express_word(table: Two) -> None:
    ann, ben = table
    ann("import", resignation(ann, ben).file)
    said = ann("do", "pick bold,calm")
    assert (6, True) == (said.code, "pbem do --play-on" in said.err), said
    assert ann("do", "--play-on", "pick bold,calm").code == 0
    assert "over on paper" not in ann("status").out
    while decide(ann):
        pass
    turn = ann.sent()
    assert ben("import", turn).code == 0
    assert "The game is over on paper" in ben("status").out
    assert ben("do", "--play-on").code in (0, 5)
    play(ann, ben, 1)
    for player in (ann, ben):
        said = player("status")
        assert "over on paper" not in said.out
        assert "it has lapsed" in said.out, said


def test_the_accused_settles_when_the_evidence_has_come(table: Two) -> None:
    paper = evidence(*table)
    said = paper.reader("import", paper.file)
    assert "Next: pbem settle" in said.sentences, said
    shown = paper.reader("settle")
    assert (0, True) == (shown.code, "2 versions" in shown.sentences), shown
    assert "pbem settle" in paper.reader("status").out


def test_a_claim_brings_the_turn_that_never_came(table: Two, tmp_path: Path) -> None:
    paper = claim(*table)
    _, owing = table[0], paper.reader
    log = parse_log(owing.folder.log())
    assert owing("import", paper.file).code == 0
    assert parse_log(owing.folder.log()).bundles == log.bundles
    assert "A claim about a debt" in owing("status").out
    assert "holds" in owing("claim", "--check", paper.file).out


def test_the_player_whose_turn_was_refused_is_told_which_order_why_and_both_ways(table: Two) -> None:
    ann, ben = table
    _, no = refused(ann, ben)
    told = ann("import", no).sentences
    status = ann("status").out
    for said in (told, status):
        for words in (
            "Ben (blue) refuses your turn file 3",
            "`go 2`",
            "the rules do not allow it",
            "pbem evidence",
        ):
            assert words in said, said
        assert "pbem settle --take" in said
    command = status.partition("pbem settle --take ")[2].split()[0].strip("`")
    assert ann("settle", "--take", command).code == 0
    assert "You write that turn anew" in ann("status").out


def test_an_early_paper_waits_for_the_turn_file_that_it_names(table: Two) -> None:
    ann, ben = table
    while decide(ann):
        pass
    turn = ann.sent()
    file = ann.place / "early.pbem"
    assert ann("resign", "--yes", "--out", file).code == 0
    said = ben("import", file)
    assert (0, True) == (said.code, "turn file 1 has not come" in said.sentences), said
    assert "over on paper" not in ben("status").out
    assert ben("import", turn).code == 0
    assert "over on paper" in ben("status").out


def test_a_paper_that_was_changed_is_rejected_at_every_door_and_not_kept(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    lines = container.unpack(paper.file.read_bytes()).replace(b'"winner":"red"', b'"winner":"blue"')
    paper.file.write_bytes(container.pack(lines))
    for door in ("verify", "open", "import"):
        said = ann(door, paper.file)
        assert said.code == 3, said
    assert () == ann.folder.papers()


def test_a_flood_of_papers_stays_within_bounds_and_moves_no_end_that_binds(table: Two) -> None:
    ann, ben = table
    ann("import", agreement(ann, ben).file)
    for n in range(12):
        file = ann.place / f"flood-{n}.pbem"
        assert ben("agree", "--winner", "blue", "--level", f"no {n}", "--out", file).code == 0
        assert ann("import", file).code == 0
    assert len(ann.folder.papers()) <= 8 < MAX_PAPERS
    assert "over on paper" in ann("status").out


def test_verify_says_whether_a_log_leads_through_the_turn_file_that_was_countersigned(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    seen = countersignature(ann, ben).file
    short = ann.place / "short.log"
    play(ann, ben, 1)
    log = ann.folder.path / "log.pbem"
    said = ann("verify", seen, log)
    assert (0, True) == (said.code, "leads through the turn file 2 that Rita" in said.out), said
    whole = parse_log(log.read_bytes())
    short.write_bytes(b"".join(log.read_bytes().partition(whole.bundles[1].encode())[:1]))
    said = ann("verify", seen, short)
    assert (6, True) == (said.code, "cannot be told yet" in said.out), said


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_what_is_no_log_says_what_it_is_and_names_verify(table: Two, command: str) -> None:
    paper = capsule(*table)
    said = paper.reader(command, paper.file)
    assert (2, True, True) == (
        said.code,
        "a capsule: one disputed step" in said.err,
        "pbem verify" in said.err,
    ), said


def test_a_map_of_a_capsule_is_the_position_before_its_step(table: Two) -> None:
    paper = capsule(*table)
    drawn = paper.file.with_suffix(".svg")
    said = paper.reader("map", paper.file, "-o", drawn)
    assert (0, True) == (said.code, drawn.read_text().startswith("<svg")), said


def test_a_tampered_log_leaves_spectate_with_the_code_of_verify_and_recheck_says_tampered(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 4)
    data = (ann.folder.path / "log.pbem").read_bytes()
    log = parse_log(data)
    last = log.bundles[-1].encode()
    at = data.index(last) + last.index(b'"sig":"') + 9
    bent = ann.place / "bent.pbem"
    bent.write_bytes(data[:at] + (b"A" if data[at : at + 1] != b"A" else b"B") + data[at + 1 :])
    codes = {ann("verify", bent).code, ann("spectate", bent, "--out", ann.place / "w.pbem").code}
    assert codes == {3}
    said = ann("recheck", bent)
    assert (3, True) == (said.code, "tampered with" in said.out), said
    assert "differs" not in said.out


def test_a_backup_writes_over_no_other_file_unasked_and_words_can_be_given(table: Two) -> None:
    ann, _ = table
    letter = ann.place / "letter.txt"
    letter.write_text("dear diary")
    said = ann("backup", letter)
    assert (2, True) == (said.code, "--force" in said.err), said
    assert "dear diary" == letter.read_text()
    place = ann.place / "ann.backup"
    assert ann("backup", place).code == ann("backup", place).code == 0
    words = [each for each in ann("backup", "--words").out.split() if not each.isdigit()]
    assert len(words) == 24
    (ann.place / "words.txt").write_text(" ".join(words))
    for n, given in enumerate((("--words", *words), ("--words-file", ann.place / "words.txt"))):
        home = Player(f"again{n}", ann.place)
        assert home("restore", place, *given, "--no-password").code == 0
    assert ann("backup", letter, "--force").code == 0


def test_a_backup_holds_the_papers_too(table: Two) -> None:
    ann, ben = table
    ann("import", resignation(ann, ben).file)
    assert ann("backup", ann.place / "ann.backup").code == 0
    again = Player("again", ann.place)
    assert again("restore", ann.place / "ann.backup").code == 0
    assert "over on paper" in again("status").out


@pytest.mark.parametrize("words", [("agree", "--winner", "green"), ("new", "tiny", "--side", "green")])
def test_a_side_that_there_is_not_is_answered_with_those_that_there_are(
    table: Two, words: tuple[str, ...]
) -> None:
    said = table[0](*words)
    assert (2, True) == (said.code, "Sides: red, blue." in said.err), said


def once(ann: Player, ben: Player, *words: object) -> tuple[Player, Player]:
    """Play until whoever holds the pen can type a command; they, and the other."""
    for _ in range(12):
        mover, waiter = (ann, ben) if '"mine": true' in ann("status", "--json").out else (ben, ann)
        if mover(*words).code == 0:
            return mover, waiter
        play(ann, ben, 1)
    raise AssertionError(f"nobody can type {words}")


def offered_back(ann: Player, ben: Player) -> tuple[Player, Player, Path]:
    """Who has offered to go back, who gets it, and the turn file with the offer."""
    play(ann, ben, 2)
    mover, waiter = once(ann, ben, "takeback", "--to", "2")
    return mover, waiter, mover.sent()


@pytest.mark.parametrize("door", ["verify", "open", "import"])
def test_an_offer_to_go_back_says_what_it_is_who_signed_it_and_what_comes_next(table: Two, door: str) -> None:
    mover, waiter, file = offered_back(*table)
    said = waiter(door, file)
    assert said.code == 0, said
    for words in (
        "It offers to go back to where the game stood after entry 2",
        f"{mover.name} (",
        "you can agree",
    ):
        assert words in said.sentences, said
    step = "pbem takeback --accept" if door == "import" else f"Next: pbem import {file}"
    assert step in said.sentences, said
    assert waiter("import", file).code == 0
    assert "pbem takeback --accept" in waiter("status").out
    assert "already" in waiter("verify", file).out


def test_renewed_keys_are_told_at_every_door(table: Two) -> None:
    ann, ben = table
    mover, waiter = once(ann, ben, "keys", "renew")
    file = mover.sent("--partial")
    for door in ("verify", "open"):
        assert f"It renews the keys of {mover.name} (" in waiter(door, file).out
    assert f"renews the keys of {mover.name} (" in waiter("import", file).sentences


def test_a_turn_that_comes_again_reminds_of_what_is_owed(table: Two) -> None:
    ann, ben = table
    (*_, last) = play(ann, ben, 3)
    sender, owing = (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)
    said = owing("import", last)
    assert f"{sender.name} (" in said.sentences
    assert "waits for your answer to it" in said.sentences, said
    assert "Next: " in said.sentences
    assert "you have not answered it yet" in owing("verify", last).out


def test_a_turn_file_that_is_early_is_no_forgery(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 1)
    late = Player("Ben", ann.place / "late")
    late.place.mkdir()
    shutil.copytree(ben.path, late.path)
    files = play(ann, ben, 4)
    said = late("verify", files[-1])
    assert (6, False) == (said.code, "rejected" in said.out), said
    assert "cannot be checked here" in said.out
    assert "Next: Import the earlier turns first" in said.out


def test_the_table_keeps_a_paper_when_the_player_says_so_and_knows_it_afterwards(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    room = Room(home=ann.home, environ={}, clock=lambda: datetime.now(UTC), password="")
    found = page.upload(room, paper.file.read_bytes(), "paper")
    assert isinstance(found, dict)
    assert isinstance(found["paper"], dict)
    assert found["paper"]["keep"] is True
    assert () == ann.folder.papers()
    page.ANSWERS["accept"](room, {})
    assert len(ann.folder.papers()) == 1
    beside = side_entries.kept(room.folder(), room.home, room.session())
    assert "Ben (blue) resigned: you win." == beside["over"]
    with room.home.lock():
        game_over.play_on(room.folder())
    assert "" == side_entries.kept(room.folder(), room.home, room.session())["over"]
