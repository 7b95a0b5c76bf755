"""Another language: what is said in it, also of a message that was cleaned, and that nothing on the log is translated."""

from pathlib import Path

import pytest

from pbem.bytes.errors import UsageError
from pbem.bytes.messages import Series, counted
from pbem.games import registry
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.home.viewing.logs import Film
from pbem.port.messages import ENGLISH, Catalogue, Message, catalogue
from pbem.store.home import Home
from pbem.view import language as tongues
from pbem.view.markup import clean
from tests.sampling import small_and_tried

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(UsageError, match="no language 'fr'"):
        tongue(registry.load("june6"), "fr")
    assert ENGLISH is tongue(registry.load("june6"), "en")


@pytest.fixture(scope="module", params=small_and_tried())
def film(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Film:
    """A recorded game."""
    home = Home(tmp_path_factory.mktemp("home"))
    return looking.film(
        EXAMPLES / {"june6": "landings"}.get(request.param, request.param) / "campaign.pbem", home=home
    )


def spanish(film: Film) -> Catalogue:
    return tongue(film.game, "es")


def translated(known: Catalogue, text: str) -> bool:
    """Whether there is Spanish for a text; a time, and names alone, need none."""
    text = text if isinstance(text, Message) else text.strip()
    return not any(map(str.isalpha, text)) or known.find(text) is not None


def test_numbers_hexes_and_units_survive_translation(film: Film) -> None:
    """Every digit of a sentence stands in its translation, in the same number."""
    known = spanish(film)
    for each in film.trail:
        for outcome in each.outcomes:
            said = tongues.outcome(known, outcome)
            assert sorted(filter(str.isdigit, outcome.text)) == sorted(filter(str.isdigit, said.text))
            assert all(unit in said.text for unit in outcome.units if unit in outcome.text)


@pytest.mark.parametrize(
    ("game", "side", "said"),
    [("june6", "Allied", "aliado"), ("pegasus", "German", "alemán"), ("june44", "Red", "Red")],
)
def test_a_renewal_of_keys_is_told_in_spanish_whatever_the_game_translates(game, side, said):
    known = tongue(registry.load(game), "es")
    told = "The {side} side renewed its keys: the code of the new one is {code}."
    text = Message(told, side=Message(side), code="12345 67890")
    assert f"El bando {said} renueva sus claves: el código de la nueva es 12345 67890." == known.say(text)


SPANISH: Catalogue = catalogue("es", "ford_rules.ford", "pbem_rules")


def moved(unit: str) -> Message:
    return Message("{unit} moved to {hex}.", unit=unit, hex="0301")


def test_accents_that_are_not_composed_are_composed_in_the_holes() -> None:
    said = clean(moved("Cafe\u0301"))
    assert said == "Café moved to 0301."
    assert SPANISH.say(said) == "Café mueve a 0301."


def test_what_is_not_seen_is_taken_out_of_the_holes() -> None:
    said = clean(moved("R\u202e/1\n"))
    assert (said, SPANISH.say(said)) == ("R/1 moved to 0301.", "R/1 mueve a 0301.")


def test_what_is_too_long_is_cut_in_the_longest_hole() -> None:
    said = clean(moved("R" * 100), 40)
    assert len(said) == 40
    assert SPANISH.say(said).endswith("… mueve a 0301.")


def test_a_series_and_a_number_stay_what_they_are() -> None:
    many = counted(2, "{n} hex of {name}", "{n} hexes of {name}", name="a\u0000b")
    said = clean(Series([moved("Cafe\u0301"), many], " / "))
    assert said == "Café moved to 0301. / 2 hexes of ab"
    assert SPANISH.say(said).startswith("Café mueve a 0301. / ")


def test_blanks_before_a_message_with_accents_do_not_make_it_a_plain_text() -> None:
    said = clean(Series(("  ", moved("Saint-Lô")), ""))
    assert SPANISH.say(said) == "  Saint-Lô mueve a 0301."


def test_a_text_that_cannot_be_cut_in_a_hole_is_cut_all_the_same() -> None:
    assert clean(Message("x" * 50), 10) == "xxxxxxxxx…"
    assert clean(moved("R"), 8) == "R moved…"
    assert ENGLISH.say(clean("a\nb")) == "a b"
