"""Another language: what a pattern says, what stays English, and that nothing on the log is ever translated."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError, UsageError
from pbem.games import registry
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.home.viewing.logs import Film
from pbem.port import insight
from pbem.port.messages import Message
from pbem.store.home import Home
from pbem.view import language as tongues
from pbem.view.language import ENGLISH, Tongue, merged

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TOY = merged(
    "es",
    {
        "sentences": {
            "{unit} went to {hex}.": "{unit} va a {hex}.",
            "{unit} went to sleep.": "{unit} duerme.",
            "Total: {list:part,}.": "Suma: {list}.",
            "Side {s:side}.": "Bando {s}.",
        },
        "part": {"{n} {c:colour&}": "{n} {c}"},
        "colour": {"red": "rojo", "blue": "azul"},
        "side": {"Allied": "aliado"},
        "words": {"Turn": "Turno"},
    },
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("505/82 went to W3225.", "505/82 va a W3225."),
        ("505/82 went to sleep.", "505/82 duerme."),
        ("Total: 2 red, 3 red and blue.", "Suma: 2 rojo, 3 rojo y azul."),
        ("Side Allied.", "Bando aliado."),
    ],
)
def test_a_sentence_is_said_by_the_pattern_with_the_most_fixed_words(text: str, said: str) -> None:
    """Holes are copied or looked up, lists part by part."""
    assert said == TOY.say(text)


@pytest.mark.parametrize("text", ["Side Martian.", "Total: 2 green.", "", "505/82 went to W3225"])
def test_what_no_pattern_fits_in_every_part_stays_as_it_is(text: str) -> None:
    """No half of a sentence is ever translated."""
    assert TOY.find(text) is None
    assert text == TOY.say(text)


@given(st.text(max_size=60))
def test_what_stands_in_a_hole_comes_out_unchanged(name: str) -> None:
    """Names are never touched, whatever signs they are made of, and never read as a pattern."""
    said = TOY.say(f"{name} went to {{hex}}.")
    assert said in (f"{name} va a {{hex}}.", f"{name} went to {{hex}}.")
    assert (f"{name} va a {{hex}}." == said) == (bool(name) and "\n" not in name)


@pytest.mark.parametrize(
    ("source", "target"),
    [("{a} and {a}", "{a}"), ("{a}", "{b}"), ("{a}", "{a:part}")],
)
def test_a_translation_that_does_not_fit_its_pattern_is_refused(source: str, target: str) -> None:
    """A table is read strictly."""
    with pytest.raises(DataError, match="does not fit"):
        merged("es", {"sentences": {source: target}}).say("x")


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    """With those that there are."""
    with pytest.raises(UsageError, match="no language 'fr'"):
        tongue(registry.load("june6"), "fr")
    assert ENGLISH is tongue(registry.load("june6"), "en")


# --- both games, on a recorded one of each ------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["landings", "pegasus"])
def film(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Film:
    """A recorded game of June 6, and one of Pegasus Bridge."""
    home = Home(tmp_path_factory.mktemp("home"))
    return looking.film(EXAMPLES / str(request.param) / "campaign.pbem", home=home)


def spanish(film: Film) -> Tongue:
    return tongue(film.game, "es")


def translated(known: Tongue, text: str, table: str) -> bool:
    """Whether there is Spanish for a text; a time, and names alone, need none."""
    text = text if isinstance(text, Message) else text.strip()
    return not any(map(str.isalpha, text)) or known.find(text, table) is not None


def test_every_sentence_and_modifier_of_a_recorded_game_is_translated(film: Film) -> None:
    """None is left in English."""
    said = spanish(film)
    outcomes = [outcome for each in film.trail for outcome in each.outcomes]
    assert len(outcomes) > 100
    assert set() == {o.text for o in outcomes if said.find(o.text) is None}
    assert set() == {r.text for o in outcomes for r in o.reasons if said.find(r.text, "reasons") is None}


def test_the_picture_of_a_recorded_game_is_translated(film: Film) -> None:
    """Heading, phases and every line of the panel, at some positions."""
    said, rules = spanish(film), film.game.rules
    for each in film.trail[:: max(1, len(film.trail) // 12)]:
        scene, when = rules.scene(each.position.game, None), rules.moment(each.position.game)
        assert said.find(scene.heading, "headings") is not None
        assert [] == [line for line in scene.panel if not translated(said, line, "panel")]
        assert all(translated(said, text, "moments") for text in (when.turn_name, when.phase))
        for side in {counter.side for pile in scene.piles for counter in pile.counters}:
            for name, _ in insight.layers(rules):
                layer = insight.layer(rules, each.position.game, side, name)
                assert layer is None or said.find(layer.title, "layers") is not None


def test_numbers_hexes_and_units_survive_translation(film: Film) -> None:
    """Every digit of a sentence stands in its translation, in the same number."""
    known = spanish(film)
    for each in film.trail:
        for outcome in each.outcomes:
            said = tongues.outcome(known, outcome)
            assert sorted(filter(str.isdigit, outcome.text)) == sorted(filter(str.isdigit, said.text))
            assert all(unit in said.text for unit in outcome.units if unit in outcome.text)


def test_every_table_that_a_pattern_names_is_there() -> None:
    """A hole that looks into a missing table would never match."""
    for game in ("june44",):
        file = files(f"pbem_rules.{game}") / "lang" / "es.toml"
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        wanted = {
            hole.split(":")[1].rstrip(",&")
            for lines in tables.values()
            for key in lines
            for hole in key.replace("}", "{").split("{")[1::2]
            if ":" in hole
        }
        assert wanted <= set(tables)


@pytest.mark.parametrize(
    ("game", "side", "said"),
    [("june6", "Allied", "aliado"), ("pegasus", "German", "alemán"), ("june44", "Red", "Red")],
)
def test_a_renewal_of_keys_is_told_in_spanish_whatever_the_game_translates(
    game: str, side: str, said: str
) -> None:
    known = tongue(registry.load(game), "es")
    text = f"The {side} side renewed its keys: the code of the new one is 12345 67890."
    assert f"El bando {said} renueva sus claves: el código de la nueva es 12345 67890." == known.say(text)


def test_a_report_in_spanish_has_no_english_frame(tmp_path: Path) -> None:
    """Heads, totals and losses are in the reader's language, the entries and paragraphs as they are."""
    film = looking.film(EXAMPLES / "landings" / "campaign.pbem", home=Home(tmp_path))
    english, said = film.report(), film.report(tongue=tongue(film.game, "es"))
    for word in (
        "## Resumen",
        "| Turno |",
        "Resultado: **",
        "### Bajas",
        "**Total**",
    ):
        assert word in said
    for word in ("Summary", "Losses", "Modifier", "Rolled", "losses", "eliminated", "Map at"):
        assert word not in said
    assert english.count("\n") == said.count("\n")
