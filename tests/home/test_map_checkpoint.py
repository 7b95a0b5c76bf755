"""``pbem map`` of one's own game begins where its arrows begin, and draws what the whole log draws."""

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve
from counting import calls

from pbem.bytes import container
from pbem.home.viewing import latest
from pbem.home.viewing.logs import Film, film_of_game
from pbem.home.viewing.stills import Still
from pbem.log import Log, parse_log
from pbem.replay.stepping import step
from pbem.store.drafts import Draft
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home
from tests.sampling import ALL

from .table import pbem

pytestmark = pytest.mark.wider

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FILE = "checkpoint-map"
Grown = Callable[[int], GameFolder]


@pytest.fixture(scope="module", params=("pegasus", "landings") if ALL else ("pegasus",))
def recorded(request: pytest.FixtureRequest) -> Log:
    return parse_log(container.unpack((EXAMPLES / request.param / "campaign.pbem").read_bytes()))


@pytest.fixture
def grown(tmp_path: Path, recorded: Log) -> Grown:
    """A game of a home that has so many turn files of the recorded one."""
    folder = Home(tmp_path / "home").new_game(recorded.gid.hex())
    invite = recorded.invite

    def grow(bundles: int) -> GameFolder:
        log = evolve(recorded, bundles=recorded.bundles[:bundles])
        facts = {"gid": log.gid.hex(), "game": invite.game, "scenario": invite.scenario, "seat": "A"}
        folder.save(
            Change(facts={**facts, "side": invite.sides[0], "opponent": "Ben"}, log=log.encode(), since=None)
        )
        return folder

    return grow


def drawn(found: Film | Still, entry: int | None) -> tuple[object, ...]:
    """A picture and what is said beside it."""
    still = found if isinstance(found, Still) else found.still(entry)
    return (
        still.scene(still.game.rules.sides[0]),
        still.verdict,
        still.recent,
        still.position.count,
        still.game.info.title,
    )


def test_the_picture_is_that_of_the_whole_log_wherever_the_game_has_come(grown: Grown, recorded: Log) -> None:
    short = 0
    for bundles in range(60, len(recorded.bundles), 33):
        folder = grown(bundles)
        film = film_of_game(folder)
        for entry in (None, film.verdict.entries - 1, film.verdict.entries - 90, 7):
            found = latest.of_game(folder, entry)
            short += isinstance(found, Still)
            assert drawn(film, entry) == drawn(found, entry)
    assert short > 10


def test_the_second_map_folds_a_turn_and_no_more(grown: Grown) -> None:
    folder = grown(200)
    words = ("--home", folder.path.parents[1], "map", "--text")
    with calls(step) as whole:
        first = pbem(*words)
    with calls(step) as found:
        second = pbem(*words)
    assert (0, first.out) == (second.code, second.out)
    assert 0 < 5 * found["step"] < whole["step"]


def test_the_draft_is_in_the_picture(grown: Grown, recorded: Log) -> None:
    folder, count = grown(200), 200
    while recorded.bundles[count].header.by != "A":
        count += 1
        folder = grown(count)
    latest.of_game(folder)
    head = recorded.bundles[count - 1].header.head.hex()
    folder.save(Change(draft=Draft(head=head, lines=recorded.bundles[count].lines)))
    found, film = latest.of_game(folder), film_of_game(folder)
    assert isinstance(found, Still)
    assert len(film.trail) > film.verdict.entries
    assert drawn(film, None) == drawn(found, None)


@pytest.mark.parametrize("harm", ["cut", "changed", "another log"])
def test_one_that_does_not_fit_is_as_none(harm: str, grown: Grown) -> None:
    folder = grown(120)
    latest.of_game(folder)
    place = folder.path / FILE
    kept = place.read_bytes()
    if harm == "another log":
        folder = grown(4)
    else:
        place.write_bytes(kept[:-9] if harm == "cut" else kept.replace(b'"count":', b'"count":1', 1))
    found = latest.of_game(folder)
    assert isinstance(found, Film)
    assert drawn(film_of_game(folder), None) == drawn(found, None)


@pytest.mark.parametrize("kept", [True, False])
def test_a_log_that_does_not_hold_is_said_to_be_rejected(kept: bool, grown: Grown) -> None:
    folder = grown(120)
    latest.of_game(folder)
    log, place = folder.path / "log.pbem", folder.path / FILE
    lines = log.read_bytes().split(b"\n")
    lines[-3] = lines[-3].replace(b"}", b',"x":1}')
    log.write_bytes(b"\n".join(lines))
    if not kept:
        place.unlink()
    pbem("--home", folder.path.parents[1], "map", "--text").says(3, "Rejected at entry")
    assert kept == place.exists()
