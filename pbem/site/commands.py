"""What a sentence that names a command says in a browser, where nothing can be typed: the button, or the way out.

Every command has a meaning here. What only the installed program does is said so, with the way there and back: a backup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.port.messages import Catalogue, Message

_TABLE = Message("At the table of the game: the table shows what is due.")
_PAPERS = Message("At the table of the game, under Game.")
_FIRST = Message("On the first page, under Play.")
_OPEN = Message("Open the file on the first page; a button there says what can be done with it.")
_REPLAY = Message("Check the game's file on the first page, and watch its replay.")
_NEWER = Message("Load this page again: a newer one may be there. Else ask whoever runs this address for it.")
_MEANT: Mapping[str, Message] = {
    **dict.fromkeys(("status", "orders", "do", "undo", "odds", "map", "table", "games"), _TABLE),
    **dict.fromkeys(("offer", "pace", "end", "dispute refuse", "standing"), _PAPERS),
    "import": Message("Take the file in at the table of the game."),
    **dict.fromkeys(("send", "setup mail"), Message("At the table of the game: seal and send the turn.")),
    **dict.fromkeys(("verify", "audit", "dispute evidence"), Message("Check the file on the first page.")),
    **dict.fromkeys(("replay", "verify page", "challenge compare"), _REPLAY),
    **dict.fromkeys(("identity", "invite", "practice", "play", "backup", "rules list"), _FIRST),
    **dict.fromkeys(("accept", "open"), _OPEN),
    "--version": _NEWER,
    "pip": _NEWER,
}
_COMMAND = re.compile(
    r"(?<![\w./-])(?:pbem (?P<pbem>--version|[a-z]+(?: [a-z]+)?)|(?P<pip>pip) install)(?P<rest>[^`\"'.;()]*)"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚÑ¿¡])")
_OURS = frozenset({"hint", "message", "said", "lines"})
"""Under these names the program speaks."""
INSTALLED = frozenset(
    (
        "challenge",
        "club",
        "demo",
        "dispute",
        "game",
        "help",
        "identity people",
        "invite withdraw",
        "manual",
        "packs",
        "referee",
        "replay spectate",
        "rules",
        "seat",
        "setup",
        "site",
        "watch",
    )
)
"""Commands whose work only the installed program does."""


def meant(command: str, line: str) -> Message | None:
    """What a person does in a browser in place of a command, ``line`` as it would be typed; None for what is none."""
    for known in (command, command.partition(" ")[0]):
        if known in INSTALLED:
            return Message(
                "This needs the installed program: save a backup on the first page, put it back there "
                "(pbem backup restore), and type: {line}",
                line=line,
            )
        if known in _MEANT:
            return _MEANT[known]
    return None


def in_browser(text: str, tongue: Catalogue) -> str:
    """The text with each sentence that names a command turned into what is done here, in the reader's language."""
    if not _COMMAND.search(text):
        return text
    return " ".join(dict.fromkeys(_sentence(each, tongue) for each in _SENTENCE.split(text)))


def _sentence(text: str, tongue: Catalogue) -> str:
    for found in _COMMAND.finditer(text):
        said = meant(found["pbem"] or found["pip"], found[0].strip())
        if said is not None:
            return tongue.say(said)
    return text


def body_in_browser(body: str, tongue: Catalogue) -> str:
    """An answer to the table's page (JSON) with what the program says so changed; the words of the players stay theirs."""
    if not _COMMAND.search(body):
        return body
    return json.dumps(
        _changed(json.loads(body), tongue, ours=False), ensure_ascii=False, separators=(",", ":")
    )


def _changed(value: Json, tongue: Catalogue, *, ours: bool) -> Json:
    if isinstance(value, str):
        return in_browser(value, tongue) if ours else value
    if isinstance(value, list):
        return [_changed(each, tongue, ours=ours) for each in value]
    if isinstance(value, dict):
        note = "hint" in value
        return {
            name: _changed(each, tongue, ours=name in _OURS or (note and name == "text"))
            for name, each in value.items()
        }
    return value
