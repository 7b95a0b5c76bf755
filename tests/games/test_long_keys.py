"""Dotted keys of packs and cases have a bound; text with many dots is text."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import DataError
from pbem.games.cases import parse
from pbem.games.toml import parse_toml
from tests.lists import tried_with

_MANY = "a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t."
_KEY = ".".join("abcdefghijklmnopqrst")
_CASE = f'title = "{_MANY}"\nparagraphs = ["2.1"]\ngame = "normandy"\nnote = "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1"\n'


def test_a_case_may_have_as_many_dots_in_its_text_as_it_likes() -> None:
    found = parse(_CASE + '\n[[step]]\norder = "done"\nbreaks = ["2.1"]\n', "dots.toml")
    assert _MANY == found.title


@pytest.mark.parametrize(
    "text",
    [
        f'a = "{_MANY}"',
        f"a = '{_MANY}'",
        f"a = 1  # {_KEY}",
        f'a = """\n{_KEY}\n"""',
        f"a = '''\n{_KEY} = 1\n'''",
        f'a = "\\"{_MANY}"',
    ],
)
def test_dots_in_text_and_comments_make_no_key(text: str) -> None:
    assert ["a"] == list(parse_toml(text.encode(), "dots.toml"))


@tried_with(
    ("line", "text"),
    [
        (1, f"{_KEY} = 1"),
        (1, f'{_KEY} = "x"'),
        (2, f"a = 1\n[{_KEY}]"),
        (1, ".".join(f'"{each}"' for each in "abcdefghijklmnopqrst") + " = 1"),
        (2, f'z = {{ y = """\n""", {_KEY} = "x" }}'),
        (1, f"z = '\"', {_KEY} = '\"'"),
        (2, f'z = """\\"""\\\n""", {_KEY} = "x"'),
    ],
)
def test_a_long_key_is_refused_with_its_line_whatever_quotes_stand_about_it(line: int, text: str) -> None:
    with pytest.raises(DataError, match=f"dots.toml:{line}: a key of more than 16 parts"):
        parse_toml(text.encode(), "dots.toml")
