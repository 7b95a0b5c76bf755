"""The fold of a recorded game from a checkpoint comes where the fold of the whole log comes, for every game.

By turns a third of a sample of the places of the smallest game and of one of the others; all of them with ``PBEM_ALL=1``.
"""

from pathlib import Path

import pytest
from attrs import evolve
from checkpoints import same_fold, same_orders, same_position

from pbem.bytes import container
from pbem.games.registry import Game
from pbem.log import Log, parse_log, start_of
from pbem.replay import checkpoint
from pbem.replay.fold import AppliedEntry, Folded, Mark, fold_bundle, fold_log, opening
from pbem.replay.loading import load_rules
from tests.sampling import one_by_turns, part_by_turns, sampled

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
QUICK = "pegasus"
WIDER = ("campaign", "darkdecember", "june44", "landings", "normandy")
GAMES = (QUICK, *(pytest.param(name, marks=pytest.mark.wider) for name in one_by_turns(WIDER)))
PLACES, ON = 12, 8
KEY = bytes(range(32))


class Recorded:
    """A recorded game with every place between two of its bundles, as the whole fold comes by them."""

    def __init__(self, name: str) -> None:
        self.stored = container.unpack((EXAMPLES / name / "campaign.pbem").read_bytes())
        self.log: Log = parse_log(self.stored)
        self.game: Game = load_rules(self.log)
        position, end = opening(self.game, self.log), start_of(self.log)
        self.marks = [Mark(position=position, end=end)]
        for bundle in self.log.bundles:
            folded = fold_bundle(position, end, bundle)
            assert folded.error is None
            position, end = folded.position, folded.end
            self.marks.append(Mark(position=position, end=end))

    def again(self, place: int) -> Mark[object]:
        """A place written down and read."""
        data = checkpoint.write(self.marks[place], self.log, "test", KEY)
        read = checkpoint.read(data, self.stored, "test", KEY)
        assert read is not None
        assert read.log.encode() == self.stored
        found = read.mark(self.game)
        assert found is not None
        assert data == checkpoint.write(found, read.log, "test", KEY)
        return found


@pytest.fixture(scope="module", params=GAMES)
def recorded(request: pytest.FixtureRequest) -> Recorded:
    return Recorded(request.param)


def test_from_a_sample_of_places_the_game_goes_on_as_from_its_first_entry(recorded: Recorded) -> None:
    last = len(recorded.log.bundles)
    places = (1, *sampled(range(1, last), PLACES, recorded.log.gid.hex()), last)
    for place in part_by_turns(places, 3):
        mark = recorded.again(place)
        same_position(recorded.marks[place].position, mark.position)
        same_orders(recorded.marks[place].position, mark.position)
        few = evolve(recorded.log, bundles=recorded.log.bundles[: place + ON])
        watched: list[AppliedEntry[object]] = []
        found = fold_log(recorded.game, few, start_of(few), watched.append, mark)
        there = recorded.marks[min(place + ON, len(recorded.log.bundles))]
        same_fold(Folded(position=there.position, end=there.end), found)
        assert [happened.entry for happened in watched] == [*range(mark.end.entries, there.end.entries)]
        same_orders(there.position, found.position)


def test_every_entry_behind_a_checkpoint_is_told_alike(recorded: Recorded) -> None:
    """Outcomes, in words: what the state does not hold is made anew in the same way."""
    (place,) = sampled(range(1, max(2, len(recorded.log.bundles) - 40)), 1, "told")
    few = evolve(recorded.log, bundles=recorded.log.bundles[: place + 40])
    whole, other = list[AppliedEntry[object]](), list[AppliedEntry[object]]()
    fold_log(recorded.game, few, start_of(few), whole.append)
    fold_log(recorded.game, few, start_of(few), other.append, recorded.again(place))
    first = recorded.marks[place].end.entries
    assert [(each.outcomes, each.position) for each in whole[first:]] == [
        (each.outcomes, each.position) for each in other
    ]


def test_what_lies_before_a_checkpoint_is_there_for_who_asks(recorded: Recorded) -> None:
    place = len(recorded.log.bundles) // 2
    mark, whole = recorded.again(place), recorded.marks[place]
    folded = fold_log(
        recorded.game,
        evolve(recorded.log, bundles=recorded.log.bundles[: place + 3]),
        start_of(recorded.log),
        begin=mark,
    )
    there = recorded.marks[place + 3].position
    for position, truth in ((mark.position, whole.position), (folded.position, there)):
        for count in (1, truth.count // 3, mark.end.entries - 1, mark.end.entries, truth.count - 1):
            found, wanted = position.after(count), truth.after(count)
            if wanted is None:
                assert found is None
                continue
            assert found is not None
            same_position(wanted, found)
