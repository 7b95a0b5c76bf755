"""The program that acts, begun when its player logs in: what the system is told, and how it is taken away again.

Linux: a user unit of systemd, or an entry of XDG autostart where no systemd runs for the user. macOS: a launch agent.
Windows: a value under ``HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run``. None needs an administrator. Those of
macOS and Windows are written by their makers' documents and were not tried on such machines.
"""

from __future__ import annotations

import plistlib
import subprocess  # the system's own tools, named here, without a shell
import sys
from collections.abc import Mapping
from pathlib import Path

from pbem.bytes.records import frozen
from pbem.home import desktop
from pbem.port.messages import Message

UNIT, ENTRY, AGENT, VALUE = "pbem-watch.service", "pbem-watch.desktop", "org.pbem.watch", "pbem-watch"
_RUN = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run"


@frozen(kw_only=True)
class Told:
    """What was written or taken away, and a sentence on what follows."""

    files: tuple[Path, ...]
    said: str


def unit(command: tuple[str, ...]) -> str:
    """A user unit of systemd that runs ``command`` (systemd.service(5): each word quoted, ``%`` and ``$`` doubled)."""
    words = " ".join(_word(each) for each in command)
    return (
        "[Unit]\nDescription=pbem: turns that come by mail\nAfter=network-online.target\n\n"
        f"[Service]\nExecStart={words}\nRestart=on-failure\nRestartSec=60\n\n"
        "[Install]\nWantedBy=default.target\n"
    )


def entry(command: tuple[str, ...]) -> str:
    """A desktop entry for XDG autostart that runs ``command``."""
    words = " ".join(desktop.quoted(each) for each in command)
    return f"[Desktop Entry]\nType=Application\nName=pbem\nExec={words}\nTerminal=false\nNoDisplay=true\n"


def agent(command: tuple[str, ...]) -> bytes:
    """A launch agent of macOS that runs ``command`` (launchd.plist(5))."""
    return plistlib.dumps(
        {
            "Label": AGENT,
            "ProgramArguments": list(command),
            "RunAtLoad": True,
            "KeepAlive": {"SuccessfulExit": False},
            "ThrottleInterval": 60,
        }
    )


def install(command: tuple[str, ...], environ: Mapping[str, str], *, platform: str = sys.platform) -> Told:
    """Begin ``command`` now and at every login. Raises UsageError ``no-folder``."""
    if platform == "win32":
        desktop.called(
            "reg", "add", _RUN, "/v", VALUE, "/t", "REG_SZ", "/d", subprocess.list2cmdline(command), "/f"
        )
        return Told(files=(), said=Message("It begins when you log in the next time."))
    if platform == "darwin":
        path = Path.home() / "Library" / "LaunchAgents" / f"{AGENT}.plist"
        desktop.put(path, agent(command).decode())
        begun = desktop.called("launchctl", "load", "-w", str(path))
        return Told(files=(path,), said=_begun(begun))
    path = desktop.folder(environ, "XDG_CONFIG_HOME", ".config") / "systemd" / "user" / UNIT
    if desktop.called("systemctl", "--user", "show-environment"):
        desktop.put(path, unit(command))
        begun = desktop.called("systemctl", "--user", "daemon-reload") and desktop.called(
            "systemctl", "--user", "enable", "--now", UNIT
        )
        return Told(files=(path,), said=_begun(begun))
    path = _autostart(environ)
    desktop.put(path, entry(command))
    return Told(files=(path,), said=Message("It begins when you log in the next time."))


def remove(environ: Mapping[str, str], *, platform: str = sys.platform) -> Told:
    """End it, and take away what :func:`install` wrote."""
    if platform == "win32":
        desktop.called("reg", "delete", _RUN, "/v", VALUE, "/f")
        return Told(files=(), said=Message("It does not begin at login any more."))
    places = [
        Path.home() / "Library" / "LaunchAgents" / f"{AGENT}.plist",
        desktop.folder(environ, "XDG_CONFIG_HOME", ".config") / "systemd" / "user" / UNIT,
        _autostart(environ),
    ]
    gone = [path for path in places if path.is_file()]
    for path in gone:
        if path.name == UNIT:
            desktop.called("systemctl", "--user", "disable", "--now", UNIT)
        elif path.suffix == ".plist":
            desktop.called("launchctl", "unload", "-w", str(path))
        path.unlink()
        if path.name == UNIT:
            desktop.called("systemctl", "--user", "daemon-reload")
    if not gone:
        return Told(files=(), said=Message("Nothing of pbem begins at login."))
    return Told(files=tuple(gone), said=Message("It does not begin at login any more."))


def _autostart(environ: Mapping[str, str]) -> Path:
    return desktop.folder(environ, "XDG_CONFIG_HOME", ".config") / "autostart" / ENTRY


def _begun(done: bool) -> str:
    if done:
        return Message("It runs now, and begins whenever you log in.")
    return Message("It begins when you log in the next time.")


def _word(word: str) -> str:
    inner = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{inner}"'
