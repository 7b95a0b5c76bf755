"""A sheet is written with comments in the reader's language, and is the same sheet in every language, in every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tongues import pseudo_spoken

from pbem.games import registry
from pbem.home.play import standing_orders
from pbem.home.viewing.languages import tongue
from pbem.port.described import described
from tests.cli.test_spoken import GAMES, NAMES, english, said

_COMMENT = re.compile(r"(?<!^)  # .*")
_CODE = re.compile(r"^# (?:\[|[a-z_]+ = )")


def written(game: str, code: str) -> dict[str, str]:
    """The template of each side in a language, as ``pbem standing new`` writes it."""
    found = registry.load(game)
    rules = standing_orders.taking(found)
    state = found.rules.setup(found.rules.scenarios[0], {})
    return {side: tongue(found, code).say(rules.standing_template(state, side)) for side in found.rules.sides}


def uncommented(text: str) -> str:
    """The sheet with every example in force."""
    lines = [_COMMENT.sub("", line).removeprefix("# ") for line in text.splitlines() if _CODE.match(line)]
    return "\n".join(lines)


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_in_spanish_has_no_english_comment(game: str) -> None:
    for text in written(game, "es").values():
        lines = [line if not _CODE.match(line) else line.partition("  # ")[2] for line in text.splitlines()]
        comments = [line for line in lines if line and " | " not in line]  # what stands between | is typed
        assert len(comments) > 5
        assert [] == [*english("\n".join(comments))]


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_is_the_same_in_both_languages(game: str) -> None:
    english_ones, spanish_ones = written(game, "en"), written(game, "es")
    assert english_ones != spanish_ones
    for side, text in english_ones.items():
        assert uncommented(text) == uncommented(spanish_ones[side]) != ""
        whole = [
            standing_orders.parse(uncommented(each[side]).encode()) for each in (english_ones, spanish_ones)
        ]
        assert whole[0].tables == whole[1].tables != {}
        assert standing_orders.parse(spanish_ones[side].encode()).tables == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_an_order_is_has_its_spanish(game: str) -> None:
    found = registry.load(game)
    spanish, codec = tongue(found, "es"), found.rules.actions
    for kind in codec.kinds:
        text = described(codec.cls(kind))
        assert text
        assert spanish.find(text) not in (None, text), kind
        assert [] == [*english(NAMES.sub("", spanish.say(text)))]


def test_the_command_writes_the_sheet_in_the_language_of_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(tmp_path, "identity", "new", "Ana", "--no-password")
    said(tmp_path, "practice", "pegasus")
    assert "Órdenes permanentes" in said(tmp_path, "standing", "new")
    said(tmp_path, "standing", "new", str(tmp_path / "hoja.toml"))
    assert "No tiene ningún fallo" in said(tmp_path, "standing", "check", str(tmp_path / "hoja.toml"))
    with pseudo_spoken(monkeypatch):
        lines = said(tmp_path, "standing", "new").splitlines()
    assert not [line for line in lines if line and not _CODE.match(line) and "·" not in line]
