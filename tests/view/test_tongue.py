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
from tests.lists import tried_with
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


TOLD: dict[str, tuple[str, int, str, str]] = {
    "accents are composed": (moved("Cafe\u0301"), 400, "Café moved to 0301.", "Café mueve a 0301."),
    "what is not seen is taken out": (moved("R\u202e/1\n"), 400, "R/1 moved to 0301.", "R/1 mueve a 0301."),
    "what is too long is cut in the longest hole": (
        moved("R" * 100),
        40,
        "R" * 24 + "… moved to 0301.",
        "… mueve a 0301.",
    ),
    "a series and a number stay what they are": (
        Series(
            [moved("Cafe\u0301"), counted(2, "{n} hex of {name}", "{n} hexes of {name}", name="a\u0000b")],
            " / ",
        ),
        400,
        "Café moved to 0301. / 2 hexes of ab",
        "Café mueve a 0301. / ",
    ),
    "blanks before accents make no plain text": (
        Series(("  ", moved("Saint-Lô")), ""),
        400,
        "  Saint-Lô moved to 0301.",
        "  Saint-Lô mueve a 0301.",
    ),
    "no hole to cut": (Message("x" * 50), 10, "xxxxxxxxx…", "xxxxxxxxx…"),
    "holes too short to cut": (moved("R"), 8, "R moved…", "R moved…"),
    "a plain text": ("a\nb", 400, "a b", "a b"),
}


@tried_with("name", TOLD)
def test_what_is_in_the_holes_is_cleaned_and_said_in_spanish(name: str) -> None:
    given, most, english, spanish_ = TOLD[name]
    said = clean(given, most)
    assert english == said
    assert spanish_ in SPANISH.say(said)
