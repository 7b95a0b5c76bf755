"""Every option of every scenario of every game can be set where a game is begun, in each spelling that is shown.

What there is comes from ``pbem rules list GAME --json``, as a player would look it up: a new option is here without a line.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from home.table import Player, Said, newcomers, pbem

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.home.turns.agreed_options import settled
from pbem.log import Invite, agreed_of, parse_log
from pbem.replay.verify import verify
from tests.sampling import each_with_one, games_tried

pytestmark = pytest.mark.wider

MANUAL = Path(__file__).resolve().parents[2] / "pbem/manual"
_TWINS = {"yes": ("yes", "true"), "no": ("no", "false")}
_SHOWN = re.compile(r"pbem (?:invite|practice|demo)[^\n`#]*--option[^\n`#]*")


@cache
def listed(game: str) -> dict[str, dict[str, list[str]]]:
    """Of each scenario the options, and the words for each: what ``pbem rules list`` shows, the usual one first."""
    said = pbem("rules", "list", game, "--json").says(0)
    return {
        scenario: {option["name"]: option["values"] for option in options}
        for scenario, options in json.loads(said.out)[0]["options"].items()
    }


def spellings(values: list[str]) -> Iterator[str]:
    """How the values may be typed: all of a few words, both ends of a range."""
    for word in values if len(values) < 5 else (values[0], values[-1], values[1]):
        yield from _TWINS.get(word, (word,))


def at_their_last(options: dict[str, list[str]]) -> list[str]:
    """Each option at a value that is not the usual one, as typed."""
    return [word for name, values in options.items() for word in ("--option", f"{name}={values[-1]}")]


def invited(place: Path) -> Invite:
    return parse_log(container.unpack(place.read_bytes())).invite


def dumped(game: str, scenario: str, options: dict[str, Json]) -> Json:
    rules = registry.load(game).rules
    return rules.dump(rules.setup(scenario, options))


def went(said: Said) -> None:
    assert said.code == 0, said
    assert "unexpected" not in said.sentences


@pytest.mark.parametrize("game", games_tried())
def test_every_game_lists_its_options_with_a_title_and_the_usual_value_first(game: str) -> None:
    said = pbem("rules", "list", game)
    went(said)
    for options in listed(game).values():
        assert options, "a scenario without options"
        for name, values in options.items():
            assert f"{name}=" in said.out
            assert len(values) > 1


@pytest.mark.parametrize("game", games_tried())
def test_each_value_of_each_option_is_taken_as_it_is_listed(game: str, tmp_path: Path) -> None:
    (ann,) = newcomers(tmp_path, "Ann")
    scenario, options = next(iter(listed(game).items()))
    plain = dumped(game, scenario, {})
    words = {name: list(spellings(values)) for name, values in options.items()}
    for n in range(max(map(len, words.values()))):
        typed = {name: each[n % len(each)] for name, each in words.items()}
        out = ann.place / f"{n}.pbem"
        chosen = [word for name, value in typed.items() for word in ("--option", f"{name}={value}")]
        went(ann("invite", game, "--scenario", scenario, *chosen, "--out", out))
        agreed = agreed_of(invited(out).options)
        for name, value in typed.items():
            usual = value in _TWINS.get(options[name][0], (options[name][0],))
            assert (name in agreed) is not usual, f"{name}={value}"
            assert usual or dumped(game, scenario, {name: agreed[name]}) != plain, f"{name}={value}"


@pytest.mark.parametrize("game", games_tried())
def test_all_options_of_every_scenario_together_come_to_both_players(game: str, tmp_path: Path) -> None:
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    for scenario, options in listed(game).items():
        chosen = {name: values[-1] for name, values in options.items()}
        assert dumped(game, scenario, settled(registry.load(game), scenario, chosen))
    offer, answer = (
        tmp_path / "offer.pbem",
        tmp_path / "answer.pbem",
    )  # of the last scenario: the first is above
    went(ann("invite", game, "--scenario", scenario, *at_their_last(options), "--out", offer))
    looked, joined = ben("open", offer), ben("accept", offer, "--out", answer)
    for name, values in options.items():
        assert f"{name}={values[-1]}" in looked.sentences
        assert f"{name}={values[-1]}" in joined.sentences
    went(ann("accept", answer))
    went(ann("verify"))


def test_a_demonstration_and_a_game_against_the_computer_are_played_with_options(tmp_path: Path) -> None:
    ann, out = Player("Ann", tmp_path), tmp_path / "pbem-demo"
    went(ann("practice", "pegasus", "--option", "handful=60"))
    said = ann("demo", "--game", "pegasus", "--option", "handful=60", "--turns", "2", "--out", out, "--json")
    went(said)
    told = json.loads(said.out)
    assert {"handful": 60} == agreed_of(invited(out / "campaign.pbem").options)
    verdict = verify((out / "campaign.pbem").read_bytes())
    assert (True, "incomplete") == (told["verified"], verdict.verdict)
    assert {"british": verdict.state, "witness": verdict.state} == told["states"]
    assert (2, verdict.entries) == (told["turns"], told["entries"])


COMMANDS = (
    ("invite",), ("practice",), ("play",), ("demo", "--game"), ("challenge", "new", "x", "--terms", "Any"),
)  # fmt: skip
SLIPS = ("another name", "another value", "no value")


@pytest.mark.parametrize("game", games_tried())
def test_an_option_that_there_is_not_is_refused_with_those_that_there_are(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (ann,) = newcomers(tmp_path, "Ann")
    scenario, options = next(iter(listed(game).items()))
    name, values = next(iter(options.items()))
    typed = dict(zip(SLIPS, (f"{name}s=yes", f"{name}=perhaps", name), strict=True))
    hints = dict(zip(SLIPS, (name, values[-1], "NAME=VALUE"), strict=True))
    for command, slip in each_with_one(COMMANDS, SLIPS):
        ann(*command, game, "--scenario", scenario, "--option", typed[slip]).says(2, hints[slip])
    assert ["ann"] == [each.name for each in ann.place.iterdir()]


def test_every_option_that_the_manual_shows_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (ann,) = newcomers(tmp_path, "Ann")
    shown = {found for page in MANUAL.rglob("*.md") for found in _SHOWN.findall(page.read_text("utf-8"))}
    typed = sorted(each.strip() for each in shown if "NAME=VALUE" not in each)
    assert typed
    for n, line in enumerate(typed):
        went(ann(*line.split()[1:], *(("--out", ann.place / f"{n}.pbem") if " invite " in line else ())))
