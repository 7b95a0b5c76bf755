"""Every paper, through every door: what it is, who signed it, what it means here, and the one thing to type next."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from home.table import Player, Two, decide, play
from world.post import Letter
from world.terminal import Mailbox

from pbem.bytes import container
from pbem.home.arriving import fetching
from pbem.log import parse_log
from pbem.store.game import MAX_PAPERS, Change
from pbem.table import play as page
from pbem.table.open_home import Room
from tests.sampling import each_with_one

from .papers import KINDS, SIGNED, Arrives, agreement, countersignature, resignation, ruling, vaults

pytestmark = pytest.mark.wider


def by_mail(paper: Arrives, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    box = Mailbox([Letter(file=paper.file.read_bytes())])

    @contextmanager
    def opened(*_: object) -> Iterator[Mailbox]:
        yield box

    monkeypatch.setattr(fetching, "opened", opened)
    monkeypatch.setattr(fetching, "password", lambda *_: "")
    paper.reader(
        "setup", "mail", "--address", "you@example.org", "--imap", "mail.example.org", "--user", "you"
    )
    said = paper.reader("import")
    return said.sentences, said.code


def on_the_table(paper: Arrives, _: pytest.MonkeyPatch) -> tuple[str, int]:
    room = Room(home=paper.reader.home, environ={}, clock=lambda: datetime.now(UTC), password="")
    if not paper.reader.home.games():
        pytest.skip("a referee without a game has no table")
    found = page.upload(room, paper.file.read_bytes(), "paper")
    paper_of = found["paper"]
    lines = paper_of["lines"]
    return "\n".join(map(str, (paper_of["word"], *lines))), 0


def typed(*words: str) -> Callable[[Arrives, pytest.MonkeyPatch], tuple[str, int]]:
    def run(paper: Arrives, _: pytest.MonkeyPatch) -> tuple[str, int]:
        said = paper.reader(*words, paper.file)
        return said.sentences, said.code

    return run


DOORS = {
    "verify": typed("verify"), "open": typed("open"), "import": typed("import"), "fetch": by_mail,
    "table": on_the_table,
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "door"),
    [pytest.param(kind, door, id=f"{kind.__name__}-{door}") for kind, door in each_with_one(KINDS, [*DOORS])],
)
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
def test_a_paper_that_ends_the_game_is_known_to_status_when_its_file_is_lost(table, kind):
    paper = kind(*table)
    assert paper.reader("import", paper.file).code == 0
    for file in paper.file.parent.glob("*.pbem"):
        file.unlink()
    said = paper.reader("status").out
    assert "The game is over by a signed paper." in said, said
    paper.reader("end", "result").says(6, "The game is over by a signed paper")
    for words in (("games",), ("status", "waiting")):
        paper.reader(*words).says(0, "The game is over by a signed paper.", no=(" owes ", "You owe"))
    assert (found := json.loads(paper.reader("status", "--json").out))["over"]
    assert paper.reader("verify", found["papers"][0].split()[1].rstrip(":")).code == 0
    refused = paper.reader("send", "--partial", "--out", paper.file.parent / "on.pbem")
    assert (6, True) == (refused.code, "pbem send --play-on" in refused.err) or refused.code == 5, refused


def test_a_resignation_lapses_when_both_play_on_with_an_express_word(table: Two) -> None:
    ann, ben = table
    ann("import", resignation(ann, ben).file)
    ann("do", "pick bold,calm").says(6, "pbem do --play-on")
    assert ann("do", "--play-on", "pick bold,calm").code == 0
    assert "over by a signed paper" not in ann("status").out
    while decide(ann):
        pass
    turn = ann.sent()
    assert ben("import", turn).code == 0
    assert "The game is over by a signed paper" in ben("status").out
    assert ben("do", "--play-on").code in (0, 5)
    play(ann, ben, 1)
    for player in (ann, ben):
        player("status").says(0, "it has lapsed", no="over by a signed paper")


def test_an_early_paper_waits_for_the_turn_file_that_it_names(table: Two) -> None:
    ann, ben = table
    while decide(ann):
        pass
    turn = ann.sent()
    file = ann.place / "early.pbem"
    assert ann("end", "resign", "--yes", "--out", file).code == 0
    ben("import", file).says(0, "turn file 1, which has not come")
    assert "over by a signed paper" not in ben("status").out
    assert ben("import", turn).code == 0
    assert "over by a signed paper" in ben("status").out


def test_a_paper_that_was_changed_is_rejected_at_every_door_and_not_kept(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    lines = container.unpack(paper.file.read_bytes()).replace(b'"winner":"red"', b'"winner":"blue"')
    paper.file.write_bytes(container.pack(lines))
    for door in ("verify", "open", "import"):
        ann(door, paper.file).says(3)
    assert () == ann.folder.papers()


def test_a_flood_of_papers_stays_within_bounds_and_moves_no_end_that_binds(table: Two) -> None:
    ann, ben = table
    ann("import", agreement(ann, ben).file)
    ben.folder.save(Change(drop=tuple(name for name, _ in ben.folder.papers())))  # he has lost what he signed
    for n in range(12):
        file = ann.place / f"flood-{n}.pbem"
        assert ben("end", "agree", "--winner", "blue", "--level", f"no {n}", "--yes", "--out", file).code == 0
        assert ann("import", file).code == 0
    assert len(ann.folder.papers()) <= 8 < MAX_PAPERS
    assert "over by a signed paper" in ann("status").out


def test_verify_says_whether_a_log_leads_through_the_turn_file_that_was_countersigned(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    seen = countersignature(ann, ben).file
    short = ann.place / "short.log"
    play(ann, ben, 1)
    log = ann.folder.path / "log.pbem"
    ann("verify", seen, log).says(0, "through turn file 2, which Rita")
    whole = parse_log(log.read_bytes())
    short.write_bytes(b"".join(log.read_bytes().partition(whole.bundles[1].encode())[:1]))
    ann("verify", seen, short).says(6, "cannot be told yet")
