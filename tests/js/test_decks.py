"""Decks and the format of logs in the script of the page: what it says is what pbem says."""

import random
from collections.abc import Callable

import pytest

from pbem.bytes.canon import Json
from tests.js.logs import GAMES, bytes_of, said
from tests.js.node import needs_node, run

import bases  # isort: skip  # found by the import above
import deck_writer as cards  # isort: skip
from toss_script import CARDS  # isort: skip
from entry_writer import START, audit  # isort: skip
from writer import Entry, Game  # isort: skip
from entry_writer import YES, back, call, note, plain, reject, req, rsp, seal, sent, show

pytestmark = [pytest.mark.wider, needs_node]

G = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"


def test_a_whole_game_with_a_deck_holds_and_every_proof_was_looked_at() -> None:
    found = said(bytes_of(GAMES["cards"]))
    assert ("ok", True) == (found.code, found.over)
    assert found.counts is not None
    assert (4, 4, 4, 4, 2) == tuple(
        found.counts[name] for name in ("allMasks", "masks", "masksMade", "dealt", "cards")
    )


def flipped(value: Json) -> Json:
    text = str(value)
    return ("1" if text[0] != "1" else "2") + text[1:]


def but(made: Entry, **changes: Callable[[Json], Json]) -> Entry:
    """An entry with fields made from what they are."""

    def changed(game: Game, by: str, before: bytes) -> dict[str, Json]:
        entry = made(game, by, before) if callable(made) else made
        return {**entry, **{name: change(entry[name]) for name, change in changes.items()}}

    return changed


def test_a_false_mask_stands_before_what_is_wrong_behind_it() -> None:
    """Proofs are looked at last; the verdict is that of the first failure all the same."""
    game = bases.decks(0)
    game.write("A", START, but(cards.mask(CARDS), bits=flipped))
    game.write("B", cards.mask())
    game.write("A", cards.key(3))
    game.write("B", audit(vault="00" * 32))
    found = said(bytes_of(game))
    assert ("bad-shuffle", 1, 0, 0) == (found.code, found.entry, found.bundles, found.entries)


def test_multiples_are_the_same_with_the_platform_and_without() -> None:
    chance = random.Random(3)
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    cases: list[dict[str, Json]] = [
        {"do": "multiples", "n": str(n), "points": [G]}
        for n in (1, 2, 15, 16, order - 1, *(chance.randrange(1, order) for _ in range(4)))
    ]
    found = run("cases.mjs", cases)
    assert all(isinstance(each, dict) and each["fast"] == each["slow"] for each in found)
    assert [G] == found[0]["fast"] == found[4]["fast"]


def refusal(**but: Json) -> Entry:
    """A refusal by A of what B sent to this place; ``but`` are fields said otherwise."""

    def made(game: Game, by: str, before: bytes) -> dict[str, Json]:
        entry = reject(sent(game, "B", call(9)), entry=game.count)(game, by, before)
        return {**entry, **but}

    return made


@pytest.mark.parametrize("name", GAMES)
def test_the_recorded_games_hold(name: str) -> None:
    game = GAMES[name]
    found = said(bytes_of(game))
    assert ("ok", None, len(game.blocks)) == (found.code, found.entry, found.bundles)


def test_dice_of_every_kind_are_thrown_again() -> None:
    game = Game("rounds")
    wide: list[Json] = [[2**32, -1000], [3_000_000_000, 0], [1, 1000], *[[6, 1]] * 97]
    game.write("A", START, req("round/1", openly=True, dice=wide))
    game.write("B", rsp())
    assert ("ok", 2) == (said(bytes_of(game)).code, said(bytes_of(game)).bundles)


def test_what_stands_before_a_damaged_line_is_judged_first() -> None:
    game = bases.rounds(5)
    game.write("B", rsp(dice=[5]))
    lines = bytes_of(game).replace(b'"k":"hdr","last":13', b'"k":"hdr", "last":13')
    assert ("white-space", 5) == (said(lines).code, said(lines).bundles)
    game.write("A", call(1))
    cut = bytes_of(game)[:-10]
    assert ("better-dice", 13) == (said(cut).code, said(cut).entry)


def test_seats_fill_their_own_share_and_keep_room_for_answers() -> None:
    """A long entry of play fills B's share; then B may answer, and nothing else."""
    game = Game("talk")
    game.write("A", START, call(1))
    for _ in range(109):
        game.write("B", plain("call", words="w" * 32_700))
    assert "ok" == said(bytes_of(game)).code
    game.write("A", req("round/1", openly=True))
    game.write("B", rsp(), note("x" * 500))
    assert "ok" == said(bytes_of(game)).code
    game.write("B", *[plain("call", words="w" * 32_700)] * 2)
    assert ("too-large", 114, 112) == (
        said(bytes_of(game)).code,
        said(bytes_of(game)).entry,
        said(bytes_of(game)).bundles,
    )


def test_the_grades_of_the_dice_are_told() -> None:
    games = [Game("talk"), Game("talk", same_player=True), Game("talk", challenge=True)]
    for game in games:
        game.write("A", START, call(1))
    assert ["witnessed", "unwitnessed", "challenge"] == [said(bytes_of(game)).grade for game in games]


def test_the_work_grows_as_the_log_does() -> None:
    """Four times as many turn files, take-backs and refusals in less than eight times the time."""
    times = []
    for size in (60, 240):
        game = Game("talk")
        game.write("A", START, call(1), seal("s", *range(20)))
        for n in range(size):
            game.write("A", show_all(game), call(1))
            game.write("B", call(1))
            if n % 3 == 0:  # a seat may refuse a hundred times
                game.write("A", refusal())
            game.write("B", back(2))
            game.write("A", YES)
        data = bytes_of(game)
        assert "ok" == said(data).code
        times.append(min(said(data, time=True).time or 0.0 for _ in range(2)))
    assert times[1] < 8 * times[0], times


def show_all(game: Game) -> Entry:
    """One of the secrets, opened anew after each take-back."""
    return show("s", 1 + game.count % 20)
