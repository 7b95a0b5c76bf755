"""A club's challenge: judged by the dealer's own paper, and nothing of it public before it is closed."""

from pathlib import Path

import pytest
from attrs import evolve
from home.table import pbem

from pbem.bytes import container
from pbem.club import proofs, reading, standing
from pbem.club.proofs import Told
from pbem.games import registry
from pbem.home import dealt_challenges as dealt
from pbem.home.challenges import entering
from tests.club.test_club import club
from tests.tools import short_games
from tests.tools.short_games import Friend

pytestmark = pytest.mark.wider


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Friend]:
    """Rita deals a challenge that closes in a far year; Ann is a member, has entered and played it; it was taken in."""
    place = tmp_path_factory.mktemp("challenge")
    ann, rita = (short_games.friend(name, place / name) for name in ("Ann", "Rita"))
    game = registry.load("pegasus")
    paper = dealt.make(
        rita.home,
        rita.identity,
        game,
        name="same",
        scenario=game.info.scenarios[0],
        side=game.rules.sides[0],
        options={},
        text="Once each.",
        closes="2990-01-01",
        entropy=rita.bytes_of("chain"),
    )
    (place / "same.challenge").write_bytes(dealt.file_of(paper))
    assert club(place, "new", "The Club").code == 0
    assert club(place, "member", "Ann", ann.identity.keypair.public.hex()).code == 0
    assert club(place, "season", "same", "--challenge", place / "same.challenge").code == 0
    offered, _ = entering.enter(ann.home, ann.identity, paper, entropy=ann.bytes_of("entry"))
    log = short_games.played(ann, rita, offered.file, 1).log
    (place / "entry.pbem").write_bytes(container.pack(log.encode()))
    said = club(place, "add", place / "entry.pbem")
    assert said.code == 0, said
    return place, rita


def told(place: Path) -> tuple[Told, reading.Club, proofs.Proofs]:
    known = reading.read(place / "club")
    found = proofs.read(known)
    return next(iter(found.games.values())), known, found


def test_nothing_of_a_challenge_is_public_before_it_is_closed_and_it_is_not_closed_before_its_day(
    begun: tuple[Path, Friend], tmp_path: Path
) -> None:
    place, _ = begun
    assert "1  Ann" in club(place, "table").out
    public = tmp_path / "public"
    said = club(place, "publish", public)
    assert "Nothing is shown yet of same" in said.sentences
    assert not (public / "proofs").exists()
    assert "Ann" not in (public / "en/season-same.html").read_text()
    assert pbem("--home", tmp_path / "nobody", "club", "check", public).code == 0
    said = club(place, "close", "same")
    assert said.code != 0
    assert "Entries of same close on 2990-01-01" in said.sentences

    shut = evolve(reading.read(place / "club").season("same"), closed="2990-01-02")
    known = reading.read(place / "club").with_season(shut)
    found = proofs.read(known)
    assert proofs.public(known, found).games == found.games != {}


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("options", 'options {"easy":true}, not none'),
        ("data", "data cdcdcdcdcdcd, not"),
        ("setup", "set-up cdcdcdcdcdcd, not"),
        ("dealer", "another than the challenge's dealer has accepted it"),
        ("dealer plays", "its dealer plays"),
        ("stranger", "its entrant is not a member"),
        ("burnt", "a refusal has burnt rolls"),
    ],
)
def test_what_the_dealers_paper_does_not_know_is_no_entry(begun, what, said):
    place, rita = begun
    entry, known, found = told(place)
    invite, accept = entry.log.invite, entry.log.accepted
    season = known.season("same")
    assert standing.no_entry(known, season, entry, found) == ""
    log = {
        "options": lambda: evolve(entry.log, invite=evolve(invite, options={"easy": True})),
        "data": lambda: evolve(entry.log, invite=evolve(invite, data="cd" * 32)),
        "setup": lambda: evolve(entry.log, invite=evolve(invite, setup="cd" * 32)),
        "dealer": lambda: evolve(
            entry.log, accept=evolve(accept, seat=evolve(accept.seat, identity=invite.seat.identity))
        ),
        "dealer plays": lambda: evolve(
            entry.log, invite=evolve(invite, seat=evolve(invite.seat, identity=rita.identity.keypair.public))
        ),
        "stranger": lambda: evolve(
            entry.log, invite=evolve(invite, seat=evolve(invite.seat, identity=bytes(32)))
        ),
        "burnt": lambda: entry.log,
    }[what]()
    bent = evolve(entry, log=log, burnt=what == "burnt")
    assert said in standing.no_entry(known, season, bent, found)
    changed = evolve(found, games={entry.gid: bent})
    assert standing.table(known, season, changed).rows == ()


def test_a_signed_result_ranks_nobody_in_a_challenge(begun: tuple[Path, Friend]) -> None:
    """Who resigns writes the score on the paper themselves."""
    place, _ = begun
    entry, known, found = told(place)
    changed = evolve(found, games={entry.gid: evolve(entry, played=False, score=9_999)})
    assert standing.table(known, known.season("same"), changed).rows == ()


def test_a_season_without_its_paper_or_with_another_one_is_named(begun: tuple[Path, Friend]) -> None:
    place, _ = begun
    paper = place / "club/seasons/same.challenge"
    kept = paper.read_bytes()
    paper.unlink()
    try:
        assert "same.challenge is not a file" in club(place, "table").sentences
        paper.write_bytes(kept[:-4])
        assert "same.challenge cannot be read" in club(place, "table").sentences
    finally:
        paper.write_bytes(kept)
    season = place / "club/seasons/same.toml"
    text = season.read_text()
    season.write_text(text.replace('scenario = "', 'scenario = "x'))
    try:
        assert "is the paper of another challenge" in club(place, "table").sentences
    finally:
        season.write_text(text)


def test_two_seasons_are_never_of_one_challenge(begun: tuple[Path, Friend]) -> None:
    """An entry would count twice on the ladder, and the season that closes first would show the dice of the other."""
    place, _ = begun
    said = club(place, "season", "again", "--challenge", place / "same.challenge")
    assert said.code != 0
    assert "are of one challenge" in said.sentences
    seasons = place / "club/seasons"
    for suffix in ("toml", "challenge"):
        (seasons / f"again.{suffix}").write_bytes((seasons / f"same.{suffix}").read_bytes())
    try:
        found = pbem("--home", place / "nobody", "club", "check", place / "club")
        assert found.code != 0
        assert "The seasons again and same are of one challenge" in found.sentences
    finally:
        for suffix in ("toml", "challenge"):
            (seasons / f"again.{suffix}").unlink()


def test_a_challenge_that_somebody_closed_by_hand_before_its_day_is_named(begun: tuple[Path, Friend]) -> None:
    place, _ = begun
    season = place / "club/seasons/same.toml"
    text = season.read_text()
    season.write_text('closed = "2026-01-01"\n' + text)
    try:
        found = pbem("--home", place / "nobody", "club", "check", place / "club")
        assert found.code != 0
        assert "whoever enters must not see the dice" in found.sentences
    finally:
        season.write_text(text)
