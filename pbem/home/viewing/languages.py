"""Which language a reader asks for, and the tables it is made of."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable

from pbem.bytes.errors import DataError, UsageError
from pbem.games.registry import Game
from pbem.port.messages import LANGUAGES, catalogue
from pbem.view.language import ENGLISH, Tables, Tongue, merged

__all__ = ["LANGUAGES", "tongue"]


def tongue(game: Game, code: str) -> Tongue:
    """English, or another language out of this program's table and the game's. Raises UsageError ``no-language``."""
    if code not in LANGUAGES:
        raise UsageError(
            "no-language", f"There is no language {code!r}.", hint=f"Languages: {', '.join(LANGUAGES)}."
        )
    if code == ENGLISH.code:
        return ENGLISH
    ours = files("pbem.view") / "lang" / f"{code}.toml"
    theirs = files(game.info.package) / "lang" / f"{code}.toml"
    tables = (_tables(ours), *([_tables(theirs)] if theirs.is_file() else []))
    return merged(code, *tables, catalogue=catalogue(code, game.info.package, "pbem_rules", "pbem"))


def _tables(file: Traversable) -> Tables:
    """The tables of one file: words under words. Raises DataError where it is anything else."""
    found: dict[str, dict[str, str]] = {}
    for name, lines in tomllib.loads(file.read_text(encoding="utf-8")).items():
        if not isinstance(lines, dict) or not all(isinstance(text, str) for text in lines.values()):
            raise DataError("lang", f"{file.name}: the table {name} holds something that is no text.")
        found[name] = dict(lines)
    return found
