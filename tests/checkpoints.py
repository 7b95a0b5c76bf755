"""What a fold from a checkpoint is held against: the fold of the whole log."""

from pathlib import Path

import pytest

from pbem.bytes.errors import PbemError
from pbem.home import checkpoint, games
from pbem.log import scan_log, start_of
from pbem.replay.fold import Folded, Mark, fold_log
from pbem.replay.table import Position, owed, state_digest
from pbem.store.game import GameFolder
from pbem.store.home import Home


def same_position(whole: Position[object], other: Position[object]) -> None:
    """Whether whatever can be asked of two positions has the same answers, the legal orders of both sides among them."""
    assert whole == other
    assert state_digest(whole) == state_digest(other)
    assert whole.rules.write(whole.game) == other.rules.write(other.game)
    assert (whole.ruling.info, whole.ruling.data_digest) == (other.ruling.info, other.ruling.data_digest)
    assert owed(whole) == owed(other)
    assert len(whole.past) == len(other.past)
    assert whole.table.commitments == other.table.commitments


def same_orders(whole: Position[object], other: Position[object], most: int = 400) -> None:
    """Whether the same orders are legal, in the same order; of those that are many the first ``most``."""
    for side in whole.rules.sides:
        one, two = whole.rules.options(whole.game, side), other.rules.options(other.game, side)
        for _ in range(most):
            left, right = next(one, None), next(two, None)
            assert left == right
            if left is None:
                break


def same_fold(whole: Folded[object], other: Folded[object]) -> None:
    """Whether two folds came to the same end."""
    assert other.error is None
    assert whole.end == other.end
    same_position(whole.position, other.position)


def kept(folder: GameFolder) -> tuple[Folded[object], Mark[object] | None]:
    """The whole fold of a game of a home, and where its checkpoint begins; None when it is not believed."""
    stored = folder.log()
    log, _ = scan_log(stored)
    assert log is not None
    game = games.rules_of(log, folder)
    found = checkpoint.believed(folder, stored)
    return fold_log(game, log, start_of(log)), found.mark(game) if found is not None else None


def homes_in(place: Path) -> list[GameFolder]:
    """The games of every home below a folder that have a checkpoint."""
    found = sorted(place.rglob("games/*/checkpoint"))
    return [each for path in found for each in Home(path.parents[2]).games() if each.path == path.parent]


def hold_to_the_law(place: Path) -> int:
    """Every checkpoint that is believed in a home below ``place`` leads where the whole log does; how many there are."""
    count = 0
    for folder in homes_in(place):
        if scan_log(folder.log())[0] is None:  # cut before the end of its invitation
            continue
        try:
            whole, mark = kept(folder)
        except PbemError:  # a log that no rules here can fold
            continue
        if mark is None or whole.error is not None:
            continue
        log, _ = scan_log(folder.log())
        assert log is not None
        same_fold(whole, fold_log(games.rules_of(log, folder), log, start_of(log), begin=mark))
        count += 1
    return count


@pytest.fixture(autouse=True)
def checkpoints_lead_where_the_log_does(request, monkeypatch):
    """For a conftest: whatever a test does to its homes - turns, take-backs, rulings, settled forks - no checkpoint lies.

    It looks before ``monkeypatch`` takes the game of the test away.
    """
    place = request.getfixturevalue("tmp_path") if "tmp_path" in request.fixturenames else None
    yield
    if place is not None:
        hold_to_the_law(place)
