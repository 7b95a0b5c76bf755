"""A notice for a player who looks at something else: of the desktop, and as a mail to themselves.

Neither says more than that a game waits for them: a notice is read on a locked screen, and a mail on any server on its way.
"""

from __future__ import annotations

import shutil
import subprocess  # the desktop's own tools, named here, without a shell
import sys
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid

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
    name, *words = command(text, platform=platform)
    tool = shutil.which(name)
    if tool is None:
        return False
    try:
        done = subprocess.run([tool, *words], check=False, capture_output=True, timeout=_SECONDS)  # noqa: S603  # named above
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


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
