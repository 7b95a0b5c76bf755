"""Luck is measured against what each roll could have brought."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.audit.luck import Luck, Stroke, luck, promise, strokes
from pbem.cli import main
from pbem.games import registry
from pbem.home.viewing import logs as looking
from pbem.home.viewing import luck as fortunes
from pbem.home.viewing.logs import Film
from pbem.home.viewing.turn_notes import of_turns
from pbem.port import insight
from pbem.port.game import Rolled
from pbem.port.messages import catalogue
from tests.sampling import one_by_turns

pytestmark = pytest.mark.wider

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LANDINGS = EXAMPLES / "landings" / "campaign.pbem"
JUNE44 = EXAMPLES / "june44" / "campaign.pbem"
DARK_DECEMBER = EXAMPLES / "darkdecember" / "campaign.pbem"
NORMANDY = EXAMPLES / "normandy" / "campaign.pbem"
PEGASUS = EXAMPLES / "pegasus" / "campaign.pbem"
_ENUMERATED = 25


@cache
def film(path: Path = LANDINGS) -> Film:
    return looking.film(path)


@cache
def rolls(path: Path = LANDINGS) -> tuple[Stroke, ...]:
    return strokes(film(path).first, film(path).trail)


def of(side: str, path: Path = LANDINGS) -> Luck:
    return luck(side, rolls(path))


def test_what_one_side_wins_by_luck_the_other_loses() -> None:
    allied, german = of("allied"), of("german")
    assert allied.rolls == german.rolls > 40
    assert allied.total == pytest.approx(-german.total)
    assert 1 == pytest.approx(allied.share + german.share)
    assert allied.rolls == allied.own + german.own
    assert allied.total == pytest.approx(allied.own_total - german.own_total)


@pytest.mark.parametrize(
    "path", one_by_turns([LANDINGS, JUNE44, DARK_DECEMBER]), ids=lambda path: path.parent.name
)
def test_luck_over_all_faces_of_a_roll_comes_to_nothing(path: Path) -> None:
    """Rolls of a recorded game rolled again with every face there is, by the engine: the lucks add up to 0."""
    rules, checked = film(path).game.rules, 0
    for before, why, dice in _pending(film(path)):
        lucks: list[float] = []
        for faces in product(*(range(low, low + sides) for sides, low in dice)):
            done = rules.apply(before, rules.sides[0], Rolled(why=why, faces=faces))
            found = [insight.weigh(rules, before, each) for each in done.outcomes]
            lucks += [each.worths[each.came] - sum(each.worths) / len(each.worths) for each in found if each]
        assert sum(lucks) == pytest.approx(0)
        checked += any(lucks)
        if checked >= _ENUMERATED:
            break
    assert checked >= 10


def _pending(found: Film) -> Iterator[tuple[object, str, list[tuple[int, int]]]]:
    """Every state before a combat's dice came, with the name of the roll and its dice (sides, lowest face)."""
    before = found.first
    for each in found.trail:
        pending = before.table.pending
        if each.obj.get("dice") and pending is not None:
            weighed = [insight.weigh(found.game.rules, before.game, outcome) for outcome in each.outcomes]
            if any(weighed):
                yield before.game, pending.why, list(pending.dice)
        before = each.position


def test_a_roll_that_came_best_of_all_is_never_bad_luck() -> None:
    rules = film().game.rules
    found = [
        (weighed, outcome)
        for happened in film().trail
        for outcome in happened.outcomes
        if (weighed := rules.weigh_in(happened.position.game, outcome)) is not None
    ]
    assert {"combat", "bombarded"} == {outcome.kind for _, outcome in found}
    assert all(10 == len(weighed.worths) for weighed, _ in found)
    assert all(weighed.came == outcome.faces[0] for weighed, outcome in found)
    assert all(each.worths[-1] >= each.worths[0] for each, outcome in found if outcome.kind == "combat")


@pytest.mark.wider
def test_every_attack_and_gun_of_a_recorded_game_is_weighed_as_its_result_is_told() -> None:
    """Its dice come in one roll for a phase, so they are held against what was told instead of being rolled again."""
    found, before = film(NORMANDY), film(NORMANDY).first
    told, kinds = [], Counter[str]()
    for each in found.trail:
        for outcome in each.outcomes:
            weighed = insight.weigh(found.game.rules, before.game, outcome)
            if outcome.kind in ("combat", "fire") and outcome.faces:
                kinds[outcome.kind] += 1
                told.append((outcome, weighed.worths[weighed.came]))
            else:
                assert weighed is None
        before = each.position
    assert min(kinds["combat"], kinds["fire"]) > 10
    for outcome, worth in told:
        if outcome.kind == "fire":
            assert (10 if " and hit; " in outcome.text else 0) == worth
        else:
            result = str(outcome.text).rpartition(": ")[2]
            ours, theirs = (result.startswith(f"the {side}") for side in ("attacker", "defender"))
            assert (worth > 0, worth < 0) == (theirs, ours), outcome


@pytest.mark.parametrize("game", [each.name for each in registry.installed()])
def test_every_game_says_what_its_rolls_are_worth(game: str) -> None:
    assert isinstance(registry.load(game).rules, insight.Weighs | insight.WeighsInPlace)


def test_a_game_that_weighs_nothing_has_no_luck() -> None:
    outcome = next(each for happened in film().trail for each in happened.outcomes)
    assert insight.weigh(object(), None, outcome) is None
    assert luck("allied", ()) is None
    (line,) = fortunes.told(())
    assert "or this game does not say what its rolls are worth." in line


def test_the_turns_of_a_game_add_up_to_its_luck() -> None:
    found = of("allied")
    assert found.total == pytest.approx(sum(each.total for each in found.turns))
    assert found.rolls == sum(each.rolls for each in found.turns)


def test_the_rolls_named_are_a_side_s_own_the_luckiest_first() -> None:
    for side in ("allied", "german"):
        found, own = of(side), sorted(each.luck for each in rolls() if each.side == side)
        assert {side} == {each.side for each in (*found.best, *found.worst)}
        assert [each for each in own[::-1][:5] if each > 0] == [each.luck for each in found.best]
        assert [each for each in own[:5] if each < 0] == [each.luck for each in found.worst]


def _stroke(at: int, value: int) -> Stroke:
    return Stroke(
        entry=at, at=0, turn=1, turn_name="", side="one" if at % 2 else "two", text="", paragraph="", units=(),
        hexes=(), luck=float(value), mean=0.0, least=-9, most=9, variance=27.0, ways=1, of=19, unit="steps",
    )  # fmt: skip


@given(st.lists(st.integers(-9, 9), min_size=2, max_size=40))
def test_fortune_turns_where_the_running_sum_is_furthest_from_an_even_course(values: list[int]) -> None:
    """Both sides see it turn at one roll, and no other roll parts their luck more."""
    made = [_stroke(at, value) for at, value in enumerate(values)]
    one, two = luck("one", made), luck("two", made)
    assert one.turning is not None
    assert two.turning is not None
    assert one.turning.stroke == two.turning.stroke
    assert one.total == pytest.approx(one.turning.before + one.turning.after)
    seen = [value if at % 2 else -value for at, value in enumerate(values)]
    share = one.total / len(seen)
    off = [abs(sum(seen[:at]) - share * at) for at in range(1, len(seen))]
    assert max(off) == pytest.approx(abs(one.turning.before - share * one.turning.stroke.entry))


def test_chances_are_said_as_players_say_them() -> None:
    chances = (1, 36), (5, 10), (3, 10), (17, 100), (6, 6)
    said = ["one in 36", "one in 2", "3 in 10", "17 in 100", "one in 1"]
    assert said == [fortunes.odds(*each) for each in chances]


@pytest.mark.parametrize("path", one_by_turns([LANDINGS, JUNE44, DARK_DECEMBER, NORMANDY, PEGASUS]))
def test_what_attacks_promised_is_told_beside_what_came_turn_by_turn_and_in_every_game(path: Path) -> None:
    """The sentences of a turn stand in its page, in both languages."""
    sides = film(path).game.rules.sides
    made = strokes(film(path).first, film(path).trail, certain=True)
    for side in sides:
        whole = promise(side, made)
        own = [each for each in made if each.side == side and each.attack]
        assert len(own) == (whole.attacks if whole else 0)
        assert whole is None or 0 < whole.expected <= whole.attacks
        assert whole is None or whole.came == sum(each.luck + each.mean > 0.5 for each in own)
    assert (path == DARK_DECEMBER) == any(each.attack and not each.variance for each in made)
    notes = of_turns(film(path).first, film(path).trail, made)
    spanish = catalogue("es", "pbem_rules", "pbem")
    for turn, said in notes.items():
        here = [each for each in made if each.turn == turn]
        promised = [each for side in sides for each in fortunes.promised(side, here)]
        assert promised == [each for each in said if "gain more than" in each]
        assert not any("gain more than" in spanish.say(each) for each in promised)


def test_what_was_taken_back_is_no_luck() -> None:
    """A roll that both agreed to undo stands in the log and counts for nobody."""
    trail = film().trail
    last, kept = trail[-1], rolls()[9].entry
    offer = evolve(last, entry=last.entry + 1, kind="back", obj={"to": kept}, outcomes=())
    agreed = evolve(last, entry=last.entry + 2, kind="reply", obj={"yes": True}, outcomes=())
    found = strokes(film().first, (*trail, offer, agreed))
    assert tuple(each for each in rolls() if each.entry <= kept) == found
    declined = evolve(agreed, obj={"yes": False})
    assert rolls() == strokes(film().first, (*trail, offer, declined))


@pytest.mark.wider
def test_the_audit_of_a_recorded_game_is_read_from_its_file_alone(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "audit", str(LANDINGS)])
    assert 0 == found.exit_code
    opened = sum(entry["k"] == "show" for bundle in film().log.bundles for entry in bundle.entries)
    assert f"{opened} commitments, {opened} opened and true, 0 never opened." in found.output
    assert "Nothing odd." in found.output
    assert "Luckiest rolls of allied:" in found.output
    assert "How it is reckoned:" in found.output
    assert "Fortune turned at entry" in found.output


def test_the_luck_of_an_audit_is_there_for_programs(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "audit", "--json", str(JUNE44)])
    told = json.loads(found.output)["audit"]["luck"]
    assert ["allied", "german"] == [each["side"] for each in told]
    assert all(1 <= roll["ways"] <= roll["of"] for each in told for roll in each["best"] + each["worst"])
    assert 0 == pytest.approx(sum(each["tenths"] for each in told), abs=1)


def test_an_audit_of_a_bent_log_says_so_and_exits_with_3(tmp_path: Path) -> None:
    data = bytearray(LANDINGS.read_bytes())
    data[len(data) // 2] ^= 1
    bent = tmp_path / "bent.pbem"
    bent.write_bytes(bytes(data))
    found = CliRunner().invoke(main, ["audit", str(bent)])
    assert 3 == found.exit_code
