"""A message that is cleaned stays a message, and can be said in another language."""

from __future__ import annotations

from pbem.bytes.messages import Series, counted
from pbem.port.messages import ENGLISH, Catalogue, Message, catalogue
from pbem.view.markup import clean

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
