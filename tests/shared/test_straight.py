"""Procedures as straight text, which stop for a die and leave no trace; boards as JSON values, in one form."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import AttrsInstance, evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.errors import DataError
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem_rules.kernel.board import Board
from pbem_rules.shared import ways, writing
from pbem_rules.shared.sequence import Phase
from pbem_rules.shared.straight import StraightKind, StraightPlay, StraightSequence, dice, dice_missing
from pbem_rules.shared.view import View as AnyView


@frozen(kw_only=True, slots=False)
class Unit:
    """A counter that is wounded or not."""

    id: str
    where: str
    wounds: int = 0


@frozen(kw_only=True, slots=False)
class Task:
    """An order or a phase."""

    kind: str
    unit: str = ""


@frozen(kw_only=True, slots=False)
class State:
    """One unit; ``phase``: orders, storm or over."""

    phase: str = "orders"
    board: Board[Unit] = field(factory=lambda: Board.of((Unit(id="Ann", where="A1"),)))
    task: Task | None = None
    need: str = ""
    need_sides: int = 0
    pool: tuple[tuple[int, int], ...] = ()
    rolls: int = 0
    handful: int = 0


class Play(StraightPlay[State, None, Unit]):
    """The play of this game."""

    def task(self, kind: str, order: AttrsInstance | None = None) -> Task:
        return Task(kind=kind, unit=order.unit if isinstance(order, Climb) else "")


@frozen(kw_only=True)
class Climb:
    """A unit climbs: below 3 it falls, and a die of ten says how far."""

    unit: str


View = AnyView[State, None]
CLIMB = StraightKind[Climb, View, Play](Climb)


@CLIMB.carry_out
def climb(play: Play, order: Climb) -> None:
    play.mark(order.unit, where="A2")
    throw = play.throw("climb")
    play.say("climbed", f"{order.unit} climbs with {throw.face}.", throw=throw)
    if throw.face < 3:
        play.mark(order.unit, where="A1", wounds=play.die("fall", 10))
        play.say("fell", f"{order.unit} falls.")


def storm(play: Play) -> None:
    """What happens when the orders have been given."""
    play.mark("Ann", wounds=play.die("storm") + play.die("storm"))


def _orders(view: View) -> tuple[Demand, ...]:
    return (Choice(side="red", kinds=("climb",), why="orders"),) if view.state.rolls < 9 else ()


SEQUENCE = StraightSequence[View, Play](
    (
        Phase(name="orders", title="orders", owed=_orders),
        Phase(name="storm", title="storm", closes=storm),
        Phase(name="over", title="over"),
    ),
    phase=lambda view: view.state.phase,
    enter=lambda play, phase: play.change(phase=phase),
    procedures=(dice_missing("red"),),
)
DICE = dice((CLIMB,), lambda task, order: order(unit=task.unit))


def begun(**fields: object) -> Play:
    return Play(data=None, state=evolve(State(), **fields))


def gone_on(play: Play) -> State:
    SEQUENCE.go_on(play, lambda now: View(data=None, state=now.state))
    return play.state


def owed(state: State) -> Demand:
    return SEQUENCE.owed(View(data=None, state=state))[0]


def thrown(state: State, *faces: int) -> Play:
    """The position after a roll, as a game would come to it: from the state alone."""
    due = owed(state)
    assert len(due.dice) == len(faces)
    play = Play(data=None, state=state)
    DICE.tell(play, Rolled(why=due.why, faces=faces))
    gone_on(play)
    return play


def test_whoever_keeps_what_is_owed_is_asked_at_the_place_where_it_stops() -> None:
    asked: list[State] = []

    def kept(now: Play) -> tuple[Demand, ...]:
        asked.append(now.state)
        return SEQUENCE.owed(View(data=None, state=now.state))

    play = begun(phase="storm", rolls=3)
    SEQUENCE.go_on(play, lambda now: View(data=None, state=now.state), kept)
    assert gone_on(begun(phase="storm", rolls=3)) == play.state
    assert asked[-1] is play.state
    assert ["storm/4"] == [due.why for due in SEQUENCE.owed(View(data=None, state=asked[-1]))]


def test_an_order_that_lacks_a_die_changes_nothing_but_what_it_waits_for() -> None:
    play = begun()
    CLIMB.perform(play, Climb(unit="Ann"))
    assert gone_on(play) == State(task=Task(kind="climb", unit="Ann"), need="climb", need_sides=6)
    assert [] == play.outcomes
    assert Roll(side="red", why="climb/1", dice=(Die(sides=6),)) == owed(play.state)


def test_with_its_die_the_order_is_carried_out_from_its_beginning() -> None:
    play = begun()
    CLIMB.perform(play, Climb(unit="Ann"))
    done = thrown(play.state, 5)
    assert ["Ann climbs with 5."] == [each.text for each in done.outcomes]
    assert State(board=Board.of((Unit(id="Ann", where="A2"),)), rolls=1) == done.state


def test_the_first_face_waits_in_the_pool_while_a_die_of_other_sides_is_thrown() -> None:
    play = begun(handful=1)
    CLIMB.perform(play, Climb(unit="Ann"))
    fallen = thrown(play.state, 2)
    assert [] == fallen.outcomes
    assert ((6, 2),) == fallen.state.pool
    assert Roll(side="red", why="fall/2", dice=(Die(sides=10),)) == owed(fallen.state)
    done = thrown(fallen.state, 9)
    assert ["Ann climbs with 2.", "Ann falls."] == [each.text for each in done.outcomes]
    assert Unit(id="Ann", where="A1", wounds=9) == done.state.board["Ann"]
    assert (None, (), 2) == (done.state.task, done.state.pool, done.state.rolls)


def test_a_handful_is_asked_for_at_once_and_what_is_left_is_gone_before_the_next_choice() -> None:
    play = begun(handful=3)
    CLIMB.perform(play, Climb(unit="Ann"))
    done = thrown(play.state, 6, 1, 1)
    assert isinstance(owed(done.state), Choice)
    assert () == done.state.pool


def test_the_end_of_a_phase_waits_for_its_dice_and_the_next_phase_begins_with_it() -> None:
    """Both dice of the phase out of two rolls; until then the phase is still the same."""
    first = gone_on(begun(phase="storm"))
    assert Task(kind="storm") == first.task
    second = thrown(first, 4).state
    assert ("storm", 0) == (second.phase, second.board["Ann"].wounds)
    last = thrown(second, 3).state
    assert ("over", 7) == (last.phase, last.board["Ann"].wounds)


def test_dice_that_a_phase_leaves_over_serve_the_next_procedure_that_nobody_decides() -> None:
    play = begun(handful=5, rolls=8)
    CLIMB.perform(play, Climb(unit="Ann"))
    done = thrown(play.state, 6, 2, 5, 1, 1).state
    assert ("over", 7, 9) == (done.phase, done.board["Ann"].wounds, done.rolls)


def test_every_way_of_the_dice_is_run_through_and_the_chances_add_up() -> None:
    def begin(pool: tuple[tuple[int, int], ...]) -> Play:
        return begun(pool=pool)

    def procedure(play: Play) -> None:
        CLIMB.run(play, Climb(unit="Ann"))

    found = ways.endings(begin, procedure, most=99)
    assert 2 * 10 + 4 == len(found)
    assert 1 == sum((each.odds for each in found), Fraction(0))
    branch = ways.branch(
        found, "A2", (), lambda told: tuple(e.kind for e in told if e.kind == "fell"), lambda _: set()
    )
    assert {"fell": Fraction(1, 3), "No effect.": Fraction(2, 3)} == {
        each.text: Fraction(each.ways, branch.of) for each in branch.chances
    }
    assert (Die(sides=6), Die(sides=10)) == branch.dice
    with pytest.raises(ways.TooManyWays):
        ways.endings(begin, procedure, most=26)


@frozen(kw_only=True, slots=False)
class Counter:
    """A piece with two markers."""

    id: str
    where: str
    reduced: bool = False
    disorder: int = 0


WRITE = writing.piece_writer(Counter)
CONVERTER = writing.board_converter(Counter, WRITE)
COUNTERS = st.builds(
    Counter,
    id=st.text("abc", min_size=1, max_size=3),
    where=st.sampled_from(["0101", "0102", "sea:utah"]),
    reduced=st.booleans(),
    disorder=st.integers(0, 2),
)
BOARDS = st.lists(COUNTERS, unique_by=lambda piece: piece.id, max_size=5).map(Board.of)


@given(BOARDS)
def test_a_board_is_read_again_as_it_was_written(board: Board[Counter]) -> None:
    assert board == CONVERTER.structure(
        CONVERTER.unstructure(board, unstructure_as=Board[Counter]), Board[Counter]
    )


@given(COUNTERS)
def test_a_piece_is_a_table_exactly_when_it_has_a_marker(piece: Counter) -> None:
    marked = piece.reduced or piece.disorder > 0
    assert marked == isinstance(WRITE(piece), dict)


@given(COUNTERS)
def test_a_piece_is_written_without_id_and_without_defaults(piece: Counter) -> None:
    written = WRITE(piece)
    fields = written if isinstance(written, dict) else {"where": written}
    assert piece == Counter(id=piece.id, **fields)
    assert not {"id", *(name for name, value in fields.items() if value in (False, 0))} & set(fields)


@pytest.mark.parametrize("value", [[], {"a": 1}, {"a": {"where": "0101", "dead": True}}, {"a": {"where": 7}}])
def test_what_is_no_board_is_refused_with_the_name_of_the_game(value: object) -> None:
    with pytest.raises(DataError, match="this is not a state of Tiny: "):
        writing.read(lambda: CONVERTER.structure(value, Board[Counter]), "Tiny")


def test_a_field_at_its_default_is_not_the_proper_form() -> None:
    board = Board.of([Counter(id="a", where="0101")])
    value = {"a": {"where": "0101", "disorder": 0}}
    assert board == CONVERTER.structure(value, Board[Counter])
    with pytest.raises(DataError, match="one proper form"):
        writing.exactly(board, CONVERTER.unstructure(board, unstructure_as=Board[Counter]), value)


def test_facts_spell_out_every_field() -> None:
    found: Mapping[str, object] = writing.every_field(Counter(id="a", where="0101"))
    assert {"id": "a", "where": "0101", "reduced": False, "disorder": 0} == found


@frozen(kw_only=True, slots=False)
class Sailor:
    """A piece that may be nowhere."""

    id: str
    rank: str
    where: str = ""


@frozen(kw_only=True, slots=False)
class Crew:
    """A state whose board is written under a name of its own."""

    turn: int = 1
    board: Board[Sailor] = field(factory=lambda: Board.of(()))


CREW = writing.Writing(Crew, Sailor, "A Crew", board="sailors")


def test_a_board_may_be_written_under_a_name_of_its_own_and_stands_there_even_when_it_is_empty() -> None:
    assert {"sailors": {}} == CREW.dump(Crew())
    crew = Crew(board=Board.of((Sailor(id="Ann", rank="mate", where="deck"), Sailor(id="Ben", rank="cook"))))
    written = {"sailors": {"Ann": {"where": "deck", "rank": "mate"}, "Ben": {"rank": "cook"}}}
    assert written == CREW.dump(crew)
    assert crew == CREW.load(CREW.dump(crew))


SAILORS = st.builds(
    Sailor,
    id=st.sampled_from(["Ann", "Ben", "Zoë"]),
    rank=st.sampled_from(["mate", "cook"]),
    where=st.sampled_from(["", "deck"]),
)
CREWS = st.builds(
    Crew, turn=st.integers(1, 3), board=st.lists(SAILORS, unique_by=lambda one: one.id).map(Board.of)
)


@given(st.lists(CREWS, max_size=4), CREWS, SAILORS)
def test_bytes_do_not_hang_on_what_was_written_before(others: list[Crew], crew: Crew, one: Sailor) -> None:
    shared = evolve(crew, board=crew.board.put(one))
    for each in (*others, crew, shared, crew, evolve(shared, turn=1)):
        assert encode_value(CREW.dump(each)) == CREW.write(each)


@pytest.mark.parametrize("value", [{}, {"board": {}}, {"board": {}, "sailors": {}}, {"sailors": []}])
def test_under_no_other_name_is_it_read(value: Json) -> None:
    with pytest.raises(DataError, match="not a state of A Crew"):
        CREW.load(value)
