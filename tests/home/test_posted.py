"""An invitation that is posted: whoever answers is kept, in any order and as often as they like, and one is taken."""

import itertools
from pathlib import Path

import pytest

from home.table import Player, decide, newcomers, use_tiny
from pbem.bytes import container
from pbem.bytes.errors import ConflictError, UsageError
from pbem.home import identity as identities
from pbem.home.exchange import invitations, posted_invitations

POST = (
    "invite",
    "tiny",
    "--open",
    "--until",
    "31 December",
    "--say",
    "a mail a day",
    "--from",
    "ann@example.org",
)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    use_tiny(monkeypatch)


def answered(place: Path) -> tuple[list[Player], list[Path]]:
    """Ann, who has posted, and three guests with the answer of each."""
    everybody = newcomers(place, "Ann", "Ben", "Carl", "Dora")
    said = everybody[0](*POST, "--out", place / "post.txt").says(0, "post it as it is")
    assert "invite answers" in said.sentences
    files = [place / f"{each.name}.pbem" for each in everybody[1:]]
    for guest, file in zip(everybody[1:], files, strict=True):
        guest("accept", place / "post.txt", "--out", file).says(
            0,
            "You have accepted: blue in Tiny",
            "they take one",
            "pbem invite withdraw tiny-ann",
            no="You play",
        )
    return everybody, files


def test_the_post_says_in_72_columns_what_is_offered_and_where_answers_go(tmp_path: Path) -> None:
    answered(tmp_path)
    lines = (tmp_path / "post.txt").read_text().splitlines()
    assert max(map(len, lines)) <= 72
    people = " ".join(lines[: lines.index("-----BEGIN PBEM TURN-----")])
    for word in ("31 December", "a mail a day", "ann@example.org", "pbem accept FILE", "Ann plays red"):
        assert word in people


def test_of_any_number_of_answers_in_any_order_the_one_that_is_taken_begins_the_game(tmp_path: Path) -> None:
    """By typing, by an import, twice each; what comes afterwards begins nothing."""
    (ann, left, _, player), files = answered(tmp_path)
    ben, carl, dora = files
    ann("invite", "take", 1).says(2, "no answer 1")
    ann("accept", carl).says(0, "Kept as answer 1: Carl")
    ann("import", dora, ben).says(0, "kept as answer")
    ann("accept", ben).says(0, "3 answers", "Next: pbem invite take 1")
    ann("status").says(0, "3 answers. Next: pbem invite answers")
    ann("invite", "withdraw", given="n\n").says(130, "3 players have answered it")
    names = [
        line.split()[1].rstrip(",")
        for line in ann("invite", "answers").out.splitlines()
        if line.startswith("  ")
    ]
    assert {"Ben", "Carl", "Dora"} == set(names)
    taken = ann("invite", "take", names.index("Dora") + 1).says(0, "begins: Ann", "Taken by Dora")
    assert all(name in taken.sentences for name in ("Ben", "Carl"))
    assert (1, 0, ()) == (len(ann.home.games()), len(ann.home.invitations()), ann.folder.papers())
    ann("accept", ben).says(6, "Dora accepted this invitation first")
    ann("import", ben).says(3, "an invitation that Dora accepted first")
    ann("accept", dora).says(0, "has begun before")
    ann("invite", "answers").says(0, "no invitation here that was posted")
    # Who is not taken lets the game go, and has the same answer when they answer again; a first turn brings a game back.
    left("status").says(0, "If they took somebody else: pbem invite withdraw tiny-ann")
    left("invite", "withdraw").says(2, "no open invitation here")
    for each in (left, player, left):
        each("invite", "withdraw", "tiny-ann").says(0, "Let go: Tiny, “only”")
        each("games").says(0, "There is no game here yet")
        if each is left:
            left("accept", tmp_path / "post.txt", "--out", tmp_path / "again.pbem").says(0)
    assert ben.read_bytes() == (tmp_path / "again.pbem").read_bytes()
    decide(ann)
    player("import", ann.sent("--partial")).says(0)
    player("games").says(0, "tiny-ann")
    player("invite", "withdraw", "tiny-ann").says(2, "no open invitation 'tiny-ann'")


def test_nothing_but_a_choice_begins_it_and_who_answers_twice_counts_once(tmp_path, monkeypatch):
    (ann, ben, *_), files = answered(tmp_path)
    monkeypatch.setattr(posted_invitations, "MOST", 2)
    own = identities.card(ann.home)
    logs = [invitations.read_acceptance(container.unpack(file.read_bytes())) for file in files]
    with pytest.raises(UsageError, match="nobody is taken") as refused:
        invitations.start(ann.home, identities.unlock(ann.home, ""), logs[0].encode())
    assert "posted-invitation" == refused.value.code
    for log in itertools.islice(itertools.cycle(logs[:2]), 6):
        posted_invitations.keep(ann.home, own, log)
    # The same person from another machine, with other dice: the later answer stands.
    ben.path.rename(tmp_path / "before")
    again = newcomers(tmp_path, "Ben")[0]
    (again.path / "identity.json").write_bytes((tmp_path / "before" / "identity.json").read_bytes())
    again("accept", tmp_path / "post.txt", "--out", tmp_path / "again.pbem").says(0)
    ann("accept", tmp_path / "again.pbem").says(0, "Kept as answer 2: Ben", "2 answers")
    with pytest.raises(ConflictError, match="2 answers to this invitation are kept") as refused_too:
        posted_invitations.keep(ann.home, own, logs[2])
    assert "many-answers" == refused_too.value.code
