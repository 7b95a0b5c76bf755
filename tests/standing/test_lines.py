"""Lines in every game: the form, every slip by its place, the usual ones, and what they answer."""

import random
import re
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import AttrsInstance, evolve, frozen

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.driver import Driven, Seeded, kinds
from pbem.games.self_play import Hotseat
from pbem.home.standing import answers, lines
from pbem.home.viewing.languages import tongue
from pbem.port.game import Choice, Conceal, Demand, Secrets
from pbem.port.standing import Line
from pbem.replay.table import NextStep
from pbem_rules.june6.model import Combat, State
from pbem_rules.june6.rules.combat.defence import Defend
from tests.lists import tried_with
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
GAMES = [each.name for each in registry.installed()]
_MOST = 20_000
_MIX = Secrets(mix=b"x" * 32)


@frozen(kw_only=True)
class Board:
    """A position as far as lines look at it."""

    game: object


@frozen(kw_only=True)
class View:
    """A seat that owes a decision."""

    game: registry.Game
    side: str
    position: Board
    owed: NextStep
    seat: str = "A"


def answer(game, state, demand, some, mix=_MIX, seat="A"):
    """What some lines answer to a demand."""
    what = "choice" if isinstance(demand, Choice) else "conceal"
    owed = NextStep(kind=what, seat="A", demand=demand)
    view = View(game=registry.load(game), side=demand.side, position=Board(game=state), owed=owed, seat=seat)
    return answers.by_kind(view, some, mix)


def faults(text: str, game: str = "june6", side: str = "german") -> list[tuple[int, str]]:
    """Place and path of every slip."""
    loaded = registry.load(game)
    state = loaded.rules.setup(loaded.rules.scenarios[0], {})
    found = lines.read(loaded, state, side, lines.parse(text.encode(), "x"))[1]
    assert all(each.message for each in found)
    return [(each.line, each.path) for each in found]


def order(text: str) -> str:
    return f"[[order]]\n{text}\n"


@tried_with(
    ("text", "found"),
    [
        ("[modes]\n", (1, "modes")),
        ("order = 3\n", (1, "order")),
        (order('choose = {by = "stand"}'), (1, "order.0.when")),
        (order('when = "flee"'), (2, "order.0.when")),
        (order('when = "defend"\nchoose = {by = "flee"}'), (3, "order.0.choose.by")),
        (order('when = "defend"\nchoose = {by = "mix 2:0 stand retreat"}'), (3, "order.0.choose.by")),
        (order('when = "defend"\nchoose = {air = 1}'), (3, "order.0.choose.air")),
        (order('when = "defend"\nwhere = {terrain = ["wods"]}'), (3, "order.0.where.terrain.0")),
        (order('when = "suffer"\nchoose = {first = ["505/82"]}'), (3, "order.0.choose.first.0")),
        (order('when = "suffer"\nask = {steps = -1}'), (3, "order.0.ask.steps")),
        (order('when = "suffer"\nask = {odds = "0:1"}'), (3, "order.0.ask.odds")),
        (order('when = "suffer"\notherwise = "hold"'), (3, "order.0.otherwise")),
        (order('when = "halt"\ndo = ["done"]'), (3, "order.0.do.0")),
        (order('when = "halt"\ndo = [3]'), (3, "order.0.do")),
        (order('when = "halt"\nthen = 3'), (3, "order.0.then")),
        (order('when = "352"\ndo = ["fly 3"]'), (3, "order.0.do.0")),
        (order('when = "352"\nask = {below = "x"}'), (3, "order.0.ask.below")),
        (order('when = "next"\ndo = ["done", "done"]'), (3, "order.0.do")),
    ],
)
def test_a_slip_is_named_by_its_place(text: str, found: tuple[int, str]) -> None:
    assert [found] == faults(text)


@pytest.mark.parametrize("data", [b"[modes", b"\xff", b"x = 1979-05-27", b"[a]\n[a]", b"x = " + b"[" * 5000])
def test_what_is_no_toml_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(DataError) as refused:
        lines.parse(data, "x")
    assert refused.value.code == "standing"


def test_a_formation_a_type_and_a_place_stand_for_several_and_a_slip_says_what_was_meant() -> None:
    good = 'when = "retreat"\nchoose = {by = "safest", toward = ["caen", "Bayeux"]}\nask = {units = ["352", "infantry"]}'
    assert [] == faults(order(good))
    loaded = registry.load("june6")
    state = loaded.rules.setup("landings", {})
    for text, meant in (("units = ['914/325']", "914/352"), ("hexes = ['Bayeaux']", "Bayeux")):
        sheet = lines.parse(order(f'when = "suffer"\nask = {{{text}}}').encode(), "x")
        (found,) = lines.read(loaded, state, "german", sheet)[1]
        assert f'Did you mean "{meant}"?' in found.message


def test_the_first_example_of_the_specification_has_no_slips() -> None:
    text = (ROOT / "schemas" / "standing.md").read_text("utf-8")
    examples = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert [] == faults(examples[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_form_says_nothing_until_it_is_filled_in_and_is_the_same_in_spanish(game: str) -> None:
    loaded = registry.load(game)
    state = loaded.rules.setup(loaded.rules.scenarios[0], {})
    for side in loaded.rules.sides:
        form = lines.form(loaded, state, side)
        spanish = tongue(loaded, "es").say(form)
        assert {} == lines.parse(str(form).encode(), "x").tables == lines.parse(spanish.encode(), "x").tables
        filled = [re.sub(r"  # .*", "", each).removeprefix("# ") for each in str(form).splitlines()[3:]]
        wrong = faults("\n".join(each for each in filled if '"..."' not in each), game, side)
        assert {path.split(".")[-1] for _, path in wrong} <= {"when"}, (
            wrong
        )  # the occasion that nobody has named


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_lines_have_no_slip_and_are_read_as_they_are_written(game: str) -> None:
    loaded = registry.load(game)
    rules = loaded.rules
    for scenario in rules.scenarios:
        state = rules.setup(scenario, {})
        for side in rules.sides:
            usual = rules.standing_usual(state, side)
            text = "".join(lines.text(each) for each in usual)
            assert (tuple(usual), ()) == lines.read(loaded, state, side, lines.parse(text.encode(), "x"))


@pytest.mark.parametrize("game", ["darkdecember", "june6", "normandy"])
def test_what_is_said_of_an_objective_answers_first_and_is_asked_about_no_more(game: str) -> None:
    loaded = registry.load(game)
    rules, state = loaded.rules, loaded.rules.setup(loaded.rules.scenarios[0], {})
    for side in rules.sides:
        usual = tuple(rules.standing_usual(state, side))
        goals = [
            when for when, each in rules.standing_occasions(state, side, Secrets()).items() if each.objective
        ]
        assert goals
        assert {*goals} == {where for gate in usual for names in _lists(gate) for where in names}
        for where in goals:
            (line,) = rules.standing_draft(state, side, where)
            known = lines.vocabulary_of(loaded, state, side)
            first, *_ = decided = rules.standing_decided(state, side, (*usual, line))
            assert {()} == {lines.slips_of(loaded, known, each) for each in (*decided, line)}
            assert [where] in first.where.values()
            left = [names for each in decided if each.when == "any" for names in _lists(each)]
            assert [[each for each in goals if each != where]] == left
        wrong = Line(when=goals[0], choose={"attacked": "flee"})
        assert (*usual, wrong) == rules.standing_decided(state, side, (*usual, wrong))


def _lists(line: Line) -> list[list[Json]]:
    return [each for each in line.ask.values() if isinstance(each, list)]


def test_an_objective_stands_for_as_many_steps_as_was_said_and_no_more() -> None:
    """A defender who loses two steps or retreats."""
    rules = registry.load("darkdecember").rules
    units = {"117/30": "1103", "39/26VG": "1102"}
    state = rules.place("empty", {"half": "allied", "phase": "combat", "units": units})
    orders, found = iter(("attack 1102 117/30", "lower")), list[tuple[object, Demand]]()

    def given(at: Hotseat[object], owed: Choice | Conceal) -> AttrsInstance:
        if "respond" in kinds(owed):
            found.append((at.state, owed))
            return rules.advise(at.state, owed.side, Secrets(), 0)
        return rules.complete(at.state, owed.side, rules.actions.parse(next(orders)))

    table = Hotseat(now=Driven(rules=rules, state=state), chance=Seeded(random.Random(_TWO_STEPS)))
    while not found:
        assert table.step(given)
    for most, way in ((1, "retreat"), (2, "stand")):
        line = Line(when="respond", choose={"by": "stand", "most": most})
        said = answer("darkdecember", *found[0], (line,)).action
        assert way == getattr(said, "how", "")


_TWO_STEPS = 2
"""Dice after which two steps are to be lost, or two hexes."""


def full(side: str) -> tuple[Line, ...]:
    """Lines that are asked often: the usual ones, never handed back, with what is left to a person besides."""
    game = registry.load("june6").rules
    usual = game.standing_usual(game.setup("landings", {}), side)
    markers = {"allied": ["1", "29", "4", "82", "3 Br"], "german": ["352", "716", "709", "21 Pz", "91"]}[side]
    more = (
        Line(when="reduce", choose={"by": "strongest"}),
        Line(when="go-first", do=("go-first yes",)),
        Line(when="buy", choose={"first": [*markers, *markers], "keep": [*markers]}),
    )
    german = (Line(when="waive", do=("waive",)), Line(when="wait", do=("wait",))) if side == "german" else ()
    return (*(each for each in usual if each.when != "any"), *more, *german)


@cache
def played(seed: int) -> tuple[tuple[State, Demand, AttrsInstance], ...]:
    """What lines answered in a game of the landings."""
    game, found = registry.load("june6").rules, list[tuple[State, Demand, AttrsInstance]]()
    table = Hotseat(
        now=Driven(rules=game, state=game.setup("landings", {})), chance=Seeded(random.Random(seed))
    )

    def given(at: Hotseat[object], owed: Choice | Conceal) -> AttrsInstance:
        said = answer("june6", at.state, owed, full(owed.side))
        if said.action is None:
            return game.advise(at.state, owed.side, Secrets(), 1)
        assert game.actions.kind(said.action) in kinds(owed)
        found.append((at.state, owed, said.action))
        return said.action

    while table.step(given):
        assert table.actions < _MOST
    return tuple(found)


@pytest.mark.wider
def test_a_whole_game_gets_answers_of_many_kinds_and_the_same_ones_again() -> None:
    game = registry.load("june6").rules
    seen = Counter(game.actions.kind(each) for *_, each in played(1))
    assert {"defend", "suffer", "retreat", "buy"} <= set(seen)
    for state, owed, action in sampled(played(1), 60, "answers"):
        again = game.load(game.dump(state))
        assert action == answer("june6", again, owed, full(owed.side)).action
        other = "german" if owed.side == "allied" else "allied"
        assert answer("june6", state, owed, full(other), seat="B").action is None


def defence(side: str = "german") -> tuple[State, Demand, Combat]:
    for state, owed, action in played(1):
        if isinstance(action, Defend) and owed.side == side:
            return state, owed, state.current(Combat)
    raise AssertionError("nobody was attacked")


@pytest.mark.wider
def test_the_first_line_that_fits_speaks_and_one_without_a_choice_asks() -> None:
    state, owed, combat = defence()
    plain, name = Line(when="defend", choose={"by": "stand"}), combat.defenders[0]
    other = Line(when="defend", choose={"by": "retreat"})
    fits = ({"units": [name]}, {"attacked": [combat.target]}, {"odds": "1:99"}, {"reduced": False})
    not_yet = ({"units": ["HQ/709"]}, {"attacked": ["E2821"]}, {"odds": "99:1"}, {"isolated": True})
    for condition, mode in (*((each, "retreat") for each in fits), *((each, "stand") for each in not_yet)):
        said = answer("june6", state, owed, (evolve(other, where=condition), plain)).action
        assert mode == said.mode, condition
        held = (
            answer("june6", state, owed, (Line(when="any", ask=condition), plain))
            if "reduced" not in condition and "isolated" not in condition
            else None
        )
        assert held is None or (held.action is None) == (mode == "retreat"), condition
    asked = answer("june6", state, owed, (Line(when="defend", where=fits[0]), plain))
    assert "leave this to you" in asked.reason
    assert answer("june6", state, owed, ()).action is None


@pytest.mark.wider
def test_a_mixed_mode_comes_two_times_in_three_and_without_bytes_not_at_all() -> None:
    state, owed, _ = defence()
    mixed = (Line(when="defend", choose={"by": "mix 2:1 stand retreat"}),)
    seen = Counter(
        said.mode
        for n in range(300)
        if isinstance(
            said := answer(
                "june6", state, owed, mixed, Secrets(mix=sha256(bytes([n % 256, n // 256])).digest())
            ).action,
            Defend,
        )
    )
    assert 170 < seen["stand"] < 230
    assert answer("june6", state, owed, mixed, Secrets()).action is None


@pytest.mark.wider
def test_a_line_with_a_slip_answers_nothing() -> None:
    state, owed, _ = defence()
    assert "has slips" in answer("june6", state, owed, (Line(when="defend", choose={"by": "flee"}),)).reason


def test_a_game_without_words_of_its_own_takes_names_orders_and_the_adviser() -> None:
    game = registry.load("june44").rules
    state = game.setup("june44", {})
    table = Hotseat(now=Driven(rules=game, state=state), chance=Seeded(random.Random(1)))
    found: list[tuple[object, Choice, str]] = []

    def given(at: Hotseat[object], owed: Choice | Conceal) -> AttrsInstance:
        advised = game.advise(at.state, owed.side, Secrets(), 0)
        if isinstance(owed, Choice):
            found.append((at.state, owed, game.actions.kind(advised)))
        return advised

    while len(found) < 20 and table.step(given):
        pass
    for at, owed, kind in found[:20:4]:
        advised = answer("june44", at, owed, (Line(when=kind, do=("recommended",)),)).action
        assert advised is not None
        assert answer("june44", at, owed, (Line(when=kind, choose={"by": "first"}),)).action is not None
        others = tuple(Line(when=each, do=("recommended",)) for each in kinds(owed) if each != kind)
        left_open = (
            len(others) < 2
        )  # where every other kind is left to the adviser, none of them may be the answer
        assert advised == answer("june44", at, owed, others).action or not others
        assert left_open or answer("june44", at, owed, others[1:]).action is None
        late = Line(when=kind, do=("recommended",), ask={"turn": 1})
        assert "turn 1 is reached" in answer("june44", at, owed, (late,)).reason
