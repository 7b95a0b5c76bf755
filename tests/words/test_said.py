"""Whatever a game tells its players is said in words, in English and in Spanish: no code, no id, no name of the program.

Results, previews, odds, refusals, what is owed, maps and help, of the recorded game, of positions on its way, and of the
cases of the rules. Who adds a sentence need not think of this: it is read here as soon as something brings it about.
"""

import pytest

from pbem.games import registry
from pbem.home.viewing.languages import tongue
from pbem.port.messages import Message
from tests.lists import held
from tests.sampling import small_and_tried

from . import heard
from .dictionary import sentences
from .judge import faults, judged


@pytest.mark.parametrize("game", small_and_tried())
def test_whatever_a_game_tells_is_said_in_words_in_both_languages(game: str) -> None:
    spanish = tongue(registry.load(game), "es")
    texts = dict.fromkeys((*heard.recorded(game), *heard.tried(game), *heard.orders(game)))
    assert len(texts) > 1000
    wrong = {
        fault: None
        for what, text in texts
        for code, said in (("en", str(text)), ("es", spanish.say(text)))
        for fault in faults(said, code, what)
    }
    assert [] == [*wrong]
    untold = {
        str(text)
        for what, text in texts
        if isinstance(text, Message) and text.template and spanish.find(text) is None
    }
    assert set() == untold


def test_a_sentence_that_is_in_no_catalogue_is_found() -> None:
    """A check that finds nothing would be none: nearly every English sentence has a word that only English has."""
    said = [*sentences()]
    missed = [text for text in said if not judged([text.replace("\n", " ")], "es")]
    assert len(said) > 2000
    assert len(missed) < len(said) / 50, missed[:20]


_FAULTY = {
    "en": (
        "no marker can be bought for corps/us", "HQ/90 is ready at box:Utah.", "not-json: Line 2", "the cell told.4",
        "Against 4017 at 5:1: 11, D4/A1.", "B2011 was attacked: AR.", "column 5-8: 3, 1H.", "1 entries", "3 or less hits",
        "Howard Howard, leader", "the roll free_markers", "a Isolated marker",
    ),
    "es": ("le queda 1 puntos", "la interdicción de el abastecimiento", "cada una una vez", "una baja del attacker"),
}  # fmt: skip
_SOUND = {
    "en": (
        "1 point lost.",
        "HQ/90 moved to E2821, 9+2 = 11.",
        "Dice 6 6: checked.",
        "1 is done.",
        "an hour, a unit, 5:1",
    ),
    "es": ("queda 1 punto", "de los 2 puntos", "el ataque a E2834 es una ruptura"),
}


def test_each_kind_of_fault_is_found_and_a_sound_sentence_is_not_blamed() -> None:
    cases = [
        (f"{code} {text}", (code, text, bad))
        for bad, texts in ((True, _FAULTY), (False, _SOUND))
        for code, some in texts.items()
        for text in some
    ]
    held(cases, _judged)
    assert [*faults("The gun has moved or fired this turn", "en", "refusal")]


def _judged(case: tuple[str, str, bool]) -> None:
    code, text, bad = case
    assert bad == bool([*faults(text, code)])
