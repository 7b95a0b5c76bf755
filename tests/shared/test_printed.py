"""Texts of a data pack are messages, whatever is written in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.port.messages import ENGLISH
from pbem_rules.shared.printed import printed


@given(st.text())
def test_a_text_stays_as_it_is_printed(text: str) -> None:
    assert text == printed(text) == ENGLISH.say(printed(text))


@pytest.mark.parametrize("text", ["{unit}", "{0.__class__}", "{", "a } b", "{{}}"])
def test_braces_of_a_pack_are_only_letters(text: str) -> None:
    assert text == printed(text)
