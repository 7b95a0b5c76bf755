"""Logs of format 1.0 that hold, and single things wrong with them, as far as a verifier without rules can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from attrs import frozen

from pbem.bytes.canon import Json
from tests.js.logs import GAMES, all_said, bytes_of, said, writer
from tests.js.node import needs_node, run
from tests.lists import held

import bases  # isort: skip  # found by the import above
from entry_writer import (  # isort: skip
    NO, SKIP, START, YES, audit, back, call, note, plain, reject, renew, req, rsp, seal, sent, show, tell, upgrade,
)  # fmt: skip
from writer import Entry, Game, Key, toy  # isort: skip

pytestmark = [pytest.mark.wider, needs_node]


@frozen
class Change:
    """A last bundle that does not hold: the game before it, who writes what, and what is found where."""

    game: Callable[[], Game]
    by: str
    entries: tuple[Entry, ...]
    code: str
    entry: int | None
    key: Key | None = None


def rounds(bundles: int) -> Callable[[], Game]:
    """The first bundles of a game with five rolls and two secrets."""
    return lambda: bases.rounds(bundles)


def after(bundles: int, *more: tuple[str, Entry]) -> Callable[[], Game]:
    """Such a game with more bundles of one entry each."""

    def grown() -> Game:
        game = bases.rounds(bundles)
        for by, entry in more:
            game.write(by, entry)
        return game

    return grown


def refusal(**but: Json) -> Entry:
    """A refusal by A of what B sent to this place; ``but`` are fields said otherwise."""

    def made(game: Game, by: str, before: bytes) -> dict[str, Json]:
        entry = reject(sent(game, "B", call(9)), entry=game.count)(game, by, before)
        return {**entry, **but}

    return made


def dice(*listed: Json) -> Entry:
    return req("round/2", openly=True, dice=[*listed])


LOW = [6, 1]
NEWER = (("B", upgrade()), ("A", YES))
VOID = (("B", seal("v", 1)), ("B", back(7)), ("A", YES))
AGREED = (("B", call(4)), ("B", back(7)), ("A", YES))
CHANGES: dict[str, Change] = {
    "no dice": Change(rounds(3), "B", (call(4), req("round/2", openly=True, without="dice")), "bad-fields", 9),
    "no die": Change(rounds(3), "B", (call(4), dice()), "bad-fields", 9),
    "a die without sides": Change(rounds(3), "B", (call(4), dice([0, 1])), "bad-fields", 9),
    "a die with a lowest face of 1,001": Change(rounds(3), "B", (call(4), dice([6, 1001])), "bad-fields", 9),
    "101 dice": Change(rounds(3), "B", (call(4), dice(*[LOW] * 101)), "bad-fields", 9),
    "better dice": Change(rounds(4), "A", (rsp(dice=[1]),), "better-dice", 10),
    "no faces": Change(rounds(4), "A", (rsp(without="dice"),), "better-dice", 10),
    "a seed of another roll": Change(rounds(4), "A", (rsp(x="00" * 32),), "wrong-seed", 10),
    "the next roll but one": Change(rounds(3), "B", (call(4), req("round/2", j=3)), "skipped-seed", 9),
    "a roll that was asked for": Change(rounds(3), "B", (call(4), req("round/2", j=1)), "roll-again", 9),
    "a name that was used": Change(rounds(3), "B", (call(4), req("round/2", why="round/1")), "wrong-roll", 9),
    "half a seed": Change(rounds(4), "A", (rsp(x="00"),), "bad-hex", 10),
    "a number for a seed": Change(rounds(4), "A", (rsp(x=7),), "bad-fields", 10),
    "no faces, written out": Change(rounds(1), "B", (tell(5), rsp(dice=[])), "two-forms", 5),
    "another value": Change(rounds(2), "A", (show("bet/1", v=8),), "other-value", 6),
    "the other's secret": Change(rounds(3), "B", (show("bet/1", 2),), "never-sealed", 8),
    "the same secret again": Change(after(3), "A", (show("bet/1"),), "never-sealed", 8),
    "a salt without its place": Change(rounds(13), "B", (audit(vault="00" * 32),), "other-vault", 26),
    "who wrote the end opens first": Change(rounds(13), "A", (audit(),), "out-of-turn", 26),
    "an audit in company": Change(rounds(13), "B", (audit(), SKIP), "not-now", 26),
    "a third audit": Change(rounds(15), "A", (audit(),), "out-of-turn", 28),
    "an empty list of vaults": Change(rounds(13), "B", (audit(before=[]),), "two-forms", 26),
    "back to now": Change(rounds(3), "B", (back(7),), "bad-back", 8),
    "back into a roll": Change(rounds(3), "B", (back(5),), "bad-back", 8),
    "back to nowhere": Change(rounds(3), "B", (back(-1),), "bad-back", 8),
    "back into what was taken back": Change(after(3, *AGREED), "B", (back(8),), "bad-back", 11),
    "back across a version": Change(after(3, *NEWER), "B", (back(7),), "bad-back", 10),
    "back across a card": Change(lambda: bases.decks(2), "A", (back(0),), "bad-back", 4),
    "an old label": Change(after(3, *AGREED), "B", (seal("x", 1, at="x"),), "wrong-label", 11),
    "an old name": Change(after(3, *AGREED), "B", (req("round/2", why="round/2"),), "wrong-roll", 11),
    "a secret that is void": Change(after(3, *VOID), "B", (show("v"),), "never-sealed", 11),
    "a fourth offer": Change(after(3, *[("B", back(2)), ("A", NO)] * 3), "B", (upgrade(),), "offered-often", 14),
    "something else than the reply": Change(after(3, ("B", back(2))), "A", (call(1),), "not-now", 9),
    "the version in force": Change(rounds(3), "B", (upgrade(rules=writer.RULES),), "same-rules", 8),
    "a note alone": Change(rounds(3), "B", (note(),), "not-now", 8),
    "a note in the middle": Change(rounds(3), "B", (note(), call(4)), "not-now", 8),
    "two notes": Change(rounds(3), "B", (call(4), note(), note()), "not-now", 9),
    "a note with a space at its end": Change(rounds(3), "B", (call(4), note("well ")), "bad-fields", 9),
    "a note of 501": Change(rounds(3), "B", (call(4), note("a" * 501)), "bad-fields", 9),
    "a refusal of nothing": Change(rounds(3), "A", (refusal(sig="00" * 64),), "unsigned-refusal", 8),
    "a refusal of another state": Change(rounds(3), "A", (refusal(state="00" * 32),), "unsigned-refusal", 8),
    "a refusal that signs itself": Change(rounds(3), "A", (refusal(key=toy(0xA1).id),), "unsigned-refusal", 8),
    "a refusal and an order": Change(rounds(3), "A", (refusal(), call(1)), "not-now", 9),
    "a refusal of too late an entry": Change(rounds(3), "A", (refusal(entry=9),), "bad-fields", 8),
    "a fifth refusal": Change(after(3, *[("A", refusal())] * 4), "A", (refusal(),), "refused-often", 12),
    "a burnt roll": Change(after(3, ("A", refusal())), "B", (call(4), req("round/2", j=2)), "roll-again", 10),
    "two renewals": Change(after(3, ("B", renew(0xC0))), "B", (renew(0xC4),), "renewed-often", 9),
    "a renewal in company": Change(rounds(3), "B", (renew(0xC0), call(4)), "not-now", 8),
    "a shorter chain": Change(rounds(3), "B", (renew(0xC0, 63),), "chain-end", 8),
    "the old key": Change(after(3, ("B", renew(0xC0))), "B", (call(4),), "old-key", 9, toy(0xB1)),
    "the other's key": Change(rounds(3), "B", (call(4),), "spoofed-author", 8, toy(0xA1)),
    "nobody's key": Change(rounds(3), "B", (call(4),), "wrong-key", 8, toy(0x77)),
}  # fmt: skip


def test_one_thing_that_is_wrong_is_found_in_its_place() -> None:
    games = {name: change.game() for name, change in CHANGES.items()}
    before = {name: (len(game.blocks), bytes_of(game)) for name, game in games.items()}
    for name, change in CHANGES.items():
        games[name].write(change.by, *change.entries, key=change.key)
    sound = all_said([data for _, data in before.values()])
    spoilt = all_said([bytes_of(game) for game in games.values()])

    def look(name: str) -> None:
        change, at = CHANGES[name], list(CHANGES).index(name)
        assert "ok" == sound[at].code
        found = spoilt[at]
        assert (change.code, change.entry, before[name][0]) == (found.code, found.entry, found.bundles)

    held(((name, name) for name in CHANGES), look)


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


def test_the_codes_of_lines_are_told_by_the_letter() -> None:
    lines = {
        '{"a":1.0,"k":"x"}': "float",
        '{"k":"x" }': "white-space",
        '{"k":"x","k":"y"}': "duplicate-key",
        '{"k":"\\u0041"}': "escape",
    }
    assert [*lines.values()] == run(
        "cases.mjs", [{"do": "line", "line_hex": line.encode().hex()} for line in lines]
    )
