"""Commands in sentences, with the game for which they are: where a home has several, they do not work without."""

from __future__ import annotations

import re

from pbem.cli import output
from pbem.cli.language import say
from pbem.home import games, names
from pbem.store.game import GameFolder
from pbem.store.home import Home

_OF_A_GAME = re.compile(
    r"\bpbem (?:(?:send|undo|orders(?: hand)?|(?:dispute|standing) [a-z]+|offer (?:takeback|upgrade)|audit(?= --paper)"
    r"|do(?= --))\b|(?:verify|status|seat (?:give|keep|renew)|end [a-z]+)\b(?! [A-Z\d]| [a-z\d-]*\d| \S*\.pbem))"
    r"|(?<=: )pbem do\b"
)
"""Commands of one game as sentences name them; where a file stands behind them it says which game, or another types them."""


def means(home: Home, folder: GameFolder) -> None:
    """From here on the commands that are printed are for this game, and say so; at its prompt they mean it anyway."""
    game = _needed(home, folder)
    output.MEANT.set(lambda text: _named(say(text), game) if game else say(text))


def _needed(home: Home, folder: GameFolder) -> str:
    """What --game says of a game; "" where commands mean it without: the game in use, or the only one."""
    found = games.begun(home)
    if len(found) < 2 or home.in_use() == folder.name:
        return ""
    name = names.name_of(folder)
    return name if len(names.called(found, name)) == 1 else folder.name[:8]


def _named(text: str, game: str) -> str:
    at_prompt = output.TYPED.get() is not None
    return text if at_prompt or "--game" in text else _OF_A_GAME.sub(rf"\g<0> --game {game}", text)
