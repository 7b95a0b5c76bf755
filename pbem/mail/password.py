"""Where the password of a mail account comes from: the environment, a command, or the keyring. Never a file of ours."""

from __future__ import annotations

import importlib
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol, cast

from pbem.bytes.errors import MailError
from pbem.mail.settings import MailSettings, Server

VARIABLE = "PBEM_MAIL_PASSWORD"
SERVICE = "pbem"
_SECONDS = 60.0
_BLANKS = dict.fromkeys((0xA0, 0x2007, 0x202F), " ")


class _Keyring(Protocol):
    def get_password(self, service_name: str, username: str) -> str | None:
        """The password kept under these names."""

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep a password under these names."""


def password(settings: MailSettings, server: Server, environ: Mapping[str, str]) -> str:
    """The password or token for ``server``: PBEM_MAIL_PASSWORD, else ``password_command``, else the keyring.

    A blank that does not break a line, as pages of providers show between the groups of an app password, is a blank.

    The keyring is asked for service ``pbem`` and the user ``ann@mail.example.org``. MailError ``no-mail-password``,
    ``password-command``.
    """
    if (given := environ.get(VARIABLE)) is not None:
        return given.translate(_BLANKS)
    if settings.password_command:
        return _from_command(settings.password_command).translate(_BLANKS)
    found = kept(server.account)
    if found is None:
        raise MailError.of(
            "no-mail-password",
            "There is no password for {account}.",
            account=server.account,
            variable=VARIABLE,
            service=SERVICE,
            hint="Set {variable}, or password_command in mail.toml, or type: keyring set {service} {account}",
        )
    return found.translate(_BLANKS)


def _from_command(command: tuple[str, ...]) -> str:
    try:
        # The player's own settings name the program; no shell reads them.
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)  # noqa: S603
        return done.stdout.decode("utf-8").split("\n", 1)[0].rstrip("\r")
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError, ValueError) as error:
        # What the command printed may be half a password: only its name and its end are told.
        raise MailError.of(
            "password-command",
            "The password command {command!r} did not give a password ({name}).",
            command=command[0],
            name=type(error).__name__,
            hint="Try it in a terminal: its first line is the password.",
        ) from None


def of_home(home: Path) -> str:
    """The name under which the password of the key of a home lies in the keyring."""
    return f"key of {home.resolve()}"


def kept(account: str) -> str | None:
    """The password that the keyring of the system has under a name; None where there is none, or no keyring."""
    try:
        return _keyring().get_password(SERVICE, account)
    except (
        Exception
    ):  # a keyring fails in as many ways as there are desktops; without one we ask for another way
        return None


def keep(account: str, password: str) -> bool:
    """Keep a password in the keyring of the system; whether it is there now."""
    try:
        _keyring().set_password(SERVICE, account, password)
    except Exception:  # as above
        return False
    return kept(account) == password


def _keyring() -> _Keyring:
    return cast("_Keyring", importlib.import_module("keyring"))
