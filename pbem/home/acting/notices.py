"""A notice for a player who looks at something else: of the desktop, as a mail to themselves, at a service of theirs.

None says more than that a game waits for them, but a name that they chose: a notice is read on a locked screen, and a mail
on any server on its way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

from attrs import evolve

from pbem.bytes.errors import PbemError
from pbem.home import desktop, kept_hooks
from pbem.home.hooks import Hook
from pbem.home.identity import Identity
from pbem.home.kept_hooks import Told
from pbem.port.messages import Message
from pbem.store.home import Home

WAITS = Message("A game waits for you.")
_SECONDS = 10
_TOAST = (
    "[void][Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime];"
    "$t=[Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(1);"
    "$x=$t.GetElementsByTagName('text');[void]$x.Item(0).AppendChild($t.CreateTextNode('pbem'));"
    "[void]$x.Item(1).AppendChild($t.CreateTextNode($args[0]));"
    "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('pbem').Show("
    "[Windows.UI.Notifications.ToastNotification]::new($t))"
)


def command(text: str, *, platform: str = sys.platform) -> tuple[str, ...]:
    """The command of the desktop that shows a text; the text is an argument of its own, which no shell reads."""
    if platform == "darwin":
        return (
            *(
                "osascript",
                "-e",
                "on run argv",
                "-e",
                'display notification (item 1 of argv) with title "pbem"',
            ),
            *("-e", "end run", text),
        )
    if platform == "win32":
        return "powershell", "-NoProfile", "-Command", f"& {{{_TOAST}}}", text
    return "notify-send", "--app-name=pbem", "--", "pbem", text


def show(text: str, *, platform: str = sys.platform) -> bool:
    """Show a notice; whether the desktop took it."""
    return desktop.called(*command(text, platform=platform), seconds=_SECONDS)


def to_oneself(address: str, subject: str, text: str, date: datetime) -> bytes:
    """A mail from a player to the same player, marked as a program's (RFC 3834), with no turn in it."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = mail["To"] = address
    mail["Subject"] = subject
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = make_msgid(domain="pbem.invalid")
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(f"{text}\n")
    return mail.as_bytes()


def text(name: str) -> str:
    """What a notice says; ``name`` is what the player chose to read there, "" for nothing."""
    return Message("A game waits for you: {name}.", name=name) if name else WAITS


def tell(
    home: Home, identity: Identity, owed: Mapping[str, str], now: datetime, say: Callable[[str], str]
) -> tuple[str, ...]:
    """Tell the places of a home of the games that wait for a decision: names of folders, and where each stands (a mark).

    A game is told of once as long as it stands where it does, and that is kept before anything leaves: no restart says it
    twice. What has surely not arrived is tried again later. Gives a sentence for each place that failed.
    """
    if not kept_hooks.are_set_up(home):
        return ()
    try:
        hooks = kept_hooks.read_hooks(home, identity)
    except PbemError as error:
        return (str(error),)
    return tuple(filter(None, (_tell(home, hook, owed, now, say) for hook in hooks)))


def _tell(home: Home, hook: Hook, owed: Mapping[str, str], now: datetime, say: Callable[[str], str]) -> str:
    from pbem.home.acting import hook_sending  # noqa: PLC0415  # only where there is a place

    with home.lock():
        before = kept_hooks.read_told(home).get(hook.id, Told())
        due = {
            game: mark
            for game, mark in owed.items()
            if hook.covers(game) and before.due(game, mark, now, hook.hours)
        }
        if not due or before.patient(now):
            return ""
        after = before.with_told(due, now)
        _keep(home, hook, after)
    try:
        hook_sending.send(hook, say(text(hook.said(due))))
    except hook_sending.NoticeError as error:
        _keep(home, hook, (after if error.left else before).failing(now))
        return Message("A notice failed: {why}", why=error.message)
    if before.failed:
        _keep(home, hook, evolve(after, failed=0))
    return ""


def _keep(home: Home, hook: Hook, told: Told) -> None:
    with home.lock():
        kept_hooks.write_told(home, {**kept_hooks.read_told(home), hook.id: told})
