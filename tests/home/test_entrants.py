"""A challenge by commands alone: one file, one chain, one entry for each person; and the entries side by side."""

import json
import shutil
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from store.copies import copied

from pbem.bytes import canon, container
from pbem.bytes.errors import VerifyError
from pbem.home.challenges import comparison
from pbem.home.exchange import invitations
from pbem.home.identity import unlock
from pbem.home.viewing import logs as looking
from pbem.log import parse_log
from pbem.papers import challenge

from .table import Player, Said, pbem, stream

pytestmark = pytest.mark.wider


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ANN, BEN = EXAMPLES / "challenge" / "ann.pbem", EXAMPLES / "challenge" / "ben.pbem"


film = cache(looking.film)


@cache
def both() -> comparison.Field:
    """The entries of both, read once."""
    return comparison.read((ANN, BEN))


def test_entrants_are_ranked_by_score_whatever_the_order_of_the_files() -> None:
    field = both()
    assert field == comparison.read((BEN, ANN))
    assert (True, ()) == (field.good, field.said)
    found = field.entrants
    scores = [each.score for each in found]
    assert sorted(scores, key=lambda score: -(score or 0)) == scores
    assert 2 == len({each.who for each in found})


def test_every_roll_of_the_same_dice_shows_the_same_faces_and_the_orders_part() -> None:
    one, other = both().entrants
    found = comparison.pair(one, other)
    assert found.rolls == found.alike > 20
    assert found.first is not None
    assert found.second is not None
    assert found.first[1] != found.second[1]


def test_a_face_that_differs_is_counted() -> None:
    one, other = both().entrants
    number, (dice, faces) = next((n, each) for n, each in other.rolls.items() if one.rolls.get(n) == each)
    bent = (*faces[:-1], faces[-1] % dice[-1][0] + 1)
    found = comparison.pair(one, evolve(other, rolls={**other.rolls, number: (dice, bent)}))
    assert found.rolls - 1 == found.alike


def test_a_game_with_dice_of_its_own_is_no_entry() -> None:
    with pytest.raises(VerifyError) as refused:
        comparison.read((ANN, EXAMPLES / "landings" / "campaign.pbem"))
    assert "no-challenge" == refused.value.code


def test_one_file_twice_and_one_game_under_two_names_are_ranked_once(tmp_path: Path) -> None:
    copy = tmp_path / "copy.pbem"
    shutil.copy(BEN, copy)
    for files in ((BEN, BEN), (BEN, copy)):
        field = comparison.read(files)
        assert (1, True) == (len(field.entrants), field.good)
        assert "is the same game as ben.pbem: ranked once." in field.said[0]
    assert ["ann.pbem", "ben.pbem"] == sorted(
        each.file for each in comparison.read((BEN, copy, ANN)).entrants
    )


def test_of_one_game_the_longer_log_is_ranked(tmp_path: Path) -> None:
    log = film(BEN).log
    short = tmp_path / "a-short.pbem"
    short.write_bytes(container.pack(evolve(log, bundles=log.bundles[:40]).encode()))
    field = comparison.read((short, BEN))
    assert (["ben.pbem"], True) == ([each.file for each in field.entrants], field.good)


def test_two_games_of_one_key_are_ranked_once_with_the_lowest_result() -> None:
    """Both logs hold; that they are one person's is made up here."""
    films = [
        (comparison.entrant(path.name, found), found.log) for path in (ANN, BEN) for found in [film(path)]
    ]
    best, worst = comparison.ranked(each for each, _ in films)
    twice = [(evolve(each, key=best.key), log) for each, log in films]
    for order in (twice, twice[::-1]):
        found, said, sound = comparison.once(order)
        assert ([worst.file], False) == ([each.file for each in found], sound)
        assert "more than once under one key" in said[0]


def test_two_versions_of_one_game_are_named_and_one_is_ranked() -> None:
    whole = film(BEN)
    entry, log = comparison.entrant("ben.pbem", whole), whole.log
    other = evolve(log, bundles=(*log.bundles[:3], *log.bundles[4:]))
    found, said, sound = comparison.once([(entry, log), (evolve(entry, file="x.pbem"), other)])
    assert (1, False) == (len(found), sound)
    assert "two versions of one game" in said[0]


TERMS = "Anybody may enter. The best score wins."


@pytest.fixture(scope="module")
def _dealing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rita's home with her challenge, made once: her program plays a whole game before it deals."""
    place: Path = tmp_path_factory.mktemp("dealing")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        assert 0 == person(place, "Rita")("challenge", "new", "autumn", "pegasus", "--terms", TERMS).code
    return place


@pytest.fixture
def rita(_dealing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """A dealer with one challenge, whose file lies where everybody types; what more she deals is rehearsed in part."""
    monkeypatch.setattr("pbem.cli.challenge._MOST", 40)
    monkeypatch.chdir(copied(_dealing, tmp_path, more=True))
    return Player("Rita", tmp_path)


def person(place: Path, name: str) -> Player:
    found = Player(name, place)
    assert 0 == found("identity", "new", name, "--no-password").code
    return found


def entered(player: Player, rita: Player, file: str = "challenge-autumn.pbem") -> Said:
    """An entry from the file, dealt and begun; what the dealer's program said."""
    made, back = player.place / f"{player.name}-in.pbem", player.place / f"{player.name}-out.pbem"
    assert 0 == player("accept", file, "--out", made).code
    said = rita("accept", made, "--out", back)
    if said.code == 0:
        assert 0 == player("accept", back).code
    return said


def test_the_word_alone_makes_nothing_and_lists_what_there_is(rita: Player) -> None:
    assert (
        "autumn: Pegasus Bridge: The Beginning of D-Day, 1944, “For beginners” as british"
        in rita("challenge").out
    )
    rita("challenge", "new", "autumn", "pegasus", "--terms", TERMS).says(6, "pbem challenge file autumn")
    assert 1 == len(rita.home.challenges())
    assert 0 == rita("challenge", "new", "winter", "pegasus", "--scenario", "expert", "--terms", TERMS).code
    assert ["autumn", "winter"] == [
        line.partition(":")[0] for line in rita("challenge", "list").out.splitlines()
    ]
    rita("challenge", "status").says(2, "autumn, winter")
    before = Path("challenge-autumn.pbem").read_bytes()
    assert 0 == rita("challenge", "file", "autumn", "--out", "again.pbem").code
    assert before == Path("again.pbem").read_bytes()


def test_a_slip_of_an_entrant_is_named_and_burns_nothing(rita: Player) -> None:
    """Ann's invitation was made by another program, with another scenario; then she enters from the file."""
    ann = person(rita.place, "Ann")
    paper = challenge.read(container.unpack(Path("challenge-autumn.pbem").read_bytes()))
    terms = invitations.asked_for(ann.home, invitations.Wanted(game="pegasus", scenario="expert"))
    slip = invitations.new_game(
        ann.home, unlock(ann.home, ""), terms, dealer=(paper.tip, paper.dealer), entropy=stream("slip")
    )
    Path("slip.pbem").write_bytes(slip.file)
    rita("accept", "slip.pbem", "--out", "back.pbem").says(
        3, "is not an entry of 'autumn': scenario expert, not beginner", "Nothing was dealt, and Ann can still enter",
    )  # fmt: skip
    assert not Path("back.pbem").exists()
    assert "0 entries" in rita("challenge", "list").out
    for name in ("game.json", "game-again.json"):
        (ann.home.invitation(slip.digest).path / name).unlink()
    assert 0 == entered(ann, rita).code


def test_entering_again_gives_the_same_invitation_and_a_second_entry_is_refused(rita: Player) -> None:
    ann = person(rita.place, "Ann")
    assert 0 == entered(ann, rita).code
    said = ann("accept", "challenge-autumn.pbem", "--out", "again.pbem")
    assert "You have entered it already; this is the same invitation again." in said.err
    assert Path("again.pbem").read_bytes() == Path("Ann-in.pbem").read_bytes()
    key = (ann.path / "identity.json").read_bytes()
    twin = Player("Twin", rita.place)
    twin.home.save_identity(key)
    entered(twin, rita).says(6, "Ann has entered 'autumn' already on ", "Nothing was dealt.")
    assert "1 entry." in rita("challenge", "list").out


def test_a_new_key_of_somebody_who_has_entered_is_no_second_entry(rita: Player) -> None:
    ann = person(rita.place, "Ann")
    assert 0 == entered(ann, rita).code
    twin = Player("Twin", rita.place)
    twin.home.save_identity((ann.path / "identity.json").read_bytes())
    assert 0 == twin("seat", "rotate", "hand-over.pbem").code
    assert 0 == rita("seat", "follow", "hand-over.pbem").code
    entered(twin, rita).says(6, "has entered 'autumn' already")


def test_a_late_entry_is_named_and_dealt_only_on_purpose(rita, monkeypatch):
    words = ("challenge", "new", "closed", "pegasus", "--terms", TERMS, "--closes")
    assert 3 == rita(*words, "soon").code
    assert 0 == rita(*words, "2020-02-29").code
    ann = person(rita.place, "Ann")
    entered(ann, rita, "challenge-closed.pbem").says(6, "closed on 2020-02-29, and Ann comes on ")
    assert 0 == rita("accept", "Ann-in.pbem", "--late", "--out", "back.pbem").code
    assert ", after the last day; game " in rita("challenge", "status", "closed").out


def test_the_list_says_who_entered_when_how_far_and_what_the_dealer_owes(rita: Player) -> None:
    ann, ben = person(rita.place, "Ann"), person(rita.place, "Ben")
    assert 0 == entered(ann, rita).code
    assert 0 == entered(ben, rita).code
    today = datetime.now().astimezone().date().isoformat()
    assert 0 == rita("import", ann.sent()).code
    said = rita("challenge", "status")
    assert f"Ann: entered on {today}; game " in said.out or "Ann: entered on " in said.out
    assert "You owe the second half of the dice." in said.out
    assert "Ben: entered on " in said.out
    assert "nothing has come yet, 0 entries." in said.out
    assert "0 finished, 2 under way; you owe an answer in 1 of them." in said.err
    found = json.loads(rita("challenge", "status", "--json").out)["entries"]
    assert {"Ann": True, "Ben": False} == {each["who"]: each["mine"] for each in found}


def test_who_answers_in_the_dealers_place_is_not_begun_with(rita: Player) -> None:
    ann, eve = person(rita.place, "Ann"), person(rita.place, "Eve")
    assert 0 == ann("accept", "challenge-autumn.pbem", "--out", "in.pbem").code
    for each in rita.home.challenges():
        place = eve.home.new_challenge(str(each.facts()["tip"]))
        eve("accept", "in.pbem", "--out", "out.pbem").says(2, "whose chain is not in this home")
        assert place.facts() == {}
    rita("accept", "in.pbem", "--out", "out.pbem")
    (folder,) = ann.home.invitations()
    facts = json.loads((folder.path / "game.json").read_text())
    (folder.path / "game.json").write_text(json.dumps({**facts, "dealer": "ab" * 32}))
    ann("accept", "out.pbem").says(3, "another key than the one that has signed the challenge")


def test_who_deals_may_not_play(rita: Player) -> None:
    rita("challenge", "new", "big", "june6", "--terms", TERMS).says(2, "german plays, too")
    assert 1 == len(rita.home.challenges())
    rita("accept", "challenge-autumn.pbem").says(2, "your own challenge")


def test_a_stranger_reads_the_file_and_a_changed_one_does_not_hold(rita: Player) -> None:
    pbem("--home", rita.place / "nobody", "verify", "challenge-autumn.pbem").says(
        0,
        TERMS,
        "deals one chain of dice",
        "Pegasus Bridge: The Beginning of D-Day, 1944, “For beginners” as british",
        "pbem accept challenge-autumn.pbem",
    )
    lines = container.unpack(Path("challenge-autumn.pbem").read_bytes())
    fields = canon.decode(lines.partition(b"\n")[0])
    seal = lines.partition(b"\n")[2]
    for bad in (
        lines.replace(b"beginner", b"expertly"), canon.encode({**fields, "more": 1}) + b"\n" + seal,
        canon.encode({name: value for name, value in fields.items() if name != "text"}) + b"\n" + seal,
        canon.encode({**fields, "closes": "2026-13-01"}) + b"\n" + seal, lines + seal,
        lines.partition(b"\n")[0] + b"\n",
    ):  # fmt: skip
        Path("bad.pbem").write_bytes(container.pack(bad))
        for words in (("verify", "bad.pbem"), ("accept", "bad.pbem")):
            assert 3 == rita(*words).code, bad[:90]


def test_compare_beside_the_challenge_names_what_is_no_entry_of_it(rita: Player) -> None:
    examples = Path(__file__).resolve().parents[2] / "examples" / "challenge"
    rita("challenge", "compare", "challenge-autumn.pbem", examples / "ann.pbem", examples / "ben.pbem").says(
        3, "ann.pbem (Ann) is not an entry of 'autumn': challenge ", "Nobody is ranked."
    )
    said = rita(
        "challenge", "compare", examples / "autumn.challenge", examples / "ben.pbem", examples / "ann.pbem"
    )
    assert (0, 2) == (said.code, said.out.count("  verified  ")), said
    rita("challenge", "compare", examples / "ben.pbem", examples / "ben.pbem").says(0, "ranked once")


def test_a_paper_says_all_that_an_invitation_pins() -> None:
    """Each field of an invitation that another game could differ in is compared."""
    examples = Path(__file__).resolve().parents[2] / "examples" / "challenge"
    paper = challenge.read(container.unpack((examples / "autumn.challenge").read_bytes()))
    offer = parse_log(container.unpack((examples / "ann.pbem").read_bytes())).invite
    assert () == challenge.misfits(paper, offer)
    other = {
        "challenge": "ab" * 32, "game": "june6", "scenario": "expert", "sides": ("witness", "british"),
        "options": {"easy": True}, "pack": "mine", "rules": "cd" * 32, "data": "ef" * 32, "setup": "12" * 32,
    }  # fmt: skip
    for name, value in other.items():
        assert 1 == len(challenge.misfits(paper, evolve(offer, **{name: value}))), name
