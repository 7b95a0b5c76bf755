"""Which language a reader asks for, and the catalogues it is made of."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.errors import UsageError
from pbem.games.registry import Game, installed, packages
from pbem.port.messages import ENGLISH, LANGUAGES, Catalogue, catalogue

__all__ = ["FACT", "LANGUAGES", "of_every_game", "of_mails", "second", "tongue"]

FACT = "language"
"""The fact of a game that says in which language its mails go out."""


def tongue(game: Game, code: str) -> Catalogue:
    """English, or another language out of the catalogues of the game and this program. Raises UsageError ``no-language``."""
    if code not in LANGUAGES:
        raise UsageError.of(
            "no-language",
            "There is no language {code!r}.",
            code=code,
            languages=", ".join(LANGUAGES),
            hint="Languages: {languages}.",
        )
    return ENGLISH if code == ENGLISH.code else catalogue(code, game.info.package, "pbem_rules", "pbem")


def of_every_game(code: str) -> Catalogue:
    """A language out of the catalogues of this program and of every installed game."""
    return catalogue(code, "pbem", *packages(), *(each.package for each in installed()))


def of_mails(game: Game, facts: Mapping[str, object], sender: str) -> Catalogue:
    """The language of the mails of a game: the one chosen for it, else that of who sends them."""
    return tongue(game, str(facts.get(FACT) or sender))


def second(game: Game, first: Catalogue) -> Catalogue | None:
    """The language beside ``first`` that a page can be changed to; None where the game has no other."""
    if first.code != ENGLISH.code:
        return ENGLISH
    spoken = (each for each in LANGUAGES if each != ENGLISH.code)
    return next((tongue(game, code) for code in spoken), None)
