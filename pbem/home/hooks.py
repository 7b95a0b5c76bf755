"""Where a player is told that a game waits: an address at ntfy, Discord, Telegram, or of a program of their own.

Such an address is a password: who has it can write there. Only its host and its last four letters are ever shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from pbem.bytes.canon import Json, parse_json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.stored import loaded, plain
from pbem.port.messages import Message

KINDS = ("ntfy", "discord", "telegram", "web")
TELEGRAM = "https://api.telegram.org"
MOST = 16
"""So many places at most."""
MOST_HOURS = 24 * 365
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_MOST_LETTERS, _MOST_NAME, _MOST_GAMES = 2000, 64, 200
_URL = re.compile(r"[!-~]+")
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|[0-9a-f:.]+")
_ID, _GAME = re.compile(r"[0-9a-f]{8}"), re.compile(r"([0-9a-f]{16})?")
_CHAT = re.compile(r"-?[0-9]{1,20}|@[A-Za-z0-9_]{1,64}")
_MENTION = re.compile(r"[0-9]{1,20}")
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{20,100}")
_KEY = re.compile(r"[ -~]{8,200}")


@frozen(kw_only=True)
class Hook:
    """One place. ``id``: 8 hex digits; ``kind``: of :data:`KINDS`; ``url``: the address, of Telegram that of its server;
    ``secret``: Telegram's token, or the key that signs; ``names``: what is said of a game (its folder's name, "" for all);
    ``hours``: after so many it is said again (0: never)."""

    id: str
    kind: str
    url: str = field(repr=False)
    secret: str = field(default="", repr=False)
    chat: str = ""
    mention: str = ""
    names: Mapping[str, str] = field(factory=dict)
    hours: int = 0

    @property
    def host(self) -> str:
        """The host, with its port where one is named."""
        return host_of(self.url)

    @property
    def tail(self) -> str:
        """The last four letters of what is secret."""
        return (self.secret if self.kind == "telegram" else self.url)[-4:]

    @property
    def place(self) -> tuple[str, str, str]:
        """Two hooks with the same one write to the same place."""
        return self.kind, self.url, self.chat

    def said(self, games: Iterable[str]) -> str:
        """The names that the player has chosen for some games, each once, in their order."""
        chosen = (self.names.get(game, self.names.get("", "")) for game in games)
        return ", ".join(dict.fromkeys(filter(None, chosen)))

    def covers(self, game: str) -> bool:
        """Whether it tells of a game."""
        return not self.names.keys().isdisjoint((game, ""))


def host_of(url: str) -> str:
    """The host of a checked address, with its port where one is named."""
    return urlsplit(url).netloc


def checked(hook: Hook) -> Hook:
    """The hook itself. Raises UsageError ``notify``, which never says the address, nor what else is secret."""
    if hook.kind not in KINDS or not _ID.fullmatch(hook.id) or not 0 <= hook.hours <= MOST_HOURS:
        raise _wrong(Message("There is no such kind of notice."))
    check_url(hook.url)
    if hook.kind != "telegram" and urlsplit(hook.url).path in ("", "/"):
        raise _wrong(Message("The address ends with its host: the part behind it is missing."))
    if (hook.kind == "telegram") != bool(hook.chat) or (hook.chat and not _CHAT.fullmatch(hook.chat)):
        raise _wrong(Message("Telegram needs a chat, a number or @NAME: --chat ID"))
    if hook.mention and (hook.kind != "discord" or not _MENTION.fullmatch(hook.mention)):
        raise _wrong(Message("Whom Discord mentions is the number of a user: --mention ID"))
    if hook.kind == "telegram" and not _TOKEN.fullmatch(hook.secret):
        raise _wrong(Message("The token of a bot is a number, a colon and letters, as BotFather gives it."))
    if hook.secret and hook.kind == "web" and not _KEY.fullmatch(hook.secret):
        raise _wrong(Message("A key has 8 to 200 characters of ASCII."))
    if hook.secret and hook.kind in ("ntfy", "discord"):
        raise _wrong(Message("Only Telegram has a token, and only web a key."))
    if not 1 <= len(hook.names) <= _MOST_GAMES:
        raise _wrong(Message("A notice tells of all games, or of some."))
    for game, name in hook.names.items():
        if not _GAME.fullmatch(game) or len(name) > _MOST_NAME or not name.isprintable():
            raise _wrong(
                Message("The name of a notice has up to {n} characters that can be seen.", n=_MOST_NAME)
            )
    return hook


def check_url(text: str) -> str:
    """An address that may be used, itself: https, or http on this machine. Raises UsageError ``notify`` without it."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _wrong(Message("This is not an address of the web.")) from None
    if not _URL.fullmatch(text) or "\\" in text or len(text) > _MOST_LETTERS:
        raise _wrong(Message("An address of the web is ASCII without spaces."))
    if parts.scheme not in ("https", "http") or not _HOST.fullmatch(host) or port == 0:
        raise _wrong(Message("This is not an address of the web: https://HOST/..."))
    if "@" in parts.netloc or parts.fragment:
        raise _wrong(Message("An address with a user, a password or a # is not taken."))
    if parts.scheme == "http" and host not in LOOPBACK:
        raise _wrong(Message("http would show the address to everybody between: https, please."))
    return text


def dump(hooks: Iterable[Hook], *, secrets: bool) -> bytes:
    """Hooks as JSON; without ``secrets`` as they stand in a backup: no token and no key."""
    return json.dumps([plain(each if secrets else evolve(each, secret="")) for each in hooks]).encode()


def load(data: bytes, *, secrets: bool) -> tuple[Hook, ...]:
    """What :func:`dump` wrote. ValueError for anything else."""
    values = parse_json(data)
    if not isinstance(values, list) or len(values) > MOST:
        raise ValueError("not a list of notices")
    return tuple(_hook(each, secrets=secrets) for each in values)


def _hook(value: Json, *, secrets: bool) -> Hook:
    hook = loaded(value, Hook)
    if hook.secret and not secrets:
        raise ValueError("a secret where none belongs")
    try:
        # A token that was left out is none that could be wrong.
        checked(hook if secrets or hook.kind != "telegram" else evolve(hook, secret="1:" + "x" * 20))
    except UsageError as error:
        raise ValueError("not a notice") from error
    return hook


def shown(data: bytes) -> tuple[str, ...]:
    """A line for each of what :func:`dump` wrote into a backup, with its whole address: to be set anew by hand."""
    return tuple(
        Message(
            "    {kind} {url} {more}",
            kind=each.kind,
            url=each.url,
            more=" ".join(filter(None, (each.chat, each.mention, *each.names.values()))),
        )
        for each in load(data, secrets=False)
    )


def _wrong(text: str) -> UsageError:
    return UsageError("notify", text, hint=Message("See `pbem setup notify add --help`."))
