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
_TAKE_IN = Message("Take the file in at the table of the game.")
_SEND = Message("At the table of the game: seal and send the turn.")
_CHECK = Message("Check the file on the first page.")
_FIRST = Message("On the first page, under Play.")
_OPEN = Message("Open the file on the first page; a button there says what can be done with it.")
_REPLAY = Message("Check the game's file on the first page, and watch its replay.")
_NEWER = Message("Load this page again: a newer one may be there. Else ask whoever runs this address for it.")
_MEANT: Mapping[str, Message] = {
    **dict.fromkeys(
        ("status", "orders", "do", "undo", "hand", "odds", "map", "table", "use", "waiting"), _TABLE
    ),
    **dict.fromkeys(("takeback", "upgrade", "resign", "agree", "result", "refuse", "standing"), _PAPERS),
    **dict.fromkeys(("import", "fetch"), _TAKE_IN),
    **dict.fromkeys(("send", "mail", "remind"), _SEND),
    **dict.fromkeys(("verify", "audit", "evidence", "recheck"), _CHECK),
    **dict.fromkeys(("replay", "page", "compare"), _REPLAY),
    **dict.fromkeys(("identity", "new", "practice", "play", "backup", "restore", "moved", "games"), _FIRST),
    **dict.fromkeys(("enter", "join", "start", "open"), _OPEN),
    "--version": _NEWER,
    "pip": _NEWER,
}
_COMMAND = re.compile(
    r"(?<![\w./-])(?:pbem (?P<pbem>--version|[a-z]+)|(?P<pip>pip) install)(?P<rest>[^`\"'.;()]*)"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÁÉÍÓÚÑ¿¡])")
_OURS = frozenset({"hint", "message", "said", "lines"})
"""Under these names the program speaks."""
INSTALLED = frozenset(
    (
        "people",
        "keys",
        "lint",
        "withdraw",
        "site",
        "watch",
        "claim",
        "archive",
        "desk",
        "club",
        "challenge",
        "settle",
        "dispute",
        "spectate",
        "referee",
        "rules",
        "packs",
        "try",
        "demo",
        "balance",
        "doctor",
        "completion",
        "desktop",
        "manual",
    )
)
"""Commands whose work only the installed program does."""


def meant(command: str, line: str) -> Message | None:
    """What a person does in a browser in place of a command, ``line`` as it would be typed; None for what is none."""
    if command in INSTALLED:
        return Message(
            "This needs the installed program: save a backup on the first page, put it back there (pbem restore), and "
            "type: {line}",
            line=line,
        )
    return _MEANT.get(command)


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
